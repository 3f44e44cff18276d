package io.millrace.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;

/**
 * The counts and times of one issuing thread for operations that are over when their call returns. Another thread
 * collects them interval by interval: response, service and waiting time of an operation are recorded together.
 *
 * <p>The writer numbers its sections: {@code section} is odd while it records. It writes the number, then a full fence,
 * then reads which histograms are active; the reader makes others active, then a full fence, then reads the number. So
 * either the reader sees that the writer is inside, and waits until it has left, or the writer sees the new histograms.
 */
final class IssuerTimes {
    private static final VarHandle SECTION;
    private static final VarHandle ISSUED;
    private static final VarHandle FAILED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SECTION = lookup.findVarHandle(IssuerTimes.class, "section", long.class);
            ISSUED = lookup.findVarHandle(IssuerTimes.class, "issued", long.class);
            FAILED = lookup.findVarHandle(IssuerTimes.class, "failed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile Times active = new Times();
    private Times spare = new Times();
    private long section;
    private long issued;
    private long failed;
    private long waitingNs;

    /** Of the same operations. */
    static final class Times {
        final Histogram response = LatencyRecorder.newHistogram();
        final Histogram service = LatencyRecorder.newHistogram();
        final Histogram waiting = LatencyRecorder.newHistogram();
        private long clamped;

        private void record(Histogram histogram, long ns) {
            if (ns < 0 || ns > LatencyRecorder.HIGHEST_NS) {
                clamped++;
                histogram.recordValue(ns < 0 ? 0 : LatencyRecorder.HIGHEST_NS);
            } else {
                histogram.recordValue(ns);
            }
        }

        long clamped() {
            return clamped;
        }

        private void reset() {
            response.reset();
            service.reset();
            waiting.reset();
            clamped = 0;
        }
    }

    /** Receives the recorded times; the histograms are reused afterwards. */
    @FunctionalInterface
    interface Sink {
        void take(Times times);
    }

    /** Counts an operation that begins. */
    void called(long newWaitingNs) {
        waitingNs = newWaitingNs;
        ISSUED.setRelease(this, issued + 1);
    }

    /** Counts an operation that failed. */
    void failed() {
        FAILED.setRelease(this, failed + 1);
    }

    /** Records an operation that is over. */
    void returned(long intendedNs, long startedNs, long endedNs) {
        long before = section;
        SECTION.setVolatile(this, before + 1);
        Times times = active;
        times.record(times.response, endedNs - intendedNs);
        times.record(times.service, endedNs - startedNs);
        times.record(times.waiting, startedNs - intendedNs);
        SECTION.setRelease(this, before + 2);
    }

    /** Counts an operation that is over, without times. */
    void returned() {
        SECTION.setRelease(this, section + 2);
    }

    long issued() {
        return (long) ISSUED.getAcquire(this);
    }

    long failedCount() {
        return (long) FAILED.getAcquire(this);
    }

    long completed() {
        return (long) SECTION.getAcquire(this) >>> 1;
    }

    /** Returns how late the operation that was issued last began. */
    long waitingNs() {
        return waitingNs;
    }

    /** Hands over the times recorded since the last call. For one reader at a time. */
    @SuppressWarnings("ThreadPriorityCheck") // the writer may need this core to leave its section
    synchronized void gather(Sink sink) {
        Times full = active;
        active = spare;
        VarHandle.fullFence();
        long seen = (long) SECTION.getAcquire(this);
        while ((seen & 1) != 0 && (long) SECTION.getAcquire(this) == seen) {
            Thread.yield();
        }
        sink.take(full);
        full.reset();
        spare = full;
    }
}
