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
    private final FaultInjector injector;
    private final FrameWalk walk = new FrameWalk();

    Periods(JournalTable table, SegmentStore store, FaultInjector injector) {
        this.table = table;
        this.store = store;
        this.injector = injector;
    }

    static Optional<Period> present(JournalTable table) {
        TableRecord record = table.period();
        return record.read() ? Optional.of(new Period(record.second(), record.first())) : Optional.empty();
    }

    /** Puts a period in force; does nothing for the period in force. */
    synchronized Period open(long opening, long end) {
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
            long header = segment.headerAcquire(segment.first);
            boolean leads = opening == segment.index(segment.first)
                    && FrameLayout.holdsPayload(FrameLayout.state(header))
                    && walk.isWhole(segment, segment.first, header);
            if (!leads) {
                throw refused("it is not the first frame of a segment", opening, end, present);
            }
        } finally {
            store.release(segment);
        }
    }

    private JournalException refused(String why, long opening, long end, long present) {
        return new JournalException("cannot open period: " + why + " opening=" + Index.toText(opening) + " end="
                + Index.toText(end) + " present=" + Index.toText(present) + " directory=" + store.directory());
    }
}
