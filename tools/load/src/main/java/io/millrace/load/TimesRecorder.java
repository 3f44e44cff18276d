package io.millrace.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * Takes the times of operations of one kind from one thread while another reads them interval by interval. All times
 * of an operation are recorded in one critical section, so an interval has all of them or none.
 *
 * <p>The reader exchanges the histograms for empty ones and then waits until the writer has left its section, which is
 * some ten nanoseconds long. Recording allocates only where a time is longer than all before it.
 */
final class TimesRecorder {
    private static final VarHandle ENDED;
    private static final long FLIP_YIELD_NS = 100_000;

    static {
        try {
            ENDED = MethodHandles.lookup().findVarHandle(TimesRecorder.class, "ended", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WriterReaderPhaser phaser = new WriterReaderPhaser();
    private final Mode mode;
    private volatile OutcomeTimes active = OutcomeTimes.empty();
    /** Written by the recording thread alone. */
    private long ended;

    TimesRecorder(Mode mode) {
        this.mode = mode;
    }

    /** Records an operation that is over; by the recording thread alone. */
    void record(Outcome outcome, long intendedNs, long startedNs, long endedNs) {
        long section = phaser.writerCriticalSectionEnter();
        try {
            Times times = active.of(outcome);
            if (mode.hasSchedule()) {
                times.record(intendedNs, startedNs, endedNs);
            } else {
                times.recordService(startedNs, endedNs);
            }
        } finally {
            phaser.writerCriticalSectionExit(section);
        }
        ENDED.setRelease(this, ended + 1);
    }

    /** Returns how many operations were recorded so far. */
    long ended() {
        return (long) ENDED.getAcquire(this);
    }

    /**
     * Returns what was recorded since the last call. For one reader.
     *
     * @param spare empty histograms that take the place of those that are returned
     */
    OutcomeTimes exchange(OutcomeTimes spare) {
        phaser.readerLock();
        try {
            OutcomeTimes full = active;
            active = spare;
            phaser.flipPhase(FLIP_YIELD_NS);
            return full;
        } finally {
            phaser.readerUnlock();
        }
    }
}
