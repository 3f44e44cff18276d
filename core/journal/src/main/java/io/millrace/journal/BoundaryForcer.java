package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import java.nio.file.Path;

/**
 * Forces what a copy holds to the storage device, from where the last force ended up to a boundary, and records the
 * synced index. Belongs to one thread.
 */
final class BoundaryForcer {

    private final Path directory;
    private final JournalTable table;
    private final TableRecord record;
    private final FaultInjector injector;

    private long forced;

    /** The segment up to whose position {@link #position} bytes were forced in this opening. */
    private long number;

    private long position;

    BoundaryForcer(Path directory, JournalTable table, FaultInjector injector) {
        this.directory = directory;
        this.table = table;
        this.record = table.writerSynced(0);
        this.injector = injector;
    }

    /** Starts with what an earlier opening has recorded; its segment is forced as a whole again. */
    void startAt(long synced) {
        number = synced == Index.NONE ? table.firstKept() : Index.segment(synced);
        position = 0;
        forced = synced == Index.NONE ? Index.of(number, 0) : synced;
    }

    /** Returns a boundary before which everything is on the device. */
    long forced() {
        return forced;
    }

    /** Continues after segments that were removed: they need no force any more. */
    void passRemoved(long firstKept) {
        if (number < firstKept) {
            number = firstKept;
            position = 0;
            forced = Math.max(forced, Index.of(firstKept, 0));
        }
    }

    /**
     * Forces everything before a boundary.
     *
     * @param settled the last data or metadata frame that a run ended with; it is recorded
     * @param last the last segment, or null if there is none
     */
    long force(long boundary, long settled, SegmentFile last) {
        if (last == null || forced >= boundary) {
            return forced;
        }
        long startNs = System.nanoTime();
        for (; number < last.number; number++, position = 0) {
            try (SegmentFile segment = SegmentFile.open(directory, number, table.id(), Access.READ_WRITE)) {
                force(segment, segment.sizeBytes());
            }
        }
        force(last, bytesOf(last, boundary));
        return recorded(boundary, settled, System.nanoTime() - startNs);
    }

    private static long bytesOf(SegmentFile last, long boundary) {
        return Index.segment(boundary) > last.number ? last.sizeBytes() : Index.position(boundary);
    }

    /** Returns a force up to a boundary for another thread; null if it is forced. */
    CopyForce forcing(long boundary, long settled, SegmentFile last) {
        return last == null || forced >= boundary
                ? null
                : new CopyForce(
                        directory,
                        table.id(),
                        injector,
                        this,
                        number,
                        position,
                        last.number,
                        bytesOf(last, boundary),
                        boundary,
                        settled);
    }

    boolean isRemoved(long segment) {
        return segment < table.firstKept();
    }

    /** Records what another thread has forced. */
    void done(CopyForce force, long tookNs) {
        if (forced < force.boundary && !isRemoved(force.number)) {
            number = force.lastNumber;
            position = force.lastBytes;
            recorded(force.boundary, force.settled, tookNs);
        }
    }

    private long recorded(long boundary, long settled, long tookNs) {
        table.countForce(0, tookNs);
        injector.reached(FailPoint.DATA_FORCED);
        if (settled != Index.NONE && settled > table.syncedAcquire()) {
            record.write(settled, 0);
            table.raiseSynced(settled);
        }
        injector.reached(FailPoint.SYNCED_RECORDED);
        forced = boundary;
        return forced;
    }

    private void force(SegmentFile segment, long to) {
        injector.forcing(segment.file(), segment.memory, position, to - position);
        segment.force(position, to - position);
        if (position == 0) {
            Directories.force(directory);
            injector.forced(directory);
        }
        position = to;
    }
}
