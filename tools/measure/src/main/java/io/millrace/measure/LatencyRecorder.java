package io.millrace.measure;

import io.millrace.measure.StripedHistograms.Stripe;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/**
 * Records times from any thread while another thread reads them interval by interval. Threads write one of a bounded
 * number of {@linkplain StripedHistograms histograms}, mostly each its own, so that writers do not disturb each other,
 * and any number of short-lived threads needs no more memory.
 *
 * <p>Recording allocates nothing once its histogram is made. Values keep three significant digits, from 1 ns to {@link
 * #HIGHEST_NS}.
 */
public final class LatencyRecorder {
    /** The longest distinct time, one hour; a longer time is recorded as this, and counted as clamped. */
    public static final long HIGHEST_NS = 3_600_000_000_000L;

    /** Significant decimal digits of every value. */
    public static final int DIGITS = 3;

    private final String tag;
    private final Runnable onNewThread;
    private final StripedHistograms<Active> stripes = new StripedHistograms<>(Active::new);
    private final LongAdder clamped = new LongAdder();
    private final Histogram total = newHistogram();
    private final Histogram gathered = newHistogram();
    /** Empty; replaces the one that is read. */
    private Histogram spare = newHistogram();

    /** The histogram that one stripe writes. */
    private static final class Active {
        private Histogram histogram = newHistogram();
    }

    /**
     * Creates one.
     *
     * @param tag the name in logs and tables
     * @throws MeasureException if the tag is not valid in a log, see {@link IntervalLogWriter#checkTag}
     */
    public LatencyRecorder(String tag) {
        this(tag, () -> {});
    }

    /**
     * Creates a recorder that reports each platform thread that records, in that thread: at its first time, and
     * possibly again if threads share a histogram.
     */
    LatencyRecorder(String tag, Runnable onNewThread) {
        this.onNewThread = onNewThread;
        this.tag = IntervalLogWriter.checkTag(Objects.requireNonNull(tag));
    }

    /** Returns an empty histogram with the range and precision of this recorder. */
    public static Histogram newHistogram() {
        return new Histogram(1, HIGHEST_NS, DIGITS);
    }

    /** Returns the name in logs and tables. */
    public String tag() {
        return tag;
    }

    /** Records a time in nanoseconds; a negative time, which two clocks may give, counts as 0. */
    public void record(long latencyNs) {
        long value = latencyNs;
        if (value < 0 || value > HIGHEST_NS) {
            value = value < 0 ? 0 : HIGHEST_NS;
            clamped.increment();
        }
        Thread thread = Thread.currentThread();
        Stripe<Active> stripe = stripes.acquire();
        boolean mayBeNew = stripe.isFirstHeldBy(thread.threadId());
        stripe.state().histogram.recordValue(value);
        stripe.release();
        if (mayBeNew && !thread.isVirtual()) {
            onNewThread.run();
        }
    }

    /** Adds times recorded elsewhere to the current interval. */
    synchronized void add(Histogram times, long clampedCount) {
        if (times.getTotalCount() > 0) {
            gathered.add(times);
        }
        clamped.add(clampedCount);
    }

    /**
     * Returns the times recorded since the last call, and adds them to the total. Waits for a writer at most as long as
     * one recording takes.
     */
    public synchronized Histogram interval() {
        Histogram interval = newHistogram();
        interval.setTag(tag);
        for (Stripe<Active> stripe : stripes.made()) {
            stripe.acquire();
            Histogram full = stripe.state().histogram;
            stripe.state().histogram = spare;
            stripe.release();
            interval.add(full);
            full.reset();
            spare = full;
        }
        interval.add(gathered);
        gathered.reset();
        total.add(interval);
        return interval;
    }

    /** Returns how many histograms threads write. */
    int histograms() {
        return stripes.made().size();
    }

    /** Returns a copy of all that {@link #interval()} has returned since the last {@link #reset()}. */
    public synchronized Histogram total() {
        Histogram copy = total.copy();
        copy.setTag(tag);
        return copy;
    }

    /** Forgets everything recorded so far. */
    public synchronized void reset() {
        interval();
        total.reset();
        clamped.reset();
    }

    /** Returns how many times since the last reset lay outside the range and were moved to its edge. */
    public long clamped() {
        return clamped.sum();
    }
}
