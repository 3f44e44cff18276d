package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.LatencyGoal;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.MeasureException;
import io.millrace.measure.Rate;
import io.millrace.measure.VirtualClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search against servers whose highest rate is known. */
class RateSearchTest {
    private static final long MS = 1_000_000;
    private static final LatencyGoal GOAL = LatencyGoal.parse("99%<10ms");

    private final VirtualClock clock = new VirtualClock();

    private RateSearch search(Target target) {
        return search(target, GOAL, List.of());
    }

    private RateSearch search(Target target, LatencyGoal goal, List<RateTrial> known) {
        return new RateSearch(
                rate -> {
                    LoadOptions options = LoadOptions.builder(Mode.FIXED)
                            .rate(rate)
                            .lasting(100 * MS, 2_000 * MS)
                            .recording(MachineRecording.OFF)
                            .build();
                    Workload workload = Workload.of("op", Map.of());
                    return new RateTrial(rate, new Load(options, workload, target, clock).run(LoadObserver.NONE), goal);
                },
                trial -> assertEquals(trial.isSustained(), trial.why().isEmpty()),
                0.05,
                known);
    }

    private static List<RateTrial> restated(RateSearch search, LatencyGoal goal) {
        return search.trials().stream()
                .map(trial -> new RateTrial(trial.rate(), trial.result(), goal))
                .toList();
    }

    private static long perSecond(RateTrial trial) {
        return Math.round(trial.rate().perSecond());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000, 50_000})
    void theRateOfAServerThatDoesOneAtATimeIsFound(long start) {
        RateTrial found =
                search(FakeServer.waitedFor(clock, 2 * MS)).search(start, 50).orElseThrow();
        // It does 500/s. A little more is within the goal as long as the run is too short for the queue to grow long.
        double perSecond = found.rate().perSecond();
        assertTrue(perSecond >= 475 && perSecond <= 503, "perSecond=" + perSecond);
    }

    @Test
    void aServerThatIsTooSlowAtAnyRateHasNone() {
        RateSearch search = search(FakeServer.answering(clock, 11 * MS));
        assertEquals(Optional.empty(), search.search(100, 50));
        assertFalse(search.trials().isEmpty());
    }

    @Test
    void ratesThatCannotTellAreNotTried() {
        assertEquals(100, RateTrial.leastOperations(GOAL));
        assertEquals(1_000, RateTrial.leastOperations(LatencyGoal.parse("99.9%<1ms")));
        assertEquals(10_000, RateTrial.leastOperations(LatencyGoal.parse("99.99%<1ms")));
        assertEquals(2, RateTrial.leastOperations(LatencyGoal.parse("50%<1ms")));
        assertEquals(1, RateTrial.leastOperations(LatencyGoal.parse("100%<1ms")));
        RateSearch search = search(FakeServer.answering(clock, 11 * MS));
        assertEquals(Optional.empty(), search.search(1, 50));
        assertEquals(
                List.of(50L),
                search.trials().stream()
                        .map(trial -> Math.round(trial.rate().perSecond()))
                        .toList());
        assertTrue(search.trials().getFirst().hasEnoughOperations());
        // A goal that one operation alone could break or keep.
        RateSearch slow = search(FakeServer.answering(clock, 11 * MS));
        assertEquals(Optional.empty(), slow.search(4, 4));
        assertFalse(slow.trials().getFirst().hasEnoughOperations());
        assertThrows(MeasureException.class, () -> slow.search(4, 0));
    }

    @Test
    void aServerThatFailsSustainsNothing() {
        assertEquals(
                Optional.empty(),
                search(FakeServer.doing(operation -> operation.fail(new IllegalStateException("always"))))
                        .search(4, 1));
    }

    @Test
    void aRateThatDoesNotHoldTwiceIsNotTheAnswer() {
        // It gets slower with all that it has done.
        long[] done = new long[1];
        FakeServer tiring = FakeServer.doing(operation -> {
            clock.awaitNs(clock.nanoTime() + MS + done[0]++ * 100);
            operation.complete();
        });
        RateSearch search = search(tiring);
        RateTrial found = search.search(400, 50).orElseThrow();
        assertTrue(found.isSustained());
        long best = search.trials().stream()
                .filter(RateTrial::isSustained)
                .mapToLong(trial -> Math.round(trial.rate().perSecond()))
                .max()
                .orElseThrow();
        assertTrue(found.rate().perSecond() < best, "found=" + found.rate() + " best=" + best);
        assertEquals(found.rate(), search.trials().getLast().rate());
        assertEquals(Rate.perSecond(400), search.trials().getFirst().rate());
    }

    @Test
    void aSearchForAnotherPromiseContinuesFromTheTrialsOfTheFirst() {
        FakeServer server = FakeServer.waitedFor(clock, 2 * MS);
        RateSearch first = search(server);
        first.search(1, 50);
        LatencyGoal strict = LatencyGoal.parse("99%<3ms");
        RateSearch alone = search(server, strict, List.of());
        long expected = perSecond(alone.search(1, 50).orElseThrow());
        RateSearch second = search(server, strict, restated(first, strict));
        long found = perSecond(second.search(1, 50).orElseThrow());
        assertTrue(Math.abs(found - expected) <= expected / 10, "found=" + found + " expected=" + expected);
        assertTrue(
                second.trials().size() < alone.trials().size() / 2,
                "trials=" + second.trials().size() + " alone=" + alone.trials().size());
        List<Long> known =
                first.trials().stream().map(RateSearchTest::perSecond).toList();
        second.trials()
                .subList(0, second.trials().size() - 1)
                .forEach(trial -> assertFalse(known.contains(perSecond(trial)), "repeated=" + perSecond(trial)));
    }

    @Test
    void whatIsKnownToBeTooSlowIsNotTriedAgainUnlessItCouldNotTell() {
        FakeServer server = FakeServer.answering(clock, 11 * MS);
        RateSearch first = search(server);
        assertEquals(Optional.empty(), first.search(100, 50));
        RateSearch second = search(server, GOAL, restated(first, GOAL));
        assertEquals(Optional.empty(), second.search(100, 50));
        assertEquals(List.of(), second.trials());
        LatencyGoal exact = LatencyGoal.parse("99.9%<5ms");
        RateSearch third = search(server, exact, restated(first, exact));
        assertEquals(Optional.empty(), third.search(50, 50));
        assertEquals(1, third.trials().size(), "the known runs had too few operations for it");
    }
}
