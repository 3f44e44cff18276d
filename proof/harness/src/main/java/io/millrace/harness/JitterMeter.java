package io.millrace.harness;

import io.millrace.measure.CoreJitter;
import java.util.concurrent.TimeUnit;

/** Reports how much time the system takes from threads on two cores, as {@link CoreJitter} measures it. */
final class JitterMeter {
    private static final long SMOKE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long MEASURED_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int THREADS = 2;

    private JitterMeter() {}

    /**
     * The result.
     *
     * @param p9999Ns the gap below which 99.99 % of all gaps between clock readings were
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
        CoreJitter jitter = CoreJitter.measure(effort == Effort.SMOKE ? SMOKE_NS : MEASURED_NS, THREADS);
        return new Reading(
                jitter.gaps().getValueAtPercentile(99.99), jitter.gaps().getMaxValue(), jitter.lostShare());
    }
}
