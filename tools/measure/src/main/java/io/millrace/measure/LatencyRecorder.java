package io.millrace.measure;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Takes times from any thread while another reads them interval by interval. Each platform thread writes a histogram of
 * its own, so that writers do not disturb each other; virtual threads, which may be very many, share one.
 *
 * <p>Recording allocates nothing after a thread's first time. Values keep three significant digits, from 1 ns to
 * {@link #HIGHEST_NS}.
 */
public final class LatencyRecorder {
    /** The longest time that is told apart, one hour; what is longer is recorded as this, and counted as clamped. */
    public static final long HIGHEST_NS = 3_600_000_000_000L;

    /** Significant decimal digits of every value. */
    public static final int DIGITS = 3;

    private final String tag;
    private final Runnable onNewThread;
    private final List<Writer> writers = new CopyOnWriteArrayList<>();
    private final ThreadLocal<SingleWriterRecorder> ownWriter = ThreadLocal.withInitial(this::newWriter);
    private final Recorder sharedWriter = new Recorder(1, HIGHEST_NS, DIGITS);
    private final LongAdder clamped = new LongAdder();
    private final Histogram total = newHistogram();
    private final Histogram gathered = newHistogram();
    private final Histogram scratch = newHistogram();

    /** The histogram of one thread. */
    private record Writer(Thread thread, SingleWriterRecorder recorder) {}

    /**
     * Creates one.
     *
     * @param tag the name in logs and tables
     * @throws MeasureException if the tag cannot stand in a log, see {@link IntervalLogWriter#checkTag}
     */
    public LatencyRecorder(String tag) {
        this(tag, () -> {});
    }

    /** Creates one that tells of each platform thread that records for the first time, in that thread. */
    LatencyRecorder(String tag, Runnable onNewThread) {
        this.onNewThread = onNewThread;
        this.tag = IntervalLogWriter.checkTag(Objects.requireNonNull(tag));
    }

    /** Returns an empty histogram with the range and precision of all that is recorded here. */
    public static Histogram newHistogram() {
        return new Histogram(1, HIGHEST_NS, DIGITS);
    }

    /** Returns the name in logs and tables. */
    public String tag() {
        return tag;
    }

    /** Records a time in nanoseconds; less than nothing, which two clocks may give, counts as nothing. */
    public void record(long latencyNs) {
        long value = latencyNs;
        if (value < 0 || value > HIGHEST_NS) {
            value = value < 0 ? 0 : HIGHEST_NS;
            clamped.increment();
        }
        if (Thread.currentThread().isVirtual()) {
            sharedWriter.recordValue(value);
        } else {
            ownWriter.get().recordValue(value);
        }
    }

    /** Adds what was recorded elsewhere to the interval that is under way. */
    synchronized void add(Histogram times, long clampedCount) {
        if (times.getTotalCount() > 0) {
            gathered.add(times);
        }
        clamped.add(clampedCount);
    }

    private SingleWriterRecorder newWriter() {
        SingleWriterRecorder recorder = new SingleWriterRecorder(1, HIGHEST_NS, DIGITS);
        writers.add(new Writer(Thread.currentThread(), recorder));
        onNewThread.run();
        return recorder;
    }

    /**
     * Returns what was recorded since the last call, and adds it to the total. Waits for no writer for longer than it
     * takes to record one time.
     */
    public synchronized Histogram interval() {
        Histogram interval = newHistogram();
        interval.setTag(tag);
        for (Writer writer : List.copyOf(writers)) {
            boolean hasEnded = !writer.thread().isAlive();
            writer.recorder().getIntervalHistogramInto(scratch);
            interval.add(scratch);
            if (hasEnded) {
                writers.remove(writer);
            }
        }
        sharedWriter.getIntervalHistogramInto(scratch);
        interval.add(scratch);
        interval.add(gathered);
        gathered.reset();
        total.add(interval);
        return interval;
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
