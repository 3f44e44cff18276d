package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Brings a copy, or a source that becomes a copy, into the state that {@link CopyWriter} relies on: whole frames up
 * to a tail, and only zeros after it. It never writes an end mark and creates no segment, since a copy has no frame
 * that its source has not: what is lost after a loss of power is copied again, to the same indexes.
 *
 * <p>In the same machine run all published frames must be whole. The claims of a source whose processes were killed
 * become padding: no copy has got them, because a source is copied up to its first claim. In another machine run a
 * claim may have been published and copied before its page was lost, so the frames end at it, as at any frame that is
 * not whole; up to the synced index there must be none. Segments after that end are deleted, from the last to the
 * first, so that until then the next recovery finds the same end.
 */
final class CopyRecovery {

    private final Path directory;
    private final JournalTable table;
    private final FaultInjector injector;
    private final FrameWalk walk = new FrameWalk();
    private final SparseIndex index = new SparseIndex();
    private final SegmentReach reach = new SegmentReach();
    private final boolean machineRestarted;
    private final boolean wasSource;
    private final long synced;

    private CopyRecovery(Path directory, JournalTable table, FaultInjector injector) {
        this.directory = directory;
        this.table = table;
        this.injector = injector;
        UUID boot = injector.machineRun();
        this.machineRestarted = !boot.equals(table.boot()) || boot.equals(new UUID(0, 0));
        this.wasSource = table.role() == JournalRole.SOURCE;
        this.synced = table.recordedSynced();
    }

    /** Recovers a journal, whose role is {@link JournalRole#COPY} afterwards; the caller owns it exclusively. */
    static void run(Path directory, JournalTable table, FaultInjector injector) {
        new CopyRecovery(directory, table, injector).run();
    }

    private void run() {
        SegmentName.listPreparing(directory).forEach(CopyRecovery::delete);
        Retention.delete(directory, table.firstKept());
        recover(withoutGap(SegmentName.list(directory)));
        NamedPositions.recover(table);
        table.resetSynced(synced);
        lowerMark();
        table.setBoot(injector.machineRun());
        if (wasSource) {
            table.setRole(JournalRole.COPY, table.memberNumber());
        }
    }

    /**
     * Lowers the mark to the synced frames after a loss of power: what remains after them may be half of a batch. No
     * reader has survived that.
     */
    private void lowerMark() {
        if (machineRestarted) {
            JournalTable.lowerMark(table.mark(), afterSynced());
        }
    }

    private long afterSynced() {
        if (synced == Index.NONE) {
            return Index.NONE;
        }
        try (SegmentFile segment = SegmentFile.open(directory, Index.segment(synced), table.id(), Access.READ_ONLY)) {
            int at = (int) Index.position(synced);
            return segment.index(segment.next(at, segment.headerAcquire(at)));
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new JournalException("cannot delete segment file=" + file + " reason=" + e, e);
        }
    }

    /** Returns whether no frame of a segment was ever recorded as synced. */
    private boolean mayBeLost(long number) {
        return machineRestarted && number > (synced == Index.NONE ? -1 : Index.segment(synced));
    }

    /** Returns the segments before the first that is missing, and deletes those after it. */
    private List<Long> withoutGap(List<Long> numbers) {
        int kept = 0;
        while (kept < numbers.size() && numbers.get(kept) == table.firstKept() + kept) {
            kept++;
        }
        long missing = table.firstKept() + kept;
        if (kept < numbers.size()) {
            if (!mayBeLost(missing)) {
                throw SegmentStore.missing(directory, missing, numbers.get(kept));
            }
            discard(numbers.subList(kept, numbers.size()));
        }
        if (synced != Index.NONE && Index.segment(synced) >= missing) {
            throw new JournalDamagedException(
                    "synced segment is missing file=" + SegmentName.file(directory, Index.segment(synced)) + " synced="
                            + Index.toText(synced) + " actual=" + (missing - 1));
        }
        return numbers.subList(0, kept);
    }

    /** Deletes segments, from the last to the first. */
    private void discard(List<Long> numbers) {
        for (long number : new ArrayList<>(numbers).reversed()) {
            delete(SegmentName.file(directory, number));
        }
        if (!numbers.isEmpty()) {
            Directories.force(directory);
            injector.forced(directory);
        }
    }

    private void recover(List<Long> numbers) {
        int from = Math.max(0, numbers.size() - 1);
        while (from > 0 && !isTrusted(numbers.get(from - 1))) {
            from--;
        }
        for (int i = from; i < numbers.size(); i++) {
            List<Long> later = numbers.subList(i + 1, numbers.size());
            SegmentFile segment = openUnlessLost(numbers.get(i));
            if (segment == null) {
                discard(numbers.subList(i, numbers.size()));
                return;
            }
            try (segment) {
                int tail = verify(segment);
                if (FrameLayout.state(segment.headerAcquire(tail)) == FrameLayout.END) {
                    settle(segment, tail, tail + FrameLayout.HEADER_BYTES);
                    continue;
                }
                checkMayEnd(segment, tail);
                later.forEach(number -> checkMayBeDiscarded(number));
                discard(later);
                settle(segment, tail, tail);
                return;
            }
        }
    }

    private boolean isTrusted(long number) {
        if (machineRestarted) {
            return synced != Index.NONE && number < Index.segment(synced);
        }
        try (SegmentFile segment = open(number)) {
            return index.get(segment, SparseIndex.CLOSING_ENTRY) != null;
        }
    }

    private SegmentFile open(long number) {
        return SegmentFile.open(directory, number, table.id(), Access.READ_WRITE);
    }

    /** Returns a segment, or null if it was never synced and is not a segment. */
    private SegmentFile openUnlessLost(long number) {
        try {
            return open(number);
        } catch (JournalDamagedException e) {
            if (!mayBeLost(number)) {
                throw e;
            }
            logger().log(Level.WARNING, "machine went down before a segment was synced; the segment is lost", e);
            return null;
        }
    }

    /** Returns the position after the last whole frame: of an end mark, of a zero header, or of a torn frame. */
    private int verify(SegmentFile segment) {
        int at = segment.first;
        long known = machineRestarted ? 0 : reach.of(segment);
        while (true) {
            long header = segment.headerAcquire(at);
            if (header == 0) {
                return at;
            }
            if (isOwnClaim(segment, at, header)) {
                if (at < known) {
                    throw segment.missing(at, header, known, "");
                }
                header = SegmentTail.pad(segment, at, header);
            }
            int state = FrameLayout.state(header);
            boolean possible = state > FrameLayout.CLAIMED && state <= FrameLayout.END;
            if (!possible || !walk.isWhole(segment, at, header)) {
                return torn(segment, at, header);
            }
            if (state == FrameLayout.END) {
                return at;
            }
            at = segment.next(at, header);
        }
    }

    private boolean isOwnClaim(SegmentFile segment, int at, long header) {
        return wasSource
                && !machineRestarted
                && FrameLayout.state(header) == FrameLayout.CLAIMED
                && FrameLayout.isPlausibleClaim(header)
                && FrameLayout.frameBytes(FrameLayout.length(header)) <= segment.limit - at;
    }

    private int torn(SegmentFile segment, int at, long header) {
        long torn = segment.index(at);
        if (!machineRestarted || torn <= synced) {
            throw new JournalDamagedException("damaged frame file=" + segment.file() + " index=" + Index.toText(torn)
                    + " header=0x" + Long.toHexString(header) + " state=" + FrameLayout.state(header) + " length="
                    + FrameLayout.length(header) + " synced=" + Index.toText(synced));
        }
        return at;
    }

    private void checkMayEnd(SegmentFile segment, int tail) {
        if (segment.index(tail) <= synced) {
            throw new JournalDamagedException("synced frames are missing file=" + segment.file() + " index="
                    + Index.toText(segment.index(tail)) + " expected=frame actual=nothing synced="
                    + Index.toText(synced));
        }
        long known = machineRestarted ? 0 : reach.withLostFrame(segment);
        if (tail < known) {
            throw segment.missing(tail, segment.headerAcquire(tail), known, "");
        }
    }

    /** Checks a segment after one that has not ended: it was only prepared, or it may be lost. */
    private void checkMayBeDiscarded(long number) {
        if (mayBeLost(number)) {
            return;
        }
        try (SegmentFile segment = open(number)) {
            int state = FrameLayout.state(segment.headerAcquire(segment.first));
            if (machineRestarted || (state != FrameLayout.NOTHING && state != FrameLayout.END)) {
                throw new JournalDamagedException("segment has frames, but the segment before it has no end file="
                        + segment.file() + " index=" + Index.toText(segment.index(segment.first)) + " synced="
                        + Index.toText(synced));
            }
        }
    }

    /** Makes everything after the tail zero, and forces that before a reader can see it. */
    private void settle(SegmentFile segment, int tail, int from) {
        boolean discards = segment.headerAcquire(tail) != 0 && from == tail;
        SegmentTail.zero(segment, from);
        if (machineRestarted) {
            SegmentTail.limit(segment, tail);
            if (discards) {
                logger().log(
                                Level.WARNING,
                                "machine went down while frames were not synced; they are copied again"
                                        + " file={0} index={1}",
                                segment.file(),
                                Index.toText(segment.index(tail)));
            }
            SegmentTail.force(segment, injector);
        }
    }

    private static System.Logger logger() {
        return System.getLogger(CopyRecovery.class.getPackageName());
    }
}
