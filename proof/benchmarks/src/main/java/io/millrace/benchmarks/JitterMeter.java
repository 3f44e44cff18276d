package io.millrace.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Measures what the machine itself takes away: one thread for each of two cores does nothing but read the clock, and
 * any gap between two readings is time in which the operating system, the hypervisor or another program had the core.
 * No latency measured on the same cores can be blamed on the code below the worst of these gaps.
 */
final class JitterMeter {
    private static final long SMOKE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long MEASURED_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long NOTABLE_NS = 1_000;
    private static final int THREADS = 2;

    private JitterMeter() {}

    /**
     * What was found.
     *
     * @param p9999Ns the gap below which 99.99 % of all gaps between clock readings lay
     * @param maxNs the longest gap
     * @param lostShare the share of time lost in gaps above a microsecond
     */
    record Reading(double p9999Ns, double maxNs, double lostShare) {
        static final String P9999 = "OS jitter p99.99 ns";
        static final String MAX = "OS jitter max ns";
        static final String LOST = "OS jitter lost share";

        void report(Figures figures) {
            figures.report(P9999, p9999Ns);
            figures.report(MAX, maxNs);
            figures.report(LOST, lostShare);
        }
    }

    static Reading measure(Effort effort) throws InterruptedException {
        return measure(effort == Effort.SMOKE ? SMOKE_NS : MEASURED_NS);
    }

    private static Reading measure(long durationNs) throws InterruptedException {
        int threads = Math.min(THREADS, Runtime.getRuntime().availableProcessors());
        CyclicBarrier together = new CyclicBarrier(threads);
        List<Spinner> spinners = new ArrayList<>();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Spinner spinner = new Spinner(together, durationNs);
            spinners.add(spinner);
            running.add(Thread.ofPlatform().name("jitter-" + i).start(spinner));
        }
        for (Thread thread : running) {
            thread.join();
        }
        Histogram all = new Histogram(3);
        double lostNs = 0;
        double elapsedNs = 0;
        for (Spinner spinner : spinners) {
            all.add(spinner.gaps);
            lostNs += spinner.lostNs;
            elapsedNs += spinner.elapsedNs;
        }
        return new Reading(all.getValueAtPercentile(99.99), all.getMaxValue(), lostNs / elapsedNs);
    }

    private static final class Spinner implements Runnable {
        private final Histogram gaps = new Histogram(3);
        private final CyclicBarrier together;
        private final long durationNs;
        private long lostNs;
        private long elapsedNs;

        Spinner(CyclicBarrier together, long durationNs) {
            this.together = together;
            this.durationNs = durationNs;
        }

        @Override
        public void run() {
            spin(durationNs / 10);
            gaps.reset();
            lostNs = 0;
            try {
                together.await();
            } catch (Exception e) {
                throw new BenchmarkException("the jitter threads could not start together", e);
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
                gaps.recordValue(gapNs);
                if (gapNs > NOTABLE_NS) {
                    lostNs += gapNs;
                }
                last = now;
            }
            elapsedNs = last - start;
        }
    }
}
