package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Position;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalId;
import io.millrace.journal.SeekResult;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Walks once over the records of a channel that a spare holds, and stops before one whose causes are not all below the
 * boundaries of their channels. Its own boundary is where it has stopped, or where the input begins some of whose calls
 * have not come.
 *
 * <p>One thread, but {@link #note}.
 */
final class ChannelWalk implements AutoCloseable {

    private final String name;
    private final Path directory;
    private final AtomicBoolean noted = new AtomicBoolean(true);
    private Channel channel;
    private ChannelCursor cursor;
    private JournalId id;
    private long boundary;

    private Entry present = Entry.END;

    /** Whether the record at the cursor was read and waits for a cause. */
    private boolean waits;

    /** Whether the last call of the present input has not come. */
    private boolean isWithinInput;

    /** Whether it goes no further, since the channel cannot be read. */
    private boolean hasEnded;

    private ChannelWalk awaited;
    private long awaitedIndex;

    ChannelWalk(String name, Path directory) {
        this.name = name;
        this.directory = directory;
    }

    String name() {
        return name;
    }

    /** Opens the channel if it has come, and returns whether it was opened now. */
    boolean open() {
        if (channel != null || !Journal.exists(directory)) {
            return false;
        }
        Channel opened = Channel.readOnly(directory);
        try {
            cursor = opened.cursor();
            id = opened.journal().orElseThrow().id();
            channel = opened;
            return true;
        } finally {
            if (channel == null) {
                opened.close();
            }
        }
    }

    /** Returns a walk over the same channel that has not begun. */
    ChannelWalk again() {
        return new ChannelWalk(name, directory);
    }

    boolean isOpen() {
        return channel != null;
    }

    /** Returns the id of the journal; null before it has come. */
    JournalId id() {
        return id;
    }

    /** Returns the position below which each record has its causes; 0 where none has. */
    long boundary() {
        return boundary;
    }

    /** Notes that the channel may have more records. Any thread. */
    void note() {
        noted.set(true);
    }

    /** Returns whether {@link #note} was called since the last call of this method. */
    boolean takeNoted() {
        return noted.get() && noted.getAndSet(false);
    }

    /**
     * Moves to a boundary that an earlier walk has reached.
     *
     * @return whether it is one of the channel as it is now
     */
    boolean continueAt(long reached) {
        if (cursor.seek(reached) != SeekResult.FOUND && !findEnd(reached)) {
            return false;
        }
        boundary = reached;
        return true;
    }

    /** Moves to a boundary at which no record begins: the end of the channel, or that of a segment. */
    private boolean findEnd(long reached) {
        if (cursor.seekNear(reached) != SeekResult.FOUND) {
            cursor.toStart();
            return cursor.boundary() == reached; // it had nothing, and has nothing
        }
        while (cursor.boundary() < reached && cursor.next() != Entry.END) {
            if (cursor.index() >= reached) {
                return false;
            }
        }
        return cursor.boundary() == reached;
    }

    /** Returns whether this waits for a record that is below the boundary of its channel now. */
    boolean canContinueBy(ChannelWalk other) {
        return waits && awaited == other && awaitedIndex < other.boundary;
    }

    /** Returns whether a record was read that waits for a cause. */
    boolean waits() {
        return waits;
    }

    /** Returns the channel for which it waits, for people; empty where it does not wait. */
    String awaited() {
        return waits ? name + " waits for " + awaited.name + "@" + Index.toText(awaitedIndex) : "";
    }

    /**
     * Walks as far as the causes of the records allow, and as the cut lets it read at once.
     *
     * @return whether the boundary has risen
     */
    boolean advance(ConsistentCut cut) {
        if (hasEnded) {
            return false;
        }
        long before = boundary;
        Entry entry = waits ? present : cursor.next();
        while (entry != Entry.END) {
            raise(cursor.index()); // what has no causes is before it, such as schemas
            waits = !hasCauses(entry, cut);
            present = entry;
            if (waits) {
                return boundary != before;
            }
            isWithinInput = entry == Entry.CALL && !cursor.last();
            raise(cursor.boundary());
            if (!cut.mayContinue()) {
                return boundary != before;
            }
            entry = cursor.next();
        }
        raise(cursor.boundary());
        return boundary != before;
    }

    /** Ends the walk where it is. */
    void end() {
        hasEnded = true;
        waits = false;
    }

    private void raise(long position) {
        if (!isWithinInput) {
            boundary = position;
        }
    }

    private boolean hasCauses(Entry entry, ConsistentCut cut) {
        return switch (entry) {
            case CALL -> hasInput(cursor.history(), cut);
            case CONSUMED -> hasRuns(cursor.consumed(), cut);
            case SNAPSHOT -> hasMarked(cursor.mark(), cut);
            case UPGRADE, END -> true;
        };
    }

    /** Returns whether the newest input of a call that is in a journal is there; older ones are causes of that. */
    private boolean hasInput(History history, ConsistentCut cut) {
        for (int hop = history.size() - 1; hop >= 0; hop--) {
            Source source = history.source(hop);
            if (!source.isExternal()) {
                return has(source, history.index(hop), cut);
            }
        }
        return true;
    }

    private boolean hasRuns(ConsumedRuns runs, ConsistentCut cut) {
        for (int run = 0; run < runs.size(); run++) {
            if (!has(runs.source(run), runs.to(run), cut)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasMarked(SnapshotMark mark, ConsistentCut cut) {
        if (!has(mark.output(), mark.outputIndex(), cut)) {
            return false;
        }
        List<Position> positions = mark.positions();
        for (int i = 0; i < positions.size(); i++) {
            if (!has(positions.get(i).source(), positions.get(i).index(), cut)) {
                return false;
            }
        }
        return true;
    }

    private boolean has(Source source, long index, ConsistentCut cut) {
        if (source.isExternal() || index == Index.NONE) {
            return true;
        }
        ChannelWalk of = cut.walk(source);
        if (of == null || (of == this ? index < cursor.index() : index < of.boundary)) {
            return true;
        }
        awaited = of;
        awaitedIndex = index;
        return false;
    }

    @Override
    public void close() {
        if (channel != null) {
            cursor.close();
            channel.close();
        }
    }
}
