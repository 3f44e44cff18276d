package io.millrace.console;

import io.millrace.channel.RestartPosition;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalClosedException;
import io.millrace.journal.JournalInfo;
import io.millrace.service.ErrorReports;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Samples one journal: cheap numbers each time, and those for which files are walked every few seconds. In between the
 * bytes grow with the last index. For one thread.
 */
final class JournalSampler {

    private static final long INFO_EVERY_NS = TimeUnit.SECONDS.toNanos(5);

    private JournalInfo info;
    private long infoNs;
    private long bytesBefore;
    private long diskBefore;

    /** Returns whether the slow numbers are due. */
    boolean isDue(long nowNs) {
        return info == null || nowNs - infoNs >= INFO_EVERY_NS;
    }

    /**
     * Samples a journal.
     *
     * @param journal the open journal
     * @param nowNs the time in nanoseconds
     * @param detail whether the slow numbers are read as well
     */
    ChannelCounts sample(Journal journal, long nowNs, Detail detail) {
        try {
            if (!Files.exists(journal.directory().resolve("journal.table"))) {
                return ChannelCounts.unreadable(
                        ChannelCounts.State.GONE,
                        Optional.of("the directory of the channel was removed directory=" + journal.directory()));
            }
            if (detail == Detail.ALL || info == null) {
                read(journal, nowNs);
            }
            long last = journal.lastIndex();
            long synced = journal.syncedIndex();
            long messages = journal.messages();
            long unsynced = Math.max(0, messages - journal.messagesBefore(synced == Index.NONE ? synced : synced + 1));
            return new ChannelCounts(
                    OptionalLong.of(messages),
                    OptionalLong.of(bytes(last)),
                    OptionalLong.of(diskBytes(last)),
                    OptionalLong.of(segments(last)),
                    Optional.of(Index.toText(last)),
                    Optional.of(Index.toText(synced)),
                    OptionalLong.of(unsynced),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    ChannelCounts.State.OK,
                    Optional.empty());
        } catch (JournalClosedException e) {
            return ChannelCounts.unreadable(ChannelCounts.State.CLOSED, Optional.of(ErrorReports.text(e)));
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            boolean isThere = Files.exists(journal.directory().resolve("journal.table"));
            return ChannelCounts.unreadable(
                    isThere ? ChannelCounts.State.DAMAGED : ChannelCounts.State.GONE,
                    Optional.of(ErrorReports.text(e)));
        }
    }

    /** How much is read. */
    enum Detail {
        ALL,
        CHEAP
    }

    private void read(Journal journal, long nowNs) {
        info = journal.info();
        infoNs = nowNs;
        bytesBefore = info.segments().stream()
                .limit(Math.max(0, info.segments().size() - 1))
                .mapToLong(JournalInfo.Segment::usedBytes)
                .sum();
        diskBefore = info.segments().stream()
                .mapToLong(JournalInfo.Segment::sizeBytes)
                .sum();
    }

    /** Returns what the segments take on disk: all of their size, which is allocated when they are made. */
    private long diskBytes(long last) {
        long later = segments(last) - info.segments().size();
        return diskBefore + (later <= 0 ? 0 : later * info.segments().getLast().sizeBytes());
    }

    private long bytes(long last) {
        if (info.segments().isEmpty()) {
            return 0;
        }
        JournalInfo.Segment newest = info.segments().getLast();
        long later = last == Index.NONE ? 0 : Index.segment(last) - newest.number();
        long inLast = last == Index.NONE ? 0 : Index.position(last);
        return later <= 0
                ? bytesBefore + Math.max(newest.usedBytes(), inLast)
                : bytesBefore + later * newest.sizeBytes() + inLast;
    }

    private long segments(long last) {
        if (info.segments().isEmpty()) {
            return 0;
        }
        long later = last == Index.NONE
                ? 0
                : Index.segment(last) - info.segments().getLast().number();
        return info.segments().size() + Math.max(0, later);
    }

    /**
     * Returns the named positions of readers as of the last time that the slow numbers were read. What a restart of a
     * service needs is no reader.
     */
    List<Observation.Reader> readers() {
        return info == null
                ? List.of()
                : info.positions().stream()
                        .filter(position ->
                                RestartPosition.service(position.name()).isEmpty())
                        .map(position -> new Observation.Reader(position.name(), position.unread()))
                        .toList();
    }
}
