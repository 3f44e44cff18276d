package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.SeekResult;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What samples of one channel say about what reads and writes which channel: the first and last records, those at the
 * beginning of some segments, and some in the last segment. For one thread.
 */
final class ChannelSample {

    private static final int END_RECORDS = 100;
    private static final int INNER_RECORDS = 50;
    private static final int SEGMENTS = 16;
    private static final int PARTS = 8;

    /** A component reads one channel, or items of its own, and writes the other. */
    record Link(Source reads, Source writes) {}

    /** What components read and write, as histories and records name it. */
    final Set<Link> links = new LinkedHashSet<>();

    /** What has no input in a history, and is therefore an external source, with what it writes. */
    final Set<Link> items = new LinkedHashSet<>();

    /** Whether the channel holds snapshots of a component that writes another one. */
    boolean holdsSnapshots;

    private final Channel channel;

    private ChannelSample(Channel channel) {
        this.channel = channel;
    }

    /**
     * Returns what a channel says; what cannot be read is left out, and stated in a note.
     *
     * @param notes gets the notes
     */
    static ChannelSample of(Channel channel, Set<String> notes) {
        ChannelSample sample = new ChannelSample(channel);
        try (ChannelCursor cursor = channel.cursor()) {
            sample.part(notes, () -> sample.start(cursor));
            sample.part(notes, () -> sample.end(cursor));
            sample.part(notes, () -> sample.inner(cursor, notes));
        } catch (RuntimeException | InternalError e) {
            sample.note(notes, e);
        }
        return sample;
    }

    private void part(Set<String> notes, Runnable reading) {
        try {
            reading.run();
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            note(notes, e);
        }
    }

    private void note(Set<String> notes, Throwable error) {
        notes.add("cannot read a part of a channel channel=" + channel.name() + " reason=" + ChannelSet.reason(error));
    }

    private void start(ChannelCursor cursor) {
        cursor.direction(Direction.FORWARD);
        cursor.toStart();
        read(cursor, END_RECORDS);
    }

    private void end(ChannelCursor cursor) {
        cursor.direction(Direction.BACKWARD);
        cursor.toEnd();
        read(cursor, END_RECORDS);
    }

    private void inner(ChannelCursor cursor, Set<String> notes) {
        Journal journal = channel.journal().orElseThrow();
        long last = journal.lastIndex();
        if (last == Index.NONE) {
            return;
        }
        cursor.direction(Direction.FORWARD);
        long first = Index.segment(journal.firstIndex());
        long segments = Index.segment(last) - first + 1;
        long step = Math.max(1, segments / SEGMENTS);
        for (long segment = first; segment <= Index.segment(last); segment += step) {
            long index = Index.of(segment, 0);
            part(notes, () -> near(cursor, index));
        }
        for (int part = 1; part < PARTS; part++) {
            long position = (Index.position(last) * part / PARTS) & -8;
            part(notes, () -> near(cursor, Index.withPosition(last, position)));
        }
    }

    private void near(ChannelCursor cursor, long index) {
        if (cursor.seekNear(index) == SeekResult.FOUND) {
            read(cursor, INNER_RECORDS);
        }
    }

    private void read(ChannelCursor cursor, int records) {
        Entry entry = cursor.next();
        for (int read = 1; entry != Entry.END; read++) {
            switch (entry) {
                case CALL -> add(cursor.history());
                case CONSUMED -> add(cursor.consumed());
                case SNAPSHOT -> add(cursor.mark());
                case UPGRADE, END -> {}
            }
            if (read == records) {
                return;
            }
            entry = cursor.next();
        }
    }

    private void add(History history) {
        for (int hop = 0; hop < history.size(); hop++) {
            Source reads = history.source(hop);
            boolean isLast = hop == history.size() - 1;
            Link link = new Link(reads, isLast ? channel.source() : history.source(hop + 1));
            boolean isItem = hop == 0 && reads.isExternal() && !history.olderLeftOut();
            (isItem ? items : links).add(link);
        }
    }

    private void add(ConsumedRuns consumed) {
        for (int run = 0; run < consumed.size(); run++) {
            links.add(new Link(consumed.source(run), channel.source()));
        }
    }

    private void add(SnapshotMark mark) {
        if (!mark.output().sameStream(channel.source())) {
            holdsSnapshots = true;
            return;
        }
        mark.positions().forEach(position -> links.add(new Link(position.source(), channel.source())));
    }
}
