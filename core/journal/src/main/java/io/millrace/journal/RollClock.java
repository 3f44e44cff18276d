package io.millrace.journal;

import java.time.InstantSource;

/**
 * Decides when a segment has to end because its period is over. A clock that is set back changes nothing: a segment
 * counts as begun no earlier than the segment before it, and none ends before its own period is over. Belongs to one
 * appender.
 */
final class RollClock {

    private final InstantSource clock;
    private final RollPeriod period;
    private final boolean rolls;

    private long greatestMs;
    private long nextMs = Long.MAX_VALUE;

    RollClock(JournalOptions options) {
        this.clock = options.clock();
        this.period = options.rollEvery();
        this.rolls = !period.equals(RollPeriod.NONE);
    }

    /** Returns whether there is a period at all. */
    boolean rolls() {
        return rolls;
    }

    /** Returns whether the period of the segment is over; reads the clock only where there is a period. */
    boolean isDue() {
        return rolls && clock.millis() >= nextMs;
    }

    /** Continues with another segment, which may have been begun already. */
    void enter(SegmentFile segment) {
        long begunMs = segment.begunMs();
        greatestMs = Math.max(greatestMs, begunMs);
        nextMs = begunMs == 0 ? Long.MAX_VALUE : period.nextStartMs(begunMs);
    }

    /** Notes that the first frame is about to be written to a segment, unless it has been noted. */
    void begin(SegmentFile segment) {
        segment.begin(Math.max(greatestMs, Math.max(1, clock.millis())));
        enter(segment);
    }
}
