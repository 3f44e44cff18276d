package io.millrace.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MatchedRoundsTest {
    private static final double NEAR = 120;
    private static final double FAR = 500;

    @Test
    void onlyRoundsWithMatchingRoundTripsAreCompared() {
        Figures our = figures(List.of(10.0, 3.0, 12.0, 4.0), List.of(NEAR, FAR, NEAR, FAR));
        Figures peer = figures(List.of(5.0, 6.0, 6.0, 2.0), List.of(NEAR, NEAR, 1.2 * NEAR, CounterPair.MOVED));
        MatchedRounds rounds = MatchedRounds.of(List.of(our), "q", List.of(peer), "q");
        assertEquals(new MatchedRounds(List.of(List.of(10.0, 12.0)), List.of(List.of(5.0, 6.0)), 2, 4), rounds);
        assertEquals(11, rounds.our());
        assertEquals(5.5, rounds.peer());
        assertEquals(Optional.empty(), rounds.doubt());
    }

    @Test
    void aForkWithoutSuchARoundIsLeftOutOnBothSides() {
        Figures near = figures(List.of(10.0, 11.0), List.of(NEAR, NEAR));
        Figures far = figures(List.of(3.0, 4.0), List.of(FAR, FAR));
        MatchedRounds rounds = MatchedRounds.of(List.of(near, far), "q", List.of(near, near), "q");
        assertEquals(List.of(List.of(10.0, 11.0)), rounds.ours());
        assertEquals(List.of(List.of(10.0, 11.0)), rounds.peers());
    }

    @Test
    void ifTooFewMatchAllAreShownWithADoubt() {
        Figures our = figures(List.of(10.0, 11.0, 12.0, 13.0), List.of(NEAR, NEAR, NEAR, NEAR));
        Figures peer = figures(List.of(1.0, 2.0, 3.0, 4.0), List.of(NEAR, FAR, FAR, FAR));
        MatchedRounds rounds = MatchedRounds.of(List.of(our), "q", List.of(peer), "q");
        assertEquals(11.5, rounds.our());
        assertEquals(2.5, rounds.peer());
        assertEquals(Optional.of("the processors lay as far apart beside both in 1 of 4 rounds only"), rounds.doubt());
    }

    @Test
    void aRowWithoutARatioIsShownAndSaysWhy() {
        BenchmarkCase one = BenchmarkCase.millionsPerSecond("q");
        Side ours = new Side("Millrace", ForkRunnerTest.Tidy.class, List.of());
        Side peer = new Side("a peer", ForkRunnerTest.Tidy.class, List.of());
        Suite suite = new Suite("queues", "nothing", List.of(one), ours, List.of(peer));
        MatchedRounds nothing = new MatchedRounds(List.of(List.of(161.9, 160.0)), List.of(List.of(0.0, 0.0)), 2, 2);
        Row row = SuiteRunner.row(suite, one, peer, Optional.empty(), nothing);
        assertEquals(160.95, row.ours());
        assertEquals(0, row.peer());
        assertEquals(OptionalDouble.empty(), row.ratio());
        assertEquals(Optional.of("a round has the figure 0, to which there is no ratio"), row.doubt());
        Report report = new Report(suite, List.of(row), new Conditions(Map.of()));
        String text = ReportText.of(report);
        assertTrue(text.contains("161    0.00   none  not comparable\n"), text);
        assertTrue(text.contains("not comparable, all: a round has the figure 0"), text);
        assertTrue(ReportJson.rows(report.rows()).contains("\"peer\": 0.0, \"peerName\": \"a peer\", \"verdict\""));
    }

    @Test
    void aRowHasTheMatchedRoundsAndNoVerdictIfTheyAreTooFew() {
        BenchmarkCase one = BenchmarkCase.millionsPerSecond("q");
        Side ours = new Side("Millrace", ForkRunnerTest.Tidy.class, List.of());
        Side peer = new Side("a peer", ForkRunnerTest.Tidy.class, List.of());
        Suite suite = new Suite("queues", "nothing", List.of(one), ours, List.of(peer));
        MatchedRounds some = new MatchedRounds(List.of(List.of(10.0, 12.0)), List.of(List.of(5.0, 6.0)), 2, 4);
        Row row = SuiteRunner.row(suite, one, peer, Optional.empty(), some);
        assertEquals(2, row.ratio().orElseThrow());
        assertEquals(Optional.empty(), row.doubt());
        MatchedRounds few = new MatchedRounds(some.ours(), some.peers(), 1, 4);
        assertEquals(
                few.doubt(),
                SuiteRunner.row(suite, one, peer, Optional.empty(), few).doubt());
        assertEquals(
                Optional.of("busy"),
                SuiteRunner.row(suite, one, peer, Optional.of("busy"), few).doubt());
    }

    @Test
    void withoutRoundTripsAllRoundsCount() {
        Figures our = figures(List.of(10.0, 11.0, 12.0), List.of(NEAR, NEAR, NEAR));
        Figures peer = new Figures();
        peer.report("q", List.of(1.0, 2.0));
        MatchedRounds rounds = MatchedRounds.of(List.of(our), "q", List.of(peer), "q");
        assertEquals(new MatchedRounds(List.of(List.of(10.0, 11.0, 12.0)), List.of(List.of(1.0, 2.0)), 0, 0), rounds);
        assertEquals(Optional.empty(), rounds.doubt());
    }

    @Test
    void aRoundInWhichProcessorsMovedMatchesNone() {
        assertEquals(CounterPair.MOVED, CounterPair.aroundNs(NEAR, FAR));
        assertEquals(110, CounterPair.aroundNs(100, 120));
        assertFalse(CounterPair.isAlike(CounterPair.MOVED, CounterPair.MOVED));
    }

    @Test
    void aRoundTripIsMeasuredAtAnyTime() throws Exception {
        assertTrue(CounterPair.presentNs() > CounterPair.MOVED);
    }

    @Test
    void eachRoundHasItsRoundTrip() {
        assertThrows(BenchmarkException.class, () -> figures(List.of(1.0, 2.0), List.of(NEAR)));
    }

    private static Figures figures(List<Double> values, List<Double> roundTripsNs) {
        Figures figures = new Figures();
        figures.report("q", values, roundTripsNs);
        return figures;
    }
}
