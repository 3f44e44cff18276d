package io.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes segments that a {@link RetentionPolicy} does not keep, in one process at a time.
 *
 * <p>First the table states, on the storage device, which segment is the first that is kept, then the files are
 * deleted, oldest first. So an interrupted removal is finished by the next removal and by recovery, and a reader that
 * misses a segment can distinguish a removed segment from one that does not exist yet. A segment is removed only once
 * its sparse index is closed: then the indexer is beyond it, and the number of its messages is known and added to the
 * table.
 */
final class Retention {

    private static final long PERIOD_NS = 1_000_000_000;

    private final SegmentStore store;
    private final JournalTable table;
    private final JournalEnd end;
    private final OwnershipLock lock;
    private final JournalOptions options;
    private final SparseIndex index = new SparseIndex();

    private long lastStepNs = System.nanoTime() - PERIOD_NS;

    Retention(SegmentStore store, JournalTable table, JournalEnd end, OwnershipLock lock, JournalOptions options) {
        this.store = store;
        this.table = table;
        this.end = end;
        this.lock = lock;
        this.options = options;
    }

    /** Applies the policy of the journal's options, about once a second. */
    void step() {
        long nowNs = System.nanoTime();
        if (!options.retention().keepsAll() && nowNs - lastStepNs >= PERIOD_NS) {
            lastStepNs = nowNs;
            apply(options.retention());
        }
    }

    /** Removes segments by a policy; does nothing while another process or thread removes. */
    synchronized Removal apply(RetentionPolicy policy) {
        if (!lock.tryRetention()) {
            return Removal.NOTHING;
        }
        try {
            lock.recheck();
            delete(store.directory(), table.firstKept());
            return remove(policy);
        } finally {
            lock.releaseRetention();
        }
    }

    /** Deletes the files of an earlier, interrupted removal. */
    static void delete(Path directory, long firstKept) {
        for (long number : SegmentName.list(directory)) {
            if (number >= firstKept) {
                return;
            }
            Path file = SegmentName.file(directory, number);
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new JournalException("cannot remove segment file=" + file + " reason=" + e, e);
            }
        }
    }

    private Removal remove(RetentionPolicy policy) {
        List<Long> numbers = store.numbers();
        long period = policy.periods() == PeriodPolicy.ANY ? Long.MAX_VALUE : presentPeriod();
        long keep = Math.min(Math.min(firstToKeepAnyway(), acknowledgedSegment()), period);
        long sizeBytes = sizeBytes(numbers);
        long nowMs = options.clock().millis();
        List<NamedPosition> readers = NamedPositions.list(table);
        List<Long> removed = new ArrayList<>();
        List<String> heldBy = List.of();
        long bytes = 0;
        long frames = 0;
        for (long number : numbers) {
            SparseIndex.Entry closing = number < keep ? closing(number) : null;
            if (closing == null) {
                break;
            }
            long leftBytes = sizeBytes - bytes;
            List<String> holders = holders(readers, number, leftBytes <= policy.maxBytesForCopies());
            boolean passed = holders.isEmpty() && hasReader(readers);
            boolean closed = policy.periods() == PeriodPolicy.REMOVE_CLOSED; // everything before the first kept segment
            if (!closed && !isDue(policy, leftBytes, nowMs - closing.clockMs(), passed)) {
                break;
            }
            if (!holders.isEmpty() && policy.readers() != ReaderPolicy.IGNORE) {
                heldBy = holders;
                break;
            }
            removed.add(number);
            bytes += sizeBytes(List.of(number));
            frames += closing.dataFrames();
        }
        if (!removed.isEmpty()) {
            long firstKept = removed.getLast() + 1;
            table.setFirstKept(firstKept, table.removedFrames() + frames);
            delete(store.directory(), firstKept);
            FlightEvents.removal(store.directory(), firstKept, bytes);
        }
        return new Removal(removed, bytes, heldBy);
    }

    private static boolean isDue(RetentionPolicy policy, long sizeBytes, long ageMs, boolean passed) {
        boolean old = policy.maxAge().isPresent()
                && Duration.ofMillis(ageMs).compareTo(policy.maxAge().get()) > 0;
        boolean large = policy.maxSizeBytes().isPresent()
                && sizeBytes > policy.maxSizeBytes().getAsLong();
        return old || large || (policy.readers() == ReaderPolicy.REMOVE_READ && passed);
    }

    /** Returns the segment with which the present period opens; the first of all where none was opened. */
    private long presentPeriod() {
        return Periods.present(table)
                .map(period -> Index.segment(period.opening()))
                .orElse(0L);
    }

    /** Returns the segment with the last frame, or in a synced journal the segment of the synced index. */
    private long firstToKeepAnyway() {
        long last = end.lastIndex();
        long tail = last == Index.NONE ? 0 : Index.segment(last);
        if (options.durability() != Durability.SYNCED) {
            return tail;
        }
        long synced = table.syncedAcquire();
        return synced == Index.NONE ? 0 : Math.min(tail, Index.segment(synced));
    }

    /** Returns the segment from which on a copy may still be cut; there is none in other journals. */
    private long acknowledgedSegment() {
        if (table.role() != JournalRole.COPY) {
            return Long.MAX_VALUE;
        }
        Mark mark = Mark.of(table.mark());
        return mark.boundary() == Index.NONE ? 0 : Index.segment(mark.boundary());
    }

    private SparseIndex.Entry closing(long number) {
        SegmentFile segment = store.acquireIfPresent(number);
        if (segment == null) {
            return null;
        }
        try {
            return index.get(segment, SparseIndex.CLOSING_ENTRY);
        } finally {
            store.release(segment);
        }
    }

    private long sizeBytes(List<Long> numbers) {
        long bytes = 0;
        for (long number : numbers) {
            Path file = SegmentName.file(store.directory(), number);
            try {
                bytes += Files.size(file);
            } catch (IOException e) {
                throw new JournalException("cannot read segment file=" + file + " reason=" + e, e);
            }
        }
        return bytes;
    }

    private static boolean hasReader(List<NamedPosition> readers) {
        return readers.stream().anyMatch(reader -> !(reader.state() instanceof PositionState.Parked));
    }

    /** Returns the names of the readers that have not passed a segment, with or without those of copies. */
    private static List<String> holders(List<NamedPosition> readers, long number, boolean withCopies) {
        List<String> names = new ArrayList<>();
        for (NamedPosition reader : readers) {
            if (!withCopies && reader.name().startsWith(Replica.PREFIX)) {
                continue;
            }
            boolean holds = switch (reader.state()) {
                case PositionState.NeverRead _ -> true;
                case PositionState.Parked _ -> false;
                case PositionState.At(long at) -> Index.segment(at) <= number;
            };
            if (holds) {
                names.add(reader.name());
            }
        }
        return names;
    }
}
