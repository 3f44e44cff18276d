package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.Rate;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The messages of one client in a round, and the time until the answer to each. The client sends all messages that are
 * due, awaits their answers, and asks again. A message counts from its intended start, so one that had to wait for the
 * answers to those before it shows that. Every message has a number, and answers must come in order.
 *
 * <p>One thread uses it; another thread may have created it.
 */
final class EchoTrips {
    /** The most messages that are sent at once. */
    static final int MOST_DUE = 64;

    private static final long START_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The schedule; null if the next message is due with the answer to the last. */
    private final Rate rate;

    private final long leadInNs;
    private final long recordedNs;
    private final long mostMessages;
    private final Histogram latencies = LatencyRecorder.newHistogram();
    private boolean started;
    private long startNs;
    private long onlyIntendedNs;
    private long due;
    private long sent;
    private long answered;

    private EchoTrips(Rate rate, long leadInNs, long recordedNs, long mostMessages) {
        this.rate = rate;
        this.leadInNs = leadInNs;
        this.recordedNs = recordedNs;
        this.mostMessages = mostMessages;
    }

    /**
     * Returns messages on a schedule.
     *
     * @param leadInNs how long messages are sent before latencies are recorded
     * @param recordedNs how long latencies are recorded
     */
    static EchoTrips atRate(long perSecond, long leadInNs, long recordedNs) {
        Rate rate = Rate.perSecond(perSecond);
        return new EchoTrips(rate, leadInNs, recordedNs, rate.countWithin(leadInNs + recordedNs));
    }

    /**
     * Returns messages of which one is in flight, until the time is over and one was recorded, or as many were sent as
     * allowed.
     */
    static EchoTrips oneInFlight(long leadInNs, long recordedNs, long mostMessages) {
        return new EchoTrips(null, leadInNs, recordedNs, mostMessages);
    }

    /**
     * Waits, busily, until a message is due. All messages sent must have been answered.
     *
     * @return how many messages to send now, or 0 if this was the last
     */
    int awaitDue() {
        if (answered != sent) {
            throw new BenchmarkException("answers are missing sent=" + sent + " answered=" + answered);
        }
        if (!started) {
            started = true;
            startNs = System.nanoTime() + START_DELAY_NS;
        }
        if (rate == null) {
            onlyIntendedNs = System.nanoTime();
            // A machine that is busy may have recorded none in time.
            boolean lasts = onlyIntendedNs - startNs < leadInNs + recordedNs || latencies.getTotalCount() == 0;
            due = sent < mostMessages && lasts ? sent + 1 : sent;
            return (int) (due - sent);
        }
        if (sent == mostMessages) {
            return 0;
        }
        long nextNs = intendedNs(sent);
        while (System.nanoTime() - nextNs < 0) {
            Thread.onSpinWait();
        }
        long nowNs = System.nanoTime();
        due = sent + 1;
        while (due < mostMessages && due - sent < MOST_DUE && nowNs - intendedNs(due) >= 0) {
            due++;
        }
        return (int) (due - sent);
    }

    private long intendedNs(long number) {
        return rate == null ? onlyIntendedNs : startNs + rate.offsetNs(number);
    }

    /** Returns the number of the next message to send. */
    long nextNumber() {
        return sent++;
    }

    /**
     * Records the answer to a message.
     *
     * @return whether it was the last of those that are sent together
     */
    boolean answered(long number) {
        if (number != answered || answered >= sent) {
            throw new BenchmarkException(
                    "an answer was lost or out of order expected=" + answered + " actual=" + number + " sent=" + sent);
        }
        long intendedNs = intendedNs(number);
        if (intendedNs - startNs - leadInNs >= 0) {
            latencies.recordValue(Math.min(System.nanoTime() - intendedNs, LatencyRecorder.HIGHEST_NS));
        }
        answered++;
        return answered == due;
    }

    /** Returns the recorded latencies, in ns. */
    Histogram latencies() {
        return latencies;
    }
}
