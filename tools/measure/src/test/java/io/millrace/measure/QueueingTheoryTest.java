package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * Poisson arrivals at one server, against the closed forms (Kleinrock, Queueing Systems, volume 1): the whole harness,
 * from the seeded arrivals to the histogram, must find the known distribution.
 */
class QueueingTheoryTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double LOAD = 0.7;
    private static final long MEAN_SERVICE_NS = 700_000;

    private final VirtualClock clock = new VirtualClock();

    @Test
    void oneServerWithExponentialServiceHasAnExponentialResponseTime() {
        SplittableRandom random = new SplittableRandom(11);
        Histogram response = measure(() -> (long) (-MEAN_SERVICE_NS * Math.log(1 - random.nextDouble())));
        // M/M/1: the response time is exponential with the mean s / (1 - load).
        double meanNs = MEAN_SERVICE_NS / (1 - LOAD);
        assertEquals(meanNs, response.getMean(), 0.05 * meanNs);
        for (double percentile : new double[] {50, 90, 99}) {
            double expectedNs = -meanNs * Math.log(1 - percentile / 100);
            assertEquals(expectedNs, (double) response.getValueAtPercentile(percentile), 0.07 * expectedNs);
        }
    }

    @Test
    void oneServerWithConstantServiceWaitsAsPollaczekAndKhinchinSay() {
        Histogram response = measure(() -> MEAN_SERVICE_NS);
        // M/D/1: the mean wait is load * s / (2 (1 - load)); an arrival does not wait with probability 1 - load.
        double meanNs = MEAN_SERVICE_NS + LOAD * MEAN_SERVICE_NS / (2 * (1 - LOAD));
        assertEquals(meanNs, response.getMean(), 0.03 * meanNs);
        double atOnce = response.getCountBetweenValues(0, MEAN_SERVICE_NS) / (double) response.getTotalCount();
        assertEquals(1 - LOAD, atOnce, 0.02);
        // P(wait < t) for t below one service time is (1 - load) exp(rate * t); with t = s / 2:
        double half = response.getCountBetweenValues(0, MEAN_SERVICE_NS * 3 / 2) / (double) response.getTotalCount();
        assertEquals((1 - LOAD) * Math.exp(LOAD / 2), half, 0.02);
    }

    private Histogram measure(LongSupplier serviceNs) {
        HarnessOptions options = HarnessOptions.at(Rate.perSecond(1_000))
                .with(Arrivals.poisson(Rate.perSecond(1_000), 5))
                .lasting(10 * SECOND, 400 * SECOND, 1)
                .recording(MachineRecording.OFF);
        return new Harness(options, clock)
                .run((sequence, intendedNs) -> clock.awaitNs(clock.nanoTime() + serviceNs.getAsLong()))
                .all("op-rt");
    }
}
