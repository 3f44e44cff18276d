package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines with known answers, under a virtual clock. */
class HarnessTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final HarnessOptions THOUSAND = HarnessOptions.at(Rate.perSecond(1_000))
            .lasting(0, 10 * SECOND, 1)
            .draining(SECOND)
            .inFlight(1 << 14)
            .recording(MachineRecording.OFF);

    private final VirtualClock clock = new VirtualClock();

    @Test
    void aConstantCallHasItsServiceTimeAndNoWait() {
        RunResult run = only(THOUSAND, (sequence, intendedNs) -> clock.awaitNs(clock.nanoTime() + 300_000));
        assertBooks(run, 10_000, 10_000, 0, 0, 0);
        assertValues(run.histogram("op-rt"), 10_000, 300_000, 300_000);
        assertValues(run.histogram("op-st"), 10_000, 300_000, 300_000);
        assertValues(run.histogram("op-wt"), 10_000, 0, 0);
    }

    @Test
    void aStallShowsInEveryOperationThatWasDueMeanwhile() {
        // Operation 1,000 takes 500 ms, all others nothing: 500 were due meanwhile, which begin 499, 498 ... 0 ms late.
        RunResult run = only(THOUSAND, (sequence, intendedNs) -> {
            if (sequence == 1_000) {
                clock.awaitNs(clock.nanoTime() + 500 * MS);
            }
        });
        assertBooks(run, 10_000, 10_000, 0, 0, 0);
        Histogram response = run.histogram("op-rt");
        assertEquals(500, response.getCountBetweenValues(MS / 2, Long.MAX_VALUE / 4));
        for (int quarter = 1; quarter < 4; quarter++) {
            long aboveNs = quarter * 125L * MS;
            assertEquals(500 - quarter * 125 + 1, response.getCountBetweenValues(aboveNs, Long.MAX_VALUE / 4));
        }
        assertEquals(1, run.histogram("op-st").getCountBetweenValues(MS / 2, Long.MAX_VALUE / 4));
        assertValues(run.histogram("op-wt"), 10_000, 0, 499 * MS);
    }

    @Test
    void whatIsNeverIssuedIsCountedWithItsAge() {
        // The call takes twice as long as the schedule allows, and there is a second of grace after ten.
        RunResult run = only(THOUSAND, (sequence, intendedNs) -> clock.awaitNs(clock.nanoTime() + 2 * MS));
        assertBooks(run, 10_000, 5_500, 0, 0, 4_500);
        Histogram ages = run.histogram("op-unissued");
        assertEquals(4_500, ages.getTotalCount());
        assertNear(5_500 * MS, ages.getMaxValue());
        assertNear(1_001 * MS, ages.getMinValue());
    }

    @Test
    void failuresAreKeptApart() {
        RunResult run = only(THOUSAND, (sequence, intendedNs) -> {
            clock.awaitNs(clock.nanoTime() + 100_000);
            if (sequence % 10 == 0) {
                clock.awaitNs(clock.nanoTime() + 200_000);
                throw new IllegalStateException("every tenth");
            }
        });
        assertBooks(run, 10_000, 9_000, 1_000, 0, 0);
        assertValues(run.histogram("op-rt"), 9_000, 100_000, 100_000);
        assertValues(run.histogram("op-err-rt"), 1_000, 300_000, 300_000);
    }

    @Test
    void aPipelineThatLosesOperationsEndsAndSaysHowMany() {
        Harness harness = new Harness(THOUSAND.complete(Completion.ON_PROBE), clock);
        Probe half = harness.probe("half");
        RunResult run = harness.run((sequence, intendedNs) -> clock.at(clock.nanoTime() + 2 * MS, () -> {
                    half.sample(sequence);
                    if (sequence % 100 != 0) {
                        clock.at(
                                clock.nanoTime() + 3 * MS,
                                () -> harness.completion().sample(sequence));
                    }
                }))
                .runs()
                .getFirst();
        assertBooks(run, 10_000, 9_900, 0, 100, 0);
        assertValues(run.histogram("half"), 10_000, 2 * MS, 2 * MS);
        assertValues(run.histogram("op-rt"), 9_900, 5 * MS, 5 * MS);
        assertNear(11 * SECOND, run.elapsedNs());
    }

    @Test
    void aServerThatNeverAnswersLeavesEverythingUnfinished() {
        RunResult run = only(THOUSAND.complete(Completion.ON_PROBE), (sequence, intendedNs) -> {});
        assertBooks(run, 10_000, 0, 0, 10_000, 0);
        assertEquals(0, run.histogram("op-rt").getTotalCount());
    }

    @Test
    void answersMayComeInAnyOrderAndTwice() {
        Harness harness = new Harness(THOUSAND.complete(Completion.ON_PROBE), clock);
        RunResult run = harness.run((sequence, intendedNs) -> {
                    long answerNs = clock.nanoTime() + (sequence % 2 == 0 ? 10 : 1) * MS;
                    clock.at(answerNs, () -> harness.completion().sample(sequence));
                    clock.at(answerNs + MS, () -> harness.completion().sample(sequence));
                })
                .runs()
                .getFirst();
        assertBooks(run, 10_000, 10_000, 0, 0, 0);
        // The second answer to the last one comes when the run is over.
        assertEquals(9_999, run.unmatched());
        assertEquals(5_000, run.histogram("op-rt").getCountBetweenValues(0, 2 * MS));
    }

    @Test
    void whatLeavesTheRingOfThoseInFlightIsUnfinished() {
        // Answers take 100 ms, so 100 operations are in flight, and the ring holds 64: none is recognised any more.
        Harness harness = new Harness(THOUSAND.complete(Completion.ON_PROBE).inFlight(64), clock);
        RunResult run = harness.run((sequence, intendedNs) -> clock.at(
                        clock.nanoTime() + 100 * MS, () -> harness.completion().sample(sequence)))
                .runs()
                .getFirst();
        assertEquals(64, run.completed());
        assertEquals(10_000 - 64, run.unfinished());
        assertEquals(10_000 - 64, run.unmatched());
    }

    @Test
    void warmUpIsPacedAndNotRecorded() {
        List<Long> intended = new ArrayList<>();
        HarnessReport report = new Harness(THOUSAND.lasting(SECOND, SECOND, 2), clock)
                .run((sequence, intendedNs) -> intended.add(intendedNs));
        assertEquals(3_000, intended.size());
        assertEquals(MS, intended.get(1) - intended.get(0));
        assertEquals(2, report.runs().size());
        report.runs().forEach(run -> assertBooks(run, 1_000, 1_000, 0, 0, 0));
        assertEquals(2_000, report.all("op-rt").getTotalCount());
    }

    @Test
    void severalIssuersShareOneSchedule() {
        // Each call takes 3.5 ms at one a millisecond: four threads keep up, three would not.
        Set<Long> seen = new HashSet<>();
        RunResult run = only(THOUSAND.issuedBy(4, List.of()), (sequence, intendedNs) -> {
            assertTrue(seen.add(sequence));
            clock.awaitNs(clock.nanoTime() + 3_500_000);
        });
        assertBooks(run, 10_000, 10_000, 0, 0, 0);
        assertValues(run.histogram("op-wt"), 10_000, 0, 0);
    }

    @Test
    void aRunMayEndAfterANumberOfOperations() {
        RunResult run =
                only(THOUSAND.iterations(25), (sequence, intendedNs) -> clock.awaitNs(clock.nanoTime() + 2 * MS));
        assertBooks(run, 25, 25, 0, 0, 0);
        assertNear(24 * MS, run.histogram("op-wt").getMaxValue());
    }

    @Test
    void aTaskThatCannotBeMadeIsAnError() {
        Harness harness = new Harness(THOUSAND, clock);
        MeasureException error = assertThrows(
                MeasureException.class,
                () -> harness.runEach(() -> {
                    throw new IOException("no server");
                }));
        assertEquals("no server", error.getCause().getMessage());
    }

    @Test
    void theLogHoldsWhatTheReportHolds(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("run.hlog");
        HarnessReport report = new Harness(THOUSAND.loggedTo(file, SECOND), clock)
                .run((sequence, intendedNs) -> clock.awaitNs(clock.nanoTime() + (sequence % 7) * 10_000));
        Histogram logged = LatencyRecorder.newHistogram();
        int intervals = 0;
        try (IntervalLogReader reader = IntervalLogReader.open(file, defect -> assertEquals("", defect.reason()))) {
            for (IntervalLine line = reader.next(); line != null; line = reader.next()) {
                if (line.tag().equals("op-rt")) {
                    logged.add(line.payload().decode());
                    intervals++;
                }
            }
        }
        assertEquals(report.all("op-rt"), logged);
        assertTrue(intervals >= 10 && intervals <= 12, "intervals=" + intervals);
    }

    @Test
    void aServerWhoseTimeGrowsWithItsQueueIsTimedByItsQueue() {
        // Bursts of four every 4 ms, each served in 100 us times those that are there: 400, 700, 900 and 1,000 us.
        Queue<Long> queue = new ArrayDeque<>();
        Harness harness = new Harness(
                THOUSAND.with(Arrivals.bursts(Rate.perSecond(1_000), 4)).complete(Completion.ON_PROBE), clock);
        RunResult run = harness.run((sequence, intendedNs) -> {
                    queue.add(sequence);
                    if (queue.size() == 4) {
                        serve(queue, harness.completion());
                    }
                })
                .runs()
                .getFirst();
        assertBooks(run, 10_000, 10_000, 0, 0, 0);
        Histogram response = run.histogram("op-rt");
        for (long expectedNs : new long[] {400_000, 700_000, 900_000, 1_000_000}) {
            assertEquals(2_500, response.getCountBetweenValues(expectedNs - 1_000, expectedNs + 1_000));
        }
    }

    private void serve(Queue<Long> queue, Probe completion) {
        long tookNs = queue.size() * 100_000L;
        if (!queue.isEmpty()) {
            clock.at(clock.nanoTime() + tookNs, () -> {
                completion.sample(queue.remove());
                serve(queue, completion);
            });
        }
    }

    private RunResult only(HarnessOptions options, HarnessTask task) {
        return new Harness(options, clock).run(task).runs().getFirst();
    }

    private static void assertBooks(
            RunResult run, long due, long completed, long failed, long unfinished, long unissued) {
        assertEquals(
                List.of(due, completed, failed, unfinished, unissued),
                List.of(run.due(), run.completed(), run.failed(), run.unfinished(), run.unissued()));
    }

    private static void assertValues(Histogram histogram, long count, long minNs, long maxNs) {
        assertEquals(count, histogram.getTotalCount());
        assertNear(minNs, histogram.getMinValue());
        assertNear(maxNs, histogram.getMaxValue());
    }

    /** To the three digits that a histogram keeps. */
    private static void assertNear(long expected, long actual) {
        assertTrue(Math.abs(expected - actual) <= expected / 500 + 1, "expected=" + expected + " actual=" + actual);
    }
}
