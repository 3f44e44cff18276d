package io.millrace.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds what slow operations have in common: it samples a thread's stack, but only while an operation of that thread
 * takes longer than a bound. Fast operations, which are nearly all, are never sampled.
 *
 * <p>The watched thread calls {@link #begin} and {@link #end} around each operation: two plain stores. A stack is taken
 * at a safepoint, which stops the watched thread for some tens of microseconds each time, within an operation that is
 * an outlier already. The sampler's own thread sleeps between samples.
 */
public final class OutlierSampler implements AutoCloseable {
    private static final VarHandle STARTED;
    private static final long IDLE = 0;
    private static final int MAX_FRAMES = 100_000;

    static {
        try {
            STARTED = MethodHandles.lookup().findVarHandle(OutlierSampler.class, "startedNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread watched;
    private final long boundNs;
    private final long periodNs;
    private final Thread sampler;
    private final Map<String, long[]> counts = new HashMap<>();
    private final Set<String> topsOfOne = new HashSet<>();
    private final Set<String> framesOfOne = new HashSet<>();
    private volatile boolean isOver;
    private long outliers;
    private long samples;

    @SuppressWarnings("unused") // through STARTED
    private long startedNs;

    private OutlierSampler(Thread watched, long boundNs, long periodNs) {
        this.watched = watched;
        this.boundNs = boundNs;
        this.periodNs = periodNs;
        this.sampler = Thread.ofPlatform().name("outlier-sampler").daemon().unstarted(this::sample);
    }

    /**
     * Begins to watch a thread.
     *
     * @param watched the thread whose operations are timed
     * @param boundNs how long an operation may take before it is sampled, from 1
     * @param periodNs the time between two samples, from 1; the system makes it at least some 50 us
     */
    public static OutlierSampler open(Thread watched, long boundNs, long periodNs) {
        if (boundNs < 1 || periodNs < 1) {
            throw new MeasureException("sampler out of range boundNs=" + boundNs + " periodNs=" + periodNs);
        }
        OutlierSampler opened = new OutlierSampler(watched, boundNs, periodNs);
        opened.sampler.start();
        return opened;
    }

    /** Notes the begin of an operation; called by the watched thread with a time that it has already read. */
    public void begin(long nowNs) {
        STARTED.setOpaque(this, nowNs == IDLE ? 1 : nowNs);
    }

    /** Notes the end of the operation; called by the watched thread. */
    public void end() {
        STARTED.setOpaque(this, IDLE);
    }

    private void sample() {
        long current = IDLE;
        while (!isOver) {
            LockSupport.parkNanos(this, periodNs);
            long started = (long) STARTED.getOpaque(this);
            if (started != IDLE && System.nanoTime() - started >= boundNs) {
                StackTraceElement[] stack = watched.getStackTrace();
                // The thread may have another operation, or none, by then.
                if ((long) STARTED.getOpaque(this) == started && stack.length > 0) {
                    add(stack, started != current);
                    current = started;
                }
            }
        }
    }

    private synchronized void add(StackTraceElement[] stack, boolean isNewOutlier) {
        samples++;
        if (isNewOutlier) {
            outliers++;
            topsOfOne.clear();
            framesOfOne.clear();
        }
        String top = stack[0].toString();
        if (topsOfOne.add(top)) {
            count(top)[0]++;
        }
        for (StackTraceElement frame : stack) {
            String name = frame.toString();
            if (framesOfOne.add(name)) {
                count(name)[1]++;
            }
        }
    }

    private long[] count(String frame) {
        String key = counts.size() < MAX_FRAMES || counts.containsKey(frame) ? frame : "(other)";
        return counts.computeIfAbsent(key, name -> new long[2]);
    }

    /** Returns how many operations were sampled. */
    public synchronized long outliers() {
        return outliers;
    }

    /** Returns how many stacks were taken. */
    public synchronized long samples() {
        return samples;
    }

    /** Returns the sampled methods, those that were running in most outliers first. */
    public synchronized List<FrameCount> frames() {
        List<FrameCount> frames = new ArrayList<>();
        counts.forEach((frame, seen) -> frames.add(new FrameCount(frame, seen[0], seen[1])));
        frames.sort((a, b) ->
                a.atTop() != b.atTop() ? Long.compare(b.atTop(), a.atTop()) : Long.compare(b.anywhere(), a.anywhere()));
        return Collections.unmodifiableList(frames);
    }

    /** Returns a table of the first rows of {@link #frames} as text. */
    public synchronized String text(int rows) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "%d operations took longer than %d ns; %d stacks%n", outliers, boundNs, samples));
        text.append("running  on stack  method\n");
        frames().stream()
                .limit(rows)
                .forEach(frame -> text.append(String.format(
                        Locale.ROOT,
                        "%6.1f%%   %6.1f%%  %s%n",
                        100.0 * frame.atTop() / Math.max(1, outliers),
                        100.0 * frame.anywhere() / Math.max(1, outliers),
                        frame.frame())));
        return text.toString();
    }

    /** Ends the sampler's thread; the samples stay. */
    @Override
    public void close() {
        isOver = true;
        LockSupport.unpark(sampler);
        boolean interrupted = false;
        while (sampler.isAlive()) {
            try {
                sampler.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
