package io.millrace.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Takes the times of operations of one kind from one thread at a time while another reads them interval by interval.
 * All times of an operation are recorded in one section, so an interval has all of them or none.
 *
 * <p>The writer numbers its sections: {@code section} is odd while it is inside. It writes the number, then a full
 * fence, then reads which histograms are active; the reader makes others active, then a full fence, then reads the
 * number. So either the reader sees that the writer is inside, and waits the some ten nanoseconds until it has left, or
 * the writer sees the new histograms. Half the number is how many operations were recorded. Recording allocates only
 * where a time is longer than all before it.
 */
final class TimesRecorder {
    private static final VarHandle SECTION;

    static {
        try {
            SECTION = MethodHandles.lookup().findVarHandle(TimesRecorder.class, "section", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Mode mode;
    private volatile OutcomeTimes active = OutcomeTimes.empty();
    /** Written by the recording thread alone. */
    private long section;

    TimesRecorder(Mode mode) {
        this.mode = mode;
    }

    /** Records an operation that is over; by the recording thread alone. */
    void record(Outcome outcome, long intendedNs, long startedNs, long endedNs) {
        long before = section;
        SECTION.setVolatile(this, before + 1);
        try {
            Times times = active.of(outcome);
            if (mode.hasSchedule()) {
                times.record(intendedNs, startedNs, endedNs);
            } else {
                times.recordService(startedNs, endedNs);
            }
        } finally {
            SECTION.setRelease(this, before + 2);
        }
    }

    /** Returns how many operations were recorded so far. */
    long ended() {
        return (long) SECTION.getAcquire(this) >>> 1;
    }

    /**
     * Returns what was recorded since the last call. For one reader.
     *
     * @param spare empty histograms that take the place of those that are returned
     */
    @SuppressWarnings("ThreadPriorityCheck") // the writer may need this core to leave its section
    OutcomeTimes exchange(OutcomeTimes spare) {
        OutcomeTimes full = active;
        active = spare;
        VarHandle.fullFence();
        long seen = (long) SECTION.getAcquire(this);
        while ((seen & 1) != 0 && (long) SECTION.getAcquire(this) == seen) {
            Thread.yield();
        }
        return full;
    }
}
