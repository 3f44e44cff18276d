package io.millrace.measure;

import io.millrace.concurrent.ThreadAffinity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.HdrHistogram.Histogram;

/**
 * The time that the machine itself takes from cores: a thread on each only reads the clock, and a gap between two
 * readings is time in which the operating system, the hypervisor or another program had the core. No latency measured
 * on the same cores can be blamed on the code below the worst of these gaps. It occupies the cores, so it runs before
 * or after a measurement and not beside it.
 *
 * @param gaps all gaps in nanoseconds
 * @param lostShare the share of time lost in gaps above a microsecond
 */
public record CoreJitter(Histogram gaps, double lostShare) {
    private static final long NOTABLE_NS = 1_000;
    private static final int ANY_CORE = -1;

    /**
     * Measures on cores at the same time.
     *
     * @param durationNs for how long, after a tenth of it to warm up
     * @param cores the processors, pinned to where that can be done; a negative number leaves the choice to the system
     */
    public static CoreJitter measure(long durationNs, List<Integer> cores) throws InterruptedException {
        if (durationNs < 1 || cores.isEmpty()) {
            throw new MeasureException("nothing to measure durationNs=" + durationNs + " cores=" + cores);
        }
        CyclicBarrier together = new CyclicBarrier(cores.size());
        List<Spinner> spinners = new ArrayList<>();
        List<Thread> running = new ArrayList<>();
        for (int core : cores) {
            Spinner spinner = new Spinner(together, durationNs, core);
            spinners.add(spinner);
            running.add(Thread.ofPlatform().name("jitter-" + running.size()).start(spinner));
        }
        for (Thread thread : running) {
            thread.join();
        }
        Histogram all = LatencyRecorder.newHistogram();
        double lostNs = 0;
        double elapsedNs = 0;
        for (Spinner spinner : spinners) {
            all.add(spinner.gaps);
            lostNs += spinner.lostNs;
            elapsedNs += spinner.elapsedNs;
        }
        return new CoreJitter(all, lostNs / elapsedNs);
    }

    /** Measures with a number of unpinned threads, at most one for each processor. */
    public static CoreJitter measure(long durationNs, int threads) throws InterruptedException {
        int count = Math.min(threads, Runtime.getRuntime().availableProcessors());
        return measure(durationNs, Collections.nCopies(count, ANY_CORE));
    }

    private static final class Spinner implements Runnable {
        private final Histogram gaps = LatencyRecorder.newHistogram();
        private final CyclicBarrier together;
        private final long durationNs;
        private final int core;
        private long lostNs;
        private long elapsedNs;

        Spinner(CyclicBarrier together, long durationNs, int core) {
            this.together = together;
            this.durationNs = durationNs;
            this.core = core;
        }

        @Override
        public void run() {
            if (core >= 0) {
                ThreadAffinity.pin(core);
            }
            spin(durationNs / 10);
            gaps.reset();
            lostNs = 0;
            try {
                together.await();
            } catch (Exception e) {
                throw new MeasureException("the jitter threads could not start together", e);
            }
            spin(durationNs);
        }

        private void spin(long forNs) {
            long start = System.nanoTime();
            long last = start;
            long end = start + forNs;
            while (last - end < 0) {
                long now = System.nanoTime();
                long gapNs = now - last;
                gaps.recordValue(Math.clamp(gapNs, 0, LatencyRecorder.HIGHEST_NS));
                if (gapNs > NOTABLE_NS) {
                    lostNs += gapNs;
                }
                last = now;
            }
            elapsedNs = last - start;
        }
    }
}
