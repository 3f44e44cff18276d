package io.millrace.measure;

import io.millrace.concurrent.ThreadAffinity;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A thread that sleeps a millisecond at a time and records how late it is woken: the delay that the operating system
 * causes any thread, measured beside the run on the same core, at almost no cost. Its least value is the system's timer
 * slack, about 50 us on Linux.
 */
public final class HiccupMeter implements AutoCloseable {
    private static final long PERIOD_NS = 1_000_000;

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final NanoClock clock;
    private final LatencyRecorder recorder;
    private final Thread thread;

    /** Creates a meter for a core, or for a core of the system's choice if the number is negative. */
    public HiccupMeter(NanoClock clock, LatencyRecorder recorder, int core) {
        this.clock = clock;
        this.recorder = recorder;
        thread = clock.thread(core < 0 ? "hiccups" : "hiccups-" + core, () -> {
            if (core >= 0) {
                ThreadAffinity.pin(core);
            }
            run();
        });
        thread.setDaemon(true);
    }

    /** Begins to record. */
    public void start() {
        thread.start();
    }

    private void run() {
        long dueNs = clock.nanoTime();
        while (!isOver.getOpaque()) {
            dueNs = Math.max(dueNs, clock.nanoTime()) + PERIOD_NS;
            clock.sleepNs(dueNs);
            recorder.record(clock.nanoTime() - dueNs);
        }
    }

    /** Ends, and waits for its thread. */
    @Override
    public void close() {
        isOver.setOpaque(true);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
