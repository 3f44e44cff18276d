package io.millrace.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.load.GivenOperation;
import io.millrace.load.OperationSpec;
import io.millrace.load.Target;
import io.millrace.load.TargetSession;
import io.millrace.measure.Completion;
import io.millrace.measure.Harness;
import io.millrace.measure.HarnessOptions;
import io.millrace.measure.HarnessReport;
import io.millrace.measure.NanoClock;
import io.millrace.measure.Probe;
import io.millrace.measure.Rate;
import io.millrace.measure.RunResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real server pauses once. Of the operations that were due in the pause, each has waited from when it was due to the
 * end of the pause, and all others hardly at all, so that the response times of a run are known beforehand.
 */
@Tag("process")
@Tag("alone")
class ClosedFormTest {
    private static final long RATE = 200;
    private static final long SECOND = 1_000_000_000;
    private static final long PAUSE_NS = SECOND;
    private static final int ATTEMPTS = 8;

    /**
     * What else the machine does may make an operation longer, never shorter, so only one attempt need agree; and it
     * does that to operations outside the pause as well, which says how much of it there was.
     */
    @ParameterizedTest
    @ValueSource(strings = {"1.1", "2"})
    void percentilesAgreeWithTheClosedForm(String version) throws Exception {
        double worst = Double.POSITIVE_INFINITY;
        for (int attempt = 0; attempt < ATTEMPTS && worst > 0.1; attempt++) {
            worst = Math.min(worst, disagreement(version));
        }
        assertTrue(worst <= 0.1, "disagreement=" + worst);
    }

    /**
     * Returns by how much the worst percentile is above the closed form, less the longest time of an operation that the
     * pause did not touch, relative to the pause.
     */
    private static double disagreement(String version) throws Exception {
        long[] dueNs = new long[(int) (2 * RATE)];
        AtomicLongArray doneNs = new AtomicLongArray(dueNs.length);
        AtomicLong pausedNs = new AtomicLong();
        AtomicLong wentOnNs = new AtomicLong();
        RunResult run;
        try (PausingServer server = PausingServer.start();
                Target target = HttpTargetTest.target(server.url(), "version", version, "in-flight", "1000");
                TargetSession session =
                        target.prepare(List.of(new OperationSpec("get", 1, List.of(), Map.of(), "here")))) {
            GivenOperation first = new GivenOperation(0);
            session.issue(first);
            assertEquals(null, first.failure());
            Thread pauser = Thread.ofPlatform().unstarted(() -> {
                server.pause();
                pausedNs.set(System.nanoTime());
                NanoClock clock = NanoClock.system();
                clock.sleepNs(pausedNs.get() + PAUSE_NS);
                wentOnNs.set(System.nanoTime());
                server.goOn();
            });
            HarnessOptions options = HarnessOptions.at(Rate.parse(RATE + "/s"))
                    .named("get")
                    .lasting(0, 2 * SECOND, 1)
                    .draining(60 * SECOND)
                    .complete(Completion.ON_PROBE);
            Harness harness = new Harness(options, NanoClock.system());
            Probe done = harness.completion();
            HarnessReport report = harness.run((sequence, intendedNs) -> {
                dueNs[(int) sequence] = intendedNs;
                if (sequence == RATE / 2) {
                    pauser.start();
                }
                session.issue(new GivenOperation(0) {
                    @Override
                    public void complete() {
                        doneNs.set((int) sequence, System.nanoTime());
                        done.sample(sequence);
                    }
                });
            });
            pauser.join();
            run = report.runs().getFirst();
        }
        Histogram response = run.histograms().get("get-rt");
        assertEquals(2 * RATE, run.completed(), () -> run.toString());
        double[] expectedNs = Arrays.stream(dueNs)
                .mapToDouble(due -> due < pausedNs.get() ? 0 : Math.max(0, wentOnNs.get() - due))
                .sorted()
                .toArray();
        double otherwiseNs = IntStream.range(0, dueNs.length)
                .filter(i -> doneNs.get(i) < pausedNs.get() || dueNs[i] > wentOnNs.get())
                .mapToDouble(i -> doneNs.get(i) - dueNs[i])
                .max()
                .orElse(0);
        double worst = expectedNs[expectedNs.length / 2 + 1] > 0 ? 0 : Double.POSITIVE_INFINITY;
        for (double percentile : new double[] {60, 70, 80, 90, 99}) {
            double expected = expectedNs[(int) Math.ceil(expectedNs.length * percentile / 100) - 1];
            double actual = response.getValueAtPercentile(percentile);
            assertTrue(
                    actual >= expected * 0.999,
                    "percentile=" + percentile + " expectedNs=" + expected + " actualNs=" + actual);
            worst = Math.max(worst, (actual - expected - otherwiseNs) / PAUSE_NS);
        }
        return worst;
    }
}
