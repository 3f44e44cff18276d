package io.millrace.journal;

import io.millrace.memory.Directories;

/**
 * Forces published frames to the storage device, from where the last force ended, and records the synced index. Frames
 * count as synced when every byte before their end, the end marks, and the directory entry of their segment were
 * forced. One thread at a time may force.
 */
final class FrameForcer {

    private final JournalEnd end;
    private final SegmentStore store;
    private final JournalTable table;
    private final TableRecord record;
    private final int slot;
    private final FaultInjector injector;

    private long forcedSegment = Index.NONE;
    private long forcedPosition;

    FrameForcer(JournalEnd end, SegmentStore store, JournalTable table, int slot, FaultInjector injector) {
        this.end = end;
        this.store = store;
        this.table = table;
        this.record = table.writerSynced(slot);
        this.slot = slot;
        this.injector = injector;
    }

    /** Returns whether frames are published that are not synced. */
    boolean isBehind() {
        return end.lastIndex() > table.syncedAcquire();
    }

    /** Syncs the frames that are published at this moment, and returns whether there were any. */
    boolean force() {
        long last = end.lastIndex();
        if (last <= table.syncedAcquire()) {
            return false;
        }
        SyncEvent event = FlightEvents.sync();
        long startNs = System.nanoTime();
        forceTo(last);
        table.countForce(slot, System.nanoTime() - startNs);
        injector.reached(FailPoint.DATA_FORCED);
        record.write(last, 0);
        table.raiseSynced(last);
        injector.reached(FailPoint.SYNCED_RECORDED);
        if (event != null) {
            event.ended(store.directory(), last);
        }
        return true;
    }

    private void forceTo(long last) {
        if (forcedSegment == Index.NONE) {
            long synced = Math.min(table.syncedAcquire(), last); // another writer may have synced further meanwhile
            forcedSegment = synced == Index.NONE ? store.lowest() : Index.segment(synced);
            forcedPosition = 0;
        }
        while (true) {
            if (forcedSegment != Index.segment(last)) {
                passRemoved();
            }
            boolean isLast = forcedSegment == Index.segment(last);
            SegmentFile segment = store.acquire(forcedSegment);
            try {
                long to = isLast ? endOf(segment, last) : segment.sizeBytes();
                injector.forcing(segment.file(), segment.memory, forcedPosition, to - forcedPosition);
                segment.force(forcedPosition, to - forcedPosition);
                if (forcedPosition == 0) {
                    Directories.force(store.directory());
                    injector.forced(store.directory());
                }
                forcedPosition = to;
            } finally {
                store.release(segment);
            }
            if (isLast) {
                return;
            }
            forcedSegment++;
            forcedPosition = 0;
        }
    }

    /** Continues after segments that retention has removed: they need no force any more. */
    private void passRemoved() {
        long lowest = store.lowest();
        if (forcedSegment < lowest) {
            forcedSegment = lowest;
            forcedPosition = 0;
        }
    }

    private static long endOf(SegmentFile segment, long last) {
        int position = (int) Index.position(last);
        return segment.next(position, segment.headerAcquire(position));
    }
}
