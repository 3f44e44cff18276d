package io.millrace.load;

import io.millrace.measure.Arrivals;
import io.millrace.measure.Schedule;
import io.millrace.measure.Schedule.Ticket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The state that the threads of a run share during the warm-up or the run proper. */
final class LoadPhase {
    private final LoadOptions options;
    private final long firstSequence;
    private final long startNs;
    private final long endNs;
    private final long limit;
    private final Schedule schedule;
    private final RunRecorder recorder;
    private final Failures failures = new Failures();
    private final LongAdder unmatched = new LongAdder();
    private final AtomicLong closedLoop = new AtomicLong();
    private final AtomicInteger issuing;
    private volatile boolean isOver;

    LoadPhase(LoadOptions options, int kinds, long startNs, long durationNs, long limit, long firstSequence) {
        this.options = options;
        this.startNs = startNs;
        this.endNs = startNs + durationNs;
        this.limit = limit;
        this.firstSequence = firstSequence;
        this.recorder = new RunRecorder(options.mode(), kinds);
        this.issuing = new AtomicInteger(options.threads());
        this.schedule = options.arrivals()
                .map(arrivals -> new Schedule(arrivals, startNs, durationNs, limit, firstSequence))
                .orElse(null);
    }

    /** Claims the next operation of the schedule; false when there is none left. */
    boolean claim(Ticket ticket) {
        return schedule.claim(ticket);
    }

    /** Returns how many operations of the schedule were claimed. */
    long claimed() {
        return schedule.claimed();
    }

    /** Claims the number of the next operation of a closed loop; -1 when there is none left. */
    long claimNext() {
        long number = closedLoop.getAndIncrement();
        return number < limit ? firstSequence + number : -1;
    }

    /**
     * Returns how many operations are due before a time, in a mode with a schedule. Of even arrivals that is
     * arithmetic; others are counted one by one.
     */
    long dueBefore(long timeNs) {
        long lengthNs = Math.min(timeNs, endNs) - startNs;
        Arrivals arrivals = options.arrivals().orElseThrow();
        if (isEven()) {
            return Math.min(limit, options.rate().orElseThrow().countWithin(lengthNs));
        }
        Schedule same = new Schedule(arrivals, startNs, Math.max(1, lengthNs), limit, firstSequence);
        Ticket ticket = new Ticket();
        while (lengthNs > 0 && same.claim(ticket)) {
            // Claiming counts.
        }
        return same.claimed();
    }

    /** Returns whether operations are due by arithmetic alone. */
    boolean isEven() {
        return options.rate().map(Arrivals::constant).equals(options.arrivals());
    }

    /** Returns when an operation of even arrivals is due. */
    long evenNs(long number) {
        return startNs + options.rate().orElseThrow().offsetNs(number);
    }

    boolean isOver() {
        return isOver;
    }

    void end() {
        isOver = true;
    }

    /** Notes that a thread issues no more operations. */
    void leave() {
        issuing.decrementAndGet();
    }

    /** Returns how many threads still issue. */
    int issuing() {
        return issuing.get();
    }

    long firstSequence() {
        return firstSequence;
    }

    long startNs() {
        return startNs;
    }

    long endNs() {
        return endNs;
    }

    RunRecorder recorder() {
        return recorder;
    }

    Failures failures() {
        return failures;
    }

    LongAdder unmatched() {
        return unmatched;
    }
}
