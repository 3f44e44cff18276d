package io.millrace.journal;

import java.util.Optional;

/**
 * Opens periods. The opening of a new period is published like all frames, first in a segment; then it is synced; then
 * the table states, on the storage device, that the period is in force. Until that one record is stored the old period
 * is in force, with everything that it needs, whatever process dies when; afterwards nothing before the opening is
 * needed.
 *
 * <p>So recovery has nothing to do: the named frames are at or below the synced index, and may not be lost.
 */
final class Periods {

    private final JournalTable table;
    private final SegmentStore store;
    private final OwnershipLock lock;
    private final boolean shared;
    private final FaultInjector injector;
    private final FrameWalk walk = new FrameWalk();

    Periods(
            JournalTable table,
            SegmentStore store,
            OwnershipLock lock,
            JournalOptions options,
            FaultInjector injector) {
        this.table = table;
        this.store = store;
        this.lock = lock;
        this.shared = options.ownership() == Ownership.SHARED;
        this.injector = injector;
    }

    static Optional<Period> present(JournalTable table) {
        TableRecord record = table.period();
        return record.read() ? Optional.of(new Period(record.second(), record.first())) : Optional.empty();
    }

    /**
     * Puts a period in force, and returns the one that is then; does nothing for the period in force. In shared
     * ownership also where a later one is in force, and where another process changes the period or removes segments
     * at this moment: that one may be stopped, and a later period replaces this one as well.
     */
    synchronized Optional<Period> open(long opening, long end) {
        if (!shared) {
            return Optional.of(openAlone(opening, end));
        }
        if (!lock.tryRetention()) {
            return present(table);
        }
        try {
            Optional<Period> present = present(table);
            boolean isLater = present.isPresent() && present.get().opening() >= opening;
            return isLater ? present : Optional.of(openAlone(opening, end));
        } finally {
            lock.releaseRetention();
        }
    }

    private Period openAlone(long opening, long end) {
        Optional<Period> present = present(table);
        if (present.isPresent() && present.get().opening() == opening) {
            return present.get();
        }
        long number = present.map(Period::number).orElse(0L) + 1;
        check(opening, end, present.map(Period::opening).orElse(Index.NONE));
        table.setPeriod(opening, number);
        injector.reached(FailPoint.PERIOD_OPENED);
        return new Period(number, opening);
    }

    private void check(long opening, long end, long present) {
        if (opening <= present || end < opening) {
            throw refused(
                    "it does not start after the present period, or ends before it starts", opening, end, present);
        }
        if (end > table.syncedAcquire()) {
            throw refused("it is not synced synced=" + Index.toText(table.syncedAcquire()), opening, end, present);
        }
        SegmentFile segment = store.acquireIfPresent(Index.segment(opening));
        if (segment == null) {
            throw refused("its segment does not exist", opening, end, present);
        }
        try {
            int first = firstFrame(segment);
            long header = segment.headerAcquire(first);
            boolean leads = opening == segment.index(first)
                    && FrameLayout.holdsPayload(FrameLayout.state(header))
                    && walk.isWhole(segment, first, header);
            if (!leads) {
                throw refused("it is not the first frame of a segment", opening, end, present);
            }
        } finally {
            store.release(segment);
        }
    }

    /** Returns the position of the first frame that is no padding; several owners leave padding by lost claims. */
    private static int firstFrame(SegmentFile segment) {
        int position = segment.first;
        long header = segment.headerAcquire(position);
        while (FrameLayout.state(header) == FrameLayout.PADDING) {
            position = segment.next(position, header);
            header = segment.headerAcquire(position);
        }
        return position;
    }

    private JournalException refused(String why, long opening, long end, long present) {
        return new JournalException("cannot open period: " + why + " opening=" + Index.toText(opening) + " end="
                + Index.toText(end) + " present=" + Index.toText(present) + " directory=" + store.directory());
    }
}
