package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.measure.Arrivals;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.Rate;
import io.millrace.measure.VirtualClock;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * Poisson arrivals at one server with a queue, which answers out of its own thread, against the closed forms
 * (Kleinrock, Queueing Systems, volume 1).
 */
class LoadQueueingTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double LOAD = 0.7;
    private static final long MEAN_SERVICE_NS = 700_000;
    private static final Rate RATE = Rate.perSecond(1_000);

    private final VirtualClock clock = new VirtualClock();
    private long freeNs;

    @Test
    void exponentialServiceHasAnExponentialResponseTime() {
        SplittableRandom random = new SplittableRandom(23);
        Histogram response = measure(() -> (long) (-MEAN_SERVICE_NS * Math.log(1 - random.nextDouble())));
        // M/M/1: exponential with the mean s / (1 - load).
        double meanNs = MEAN_SERVICE_NS / (1 - LOAD);
        assertEquals(meanNs, response.getMean(), 0.05 * meanNs);
        for (double percentile : new double[] {50, 90, 99}) {
            double expectedNs = -meanNs * Math.log(1 - percentile / 100);
            assertEquals(
                    expectedNs,
                    (double) response.getValueAtPercentile(percentile),
                    0.07 * expectedNs,
                    "p" + percentile);
        }
    }

    @Test
    void constantServiceWaitsAsPollaczekAndKhinchinSay() {
        Histogram response = measure(() -> MEAN_SERVICE_NS);
        // M/D/1: the mean wait is load * s / (2 (1 - load)); an arrival does not wait with probability 1 - load.
        double meanNs = MEAN_SERVICE_NS + LOAD * MEAN_SERVICE_NS / (2 * (1 - LOAD));
        assertEquals(meanNs, response.getMean(), 0.03 * meanNs);
        double atOnce = response.getCountBetweenValues(0, MEAN_SERVICE_NS) / (double) response.getTotalCount();
        assertEquals(1 - LOAD, atOnce, 0.02);
        // P(wait < t) for t below one service time is (1 - load) exp(rate * t); with t = s / 2:
        double half = response.getCountBetweenValues(0, MEAN_SERVICE_NS * 3 / 2) / (double) response.getTotalCount();
        assertEquals((1 - LOAD) * Math.exp(LOAD / 2), half, 0.02);
        for (double percentile : new double[] {50, 90, 99, 99.9}) {
            double expectedNs = MEAN_SERVICE_NS + erlangWaitNs(percentile / 100);
            assertEquals(
                    expectedNs,
                    (double) response.getValueAtPercentile(percentile),
                    0.08 * expectedNs,
                    "p" + percentile);
        }
    }

    @Test
    void whatIsInFlightIsTheRateTimesTheTime() {
        Concurrency concurrency = run(() -> MEAN_SERVICE_NS).concurrency();
        // M/D/1: load + load^2 / (2 (1 - load)) are in the system, 1.517.
        double expected = LOAD + LOAD * LOAD / (2 * (1 - LOAD));
        assertEquals(expected, concurrency.needed(), 0.04 * expected);
        assertEquals(expected, concurrency.inFlight(), 0.08 * expected);
    }

    /** The wait of M/D/1 at a share, by bisection of Erlang's sum for P(wait <= t). */
    private static double erlangWaitNs(double share) {
        double low = 0;
        double high = 30;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (waitsAtMost(middle) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low * MEAN_SERVICE_NS;
    }

    /** P(wait <= t), t in service times: (1 - load) sum over k <= t of (-load (t - k))^k / k! exp(load (t - k)). */
    private static double waitsAtMost(double t) {
        double sum = 0;
        double factorial = 1;
        for (int k = 0; k <= t; k++) {
            factorial *= Math.max(1, k);
            double x = LOAD * (t - k);
            sum += Math.pow(-x, k) / factorial * Math.exp(x);
        }
        return (1 - LOAD) * sum;
    }

    private Histogram measure(LongSupplier serviceNs) {
        LoadResult result = run(serviceNs);
        assertEquals(result.due(), result.completed());
        return result.times().response();
    }

    private LoadResult run(LongSupplier serviceNs) {
        LoadOptions options = LoadOptions.builder(Mode.FIXED)
                .rate(RATE, Arrivals.poisson(RATE, 5))
                .lasting(10 * SECOND, 400 * SECOND)
                .recording(MachineRecording.OFF)
                .build();
        FakeServer server = FakeServer.doing(operation -> {
            freeNs = Math.max(freeNs, clock.nanoTime()) + serviceNs.getAsLong();
            clock.at(freeNs, operation::complete);
        });
        return new Load(options, Workload.of("op", Map.of()), server, clock).run(LoadObserver.NONE);
    }
}
