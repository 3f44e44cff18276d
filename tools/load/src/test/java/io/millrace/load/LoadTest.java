package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.Arrivals;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.NanoClock;
import io.millrace.measure.Rate;
import io.millrace.measure.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The generator under a virtual clock against servers whose answers are known in closed form. */
class LoadTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final VirtualClock clock = new VirtualClock();

    private static LoadOptionsBuilder fixed(Rate rate) {
        return LoadOptions.builder(Mode.FIXED)
                .rate(rate)
                .lasting(0, 10 * SECOND)
                .recording(MachineRecording.OFF);
    }

    private static LoadOptionsBuilder closedLoop() {
        return LoadOptions.builder(Mode.THROUGHPUT).lasting(0, 10 * SECOND).recording(MachineRecording.OFF);
    }

    private LoadResult run(LoadOptionsBuilder options, Target target) {
        return run(options, target, clock);
    }

    private static LoadResult run(LoadOptionsBuilder options, Target target, NanoClock clock) {
        return new Load(options.build(), Workload.of("op", Map.of()), target, clock).run(LoadObserver.NONE);
    }

    /** A clock of a system that wakes every waiting thread late. */
    private NanoClock waking(long lateNs) {
        return new NanoClock() {
            @Override
            public long nanoTime() {
                return clock.nanoTime();
            }

            @Override
            public long awaitNs(long timeNs) {
                return clock.awaitNs(timeNs > clock.nanoTime() ? timeNs + lateNs : timeNs);
            }

            @Override
            public void sleepNs(long timeNs) {
                clock.sleepNs(timeNs);
            }

            @Override
            public Thread thread(String name, Runnable body) {
                return clock.thread(name, body);
            }
        };
    }

    private FakeServer answeringAfter(long serviceNs) {
        return FakeServer.doing(operation -> clock.at(clock.nanoTime() + serviceNs, operation::complete));
    }

    @Test
    void asManyAreInFlightAsRateTimesTimeSays() {
        LoadResult result = run(fixed(Rate.perSecond(1_000)), answeringAfter(20 * MS));
        assertEquals(20, result.concurrency().needed(), 0.1);
        assertEquals(20, result.concurrency().inFlight(), 0.5);
        assertFalse(new LoadReport("fake", fixed(Rate.perSecond(1_000)).build(), result)
                .text()
                .contains("too few are allowed"));
    }

    @Test
    void whereFewerAreAllowedThanNeededTheReportSaysSo() {
        LoadOptionsBuilder options = fixed(Rate.perSecond(1_000)).inFlight(4);
        LoadResult result = run(options, answeringAfter(20 * MS));
        assertEquals(20, result.concurrency().needed(), 0.1);
        assertEquals(4, result.concurrency().inFlight(), 0.1);
        String text = new LoadReport("fake", options.build(), result).text();
        assertTrue(text.contains("in flight: needed 20.00 = 1,000.0/s x "), text);
        assertTrue(text.contains(" of 4: too few are allowed for this rate"), text);
    }

    private static void assertAll(long expectedNs, Histogram histogram) {
        assertNear(expectedNs, histogram.getMinNonZeroValue(), expectedNs / 1000);
        assertNear(expectedNs, histogram.getMaxValue(), expectedNs / 1000);
    }

    private static void assertNear(long expected, long actual, long within) {
        assertTrue(
                Math.abs(expected - actual) <= within,
                "expected=" + expected + " actual=" + actual + " within=" + within);
    }

    @Test
    void aServerThatTakesTheSameTimeIsSeenAsThat() {
        LoadResult result = run(fixed(Rate.perSecond(1_000)), FakeServer.answering(clock, 2 * MS));
        assertEquals(10_000, result.due());
        assertEquals(10_000, result.completed());
        assertAll(2 * MS, result.times().service());
        assertAll(2 * MS, result.times().response());
        assertEquals(0, result.times().waiting().getMaxValue());
        assertTrue(result.schedule().kept());
    }

    @Test
    void oneStallIsFeltByEveryOperationThatFellIntoIt() {
        long stallNs = SECOND;
        LoadResult result = run(fixed(Rate.perSecond(1_000)), FakeServer.doing(operation -> {
            if (operation.sequence() == 5_000) {
                clock.awaitNs(clock.nanoTime() + stallNs);
            }
            operation.complete();
        }));
        Histogram response = result.times().response();
        assertEquals(10_000, response.getTotalCount());
        // Uniform over the stall for stall * rate operations: those above x are (stall - x) * rate.
        for (long boundMs : new long[] {1, 100, 250, 500, 900, 990}) {
            long longer = response.getTotalCount() - response.getCountBetweenValues(0, boundMs * MS);
            assertNear(1_000 - boundMs, longer, 2);
        }
        assertNear(stallNs, response.getMaxValue(), stallNs / 1000);
        // Service time has the stall once.
        assertEquals(1, result.times().service().getCountBetweenValues(MS, 2 * stallNs));
        assertFalse(result.schedule().kept());
        assertEquals(1, result.schedule().busyShare(), 0.01);
    }

    @Test
    void aSystemThatWakesTooLateIsTheCauseOfAllThatIsLateByThat() {
        LoadResult result = run(fixed(Rate.perSecond(1_000)), FakeServer.answering(clock, 0), waking(5 * MS));
        assertEquals(10_000, result.completed());
        assertEquals(1, result.schedule().wokenShare(), 0.01);
    }

    @Test
    void whoWakesTooLateOnceAndCannotKeepUpIsToldOfTheLatter() {
        FakeServer server = FakeServer.doing(operation -> {
            clock.awaitNs(clock.nanoTime() + 6 * MS / 10);
            operation.complete();
        });
        LoadResult result = run(fixed(Rate.perSecond(2_000)), server, waking(5 * MS));
        assertFalse(result.schedule().kept());
        assertEquals(1, result.schedule().busyShare(), 0.01);
    }

    @Test
    void aServerThatSlowsDownWithItsQueueIsSeenAsThat() {
        int[] inFlight = new int[1];
        FakeServer server = FakeServer.doing(operation -> {
            inFlight[0]++;
            clock.at(clock.nanoTime() + inFlight[0] * MS, () -> {
                inFlight[0]--;
                operation.complete();
            });
        });
        Rate rate = Rate.perSecond(100);
        LoadResult result = run(fixed(rate).rate(rate, Arrivals.bursts(rate, 5)), server);
        // Bursts of five, each 50 ms: number k of a burst takes k ms.
        for (int k = 1; k <= 5; k++) {
            Histogram service = result.times().service();
            assertEquals(200, service.getCountBetweenValues(k * MS - MS / 10, k * MS + MS / 10), "k=" + k);
        }
    }

    @Test
    void failuresAreCountedAndTimedApart() {
        LoadResult result = run(fixed(Rate.perSecond(1_000)), FakeServer.doing(operation -> {
            if (operation.sequence() % 10 == 0) {
                throw new IllegalStateException("tenth");
            }
            clock.at(clock.nanoTime() + MS, operation::complete);
        }));
        assertEquals(10_000, result.due());
        assertEquals(1_000, result.failed());
        assertEquals(9_000, result.completed());
        assertAll(MS, result.times().response());
        assertEquals(0, result.failedTimes().response().getMaxValue());
        assertEquals(List.of(new FailureReason("java.lang.IllegalStateException: tenth", 1_000)), result.reasons());
    }

    @Test
    void aServerThatNeverAnswersLeavesUnfinishedOperations() {
        LoadResult result = run(fixed(Rate.perSecond(1_000)), FakeServer.doing(operation -> {}));
        assertEquals(10_000, result.due());
        assertEquals(0, result.completed());
        assertEquals(10_000, result.unfinished());
        assertEquals(0, result.unissued());
        // Given up 5 s after the end: ages are uniform from 5 to 15 s.
        assertNear(10 * SECOND, result.unfinishedAges().getValueAtPercentile(50), 20 * MS);
        assertNear(15 * SECOND, result.unfinishedAges().getMaxValue(), 20 * MS);
    }

    @Test
    void whatIsNeverIssuedIsReportedWithItsAge() {
        LoadResult result = run(fixed(Rate.perSecond(1_000)).inFlight(10), FakeServer.doing(operation -> {}));
        assertEquals(10_000, result.due());
        assertEquals(10, result.unfinished());
        assertEquals(9_990, result.unissued());
        assertEquals(9_990, result.unissuedAges().getTotalCount());
        assertNear(10 * SECOND, result.unissuedAges().getValueAtPercentile(50), 20 * MS);
        assertFalse(result.schedule().kept());
        assertEquals(10_000, result.responseWithAges().getTotalCount());
    }

    @Test
    void anOverloadedServerFallsBehindByWhatItCannotDo() {
        // It does 500/s and gets 1,000/s; 5 s after the end of 10 s it has done 7,500.
        LoadResult result = run(fixed(Rate.perSecond(1_000)), FakeServer.waitedFor(clock, 2 * MS));
        assertEquals(10_000, result.due());
        assertNear(7_500, result.completed(), 2);
        assertEquals(10_000 - result.completed() - result.unfinished(), result.unissued());
        // Operation n ends at 2n ms and was due at n ms.
        assertNear(7_500 * MS, result.times().response().getMaxValue(), 20 * MS);
        assertEquals(1, result.schedule().insideShare(), 0.01);
    }

    @Test
    void moreThreadsKeepMoreCallsInFlight() {
        LoadResult result = run(fixed(Rate.perSecond(1_000)).threads(3), FakeServer.waitedFor(clock, 2 * MS));
        assertEquals(10_000, result.completed());
        assertAll(2 * MS, result.times().response());
    }

    @Test
    void aRateThatDoesNotDivideASecondHasExactTimes() {
        for (Rate rate : List.of(Rate.perSecond(7), Rate.perSecond(999_983), Rate.parse("33333.333/s"))) {
            List<Long> issuedNs = new ArrayList<>();
            LoadResult result =
                    run(fixed(rate).lasting(0, SECOND / 2).operations(100_000), FakeServer.doing(operation -> {
                        issuedNs.add(clock.nanoTime());
                        operation.complete();
                    }));
            assertEquals(Math.min(100_000, rate.countWithin(SECOND / 2)), result.completed());
            for (int n = 0; n < issuedNs.size(); n++) {
                assertEquals(issuedNs.getFirst() + rate.offsetNs(n), issuedNs.get(n), "rate=" + rate + " n=" + n);
            }
        }
    }

    @Test
    void moreThanABillionOperationsAreAccountedFor() {
        LoadResult result =
                run(fixed(Rate.perSecond(1_000_000_000)).lasting(0, 3 * SECOND), FakeServer.waitedFor(clock, SECOND));
        assertEquals(3_000_000_000L, result.due());
        assertNear(8, result.completed() + result.unfinished(), 1);
        assertEquals(3_000_000_000L - result.completed() - result.unfinished(), result.unissued());
        assertEquals(result.unissued(), result.unissuedAges().getTotalCount());
        assertNear(6_500 * MS, result.unissuedAges().getValueAtPercentile(50), 20 * MS);
    }

    @Test
    void aClosedLoopHasServiceTimesOnly() {
        LoadResult result = run(closedLoop().threads(4), FakeServer.waitedFor(clock, 2 * MS));
        assertNear(20_000, result.completed(), 4);
        assertEquals(result.due(), result.completed());
        assertAll(2 * MS, result.times().service());
        assertEquals(0, result.times().response().getTotalCount());
        assertEquals(0, result.times().waiting().getTotalCount());
    }

    @Test
    void aClosedLoopKeepsAsManyInFlightAsItMay() {
        int[] inFlight = new int[2];
        LoadResult result = run(closedLoop().inFlight(3), FakeServer.doing(operation -> {
            inFlight[1] = Math.max(inFlight[1], ++inFlight[0]);
            clock.at(clock.nanoTime() + 10 * MS, () -> {
                inFlight[0]--;
                operation.complete();
            });
        }));
        assertEquals(3, inFlight[1]);
        // Three each 10 ms and what it takes to see that one is free.
        assertNear(3_000, result.completed(), 30);
    }

    @Test
    void theWarmUpComesFirstAndDoesNotCount() {
        List<Long> sequences = new ArrayList<>();
        LoadResult result = run(fixed(Rate.perSecond(100)).lasting(2 * SECOND, SECOND), FakeServer.doing(operation -> {
            sequences.add(operation.sequence());
            clock.at(clock.nanoTime() + (operation.sequence() < 200 ? SECOND : MS), operation::complete);
        }));
        assertEquals(100, result.completed());
        assertAll(MS, result.times().response());
        assertEquals(300, sequences.size());
        assertEquals(299, sequences.getLast());
    }

    @Test
    void aRunThatIsStoppedClosesItsBooks() {
        Load load = new Load(
                fixed(Rate.perSecond(1_000)).build(),
                Workload.of("op", Map.of()),
                FakeServer.answering(clock, 3 * MS),
                clock);
        LoadResult result = load.run(progress -> {
            if (progress.atNs() >= 4 * SECOND) {
                load.stop();
            }
        });
        assertNear(4_000, result.due(), 1);
        assertNear(3, result.unfinished(), 1);
        assertEquals(0, result.unissued());
    }

    @Test
    void progressAddsUpToTheResult() {
        long[] completed = new long[1];
        LoadResult result = new Load(
                        fixed(Rate.perSecond(1_000)).build(),
                        Workload.of("op", Map.of()),
                        FakeServer.waitedFor(clock, MS / 2),
                        clock)
                .run(progress -> completed[0] += progress.completed());
        assertEquals(result.completed(), completed[0]);
        assertEquals(10_000, completed[0]);
    }

    @Test
    void anOperationThatEndsTwiceCountsOnce() {
        LoadResult result = run(fixed(Rate.perSecond(100)), FakeServer.doing(operation -> {
            operation.complete();
            operation.fail(new IllegalStateException("late"));
        }));
        assertEquals(1_000, result.completed());
        assertEquals(1_000, result.unmatched());
    }

    @Test
    void aSessionThatIsPolledIsPolledWhileItsThreadWaits() {
        LoadResult result = run(fixed(Rate.perSecond(1_000)), PolledServer.answering(clock, 2 * MS, 100));
        assertEquals(10_000, result.due());
        assertEquals(10_000, result.completed());
        assertAll(2 * MS, result.times().service());
        assertEquals(0, result.times().waiting().getMaxValue());
        assertTrue(result.schedule().kept());
    }

    @Test
    void waitingForRoomInASessionIsNotServiceTime() {
        LoadResult result = run(closedLoop().inFlight(10), PolledServer.answering(clock, 2 * MS, 2));
        assertNear(10_000, result.completed(), 10);
        assertAll(2 * MS, result.times().service());
        LoadResult scheduled = run(fixed(Rate.perSecond(2_000)), PolledServer.answering(clock, 2 * MS, 2));
        assertAll(2 * MS, scheduled.times().service());
        assertNear(15_000, scheduled.completed(), 10);
        assertFalse(scheduled.schedule().kept());
    }
}
