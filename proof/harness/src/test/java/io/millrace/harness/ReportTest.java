package io.millrace.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.RatioInterval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final BenchmarkCase RATE = BenchmarkCase.millionsPerSecond("append 40 B");
    private static final BenchmarkCase TIME = BenchmarkCase.nanoseconds("trip p50");
    private static final Side OURS = new Side("Millrace", ForkRunnerTest.Tidy.class, List.of());
    private static final Side PEER = new Side("A \"peer\"", ForkRunnerTest.Tidy.class, List.of("-Dx=\\"));

    private static Report report() {
        Suite suite = new Suite("demo", "nothing", List.of(RATE, TIME), OURS, List.of(PEER));
        List<Row> rows = List.of(
                new Row(
                        "demo",
                        RATE,
                        40.5,
                        4.5,
                        PEER.name(),
                        Optional.of(new RatioInterval(9.0, 8.5, 9.25)),
                        Optional.empty()),
                new Row("demo", TIME, 2_000, 1_000, PEER.name(), Optional.empty(), Optional.of("busy")));
        return new Report(suite, rows, new Conditions(Map.of("cpu", "tab\there")));
    }

    @Test
    void theJsonIsAnArrayOfRowsWithTheFixedKeys() {
        assertEquals("""
                [
                  {"suite": "demo", "case": "append 40 B", "unit": "M/s", "better": "higher", "ours": 40.5, \
                "peer": 4.5, "peerName": "A \\"peer\\"", "ratio": 9.0, \
                "ratioLow": 8.5, "ratioHigh": 9.25, "verdict": "8.50 to 9.25 times"},
                  {"suite": "demo", "case": "trip p50", "unit": "ns", "better": "lower", "ours": 2000.0, \
                "peer": 1000.0, "peerName": "A \\"peer\\"", "ratio": 0.5, \
                "verdict": "not comparable", "doubt": "busy"}
                ]
                """, ReportJson.rows(report().rows()));
    }

    @Test
    void furtherValuesAreShownForEachCaseAndSide() {
        Suite suite = new Suite("demo", "nothing", List.of(RATE), OURS, List.of(PEER));
        List<FurtherValues> beside = List.of(
                new FurtherValues(RATE.name(), "M/s", OURS.name(), Map.of("failed", 0.0)),
                new FurtherValues(RATE.name(), "M/s", PEER.name(), Map.of("failed", 1_234.0)));
        Report report = new Report(suite, List.of(), new Conditions(Map.of()), beside);
        assertTrue(ReportText.of(report).endsWith("""

                beside them  unit  side      failed
                append 40 B  M/s   Millrace    0.00
                append 40 B  M/s   A "peer"   1,234
                """), () -> ReportText.of(report));
        assertEquals("""
                {"suite": "demo", "beside append 40 B, Millrace": {"failed": 0.0}, \
                "beside append 40 B, A \\"peer\\"": {"failed": 1234.0}}
                """, ReportJson.conditions(report));
    }

    @Test
    void whatNoPeerDoesIsAConditionWithItsRange() {
        Suite suite = new Suite("demo", "nothing", List.of(RATE, TIME), OURS, List.of(PEER.with(List.of(TIME))));
        Figures figures = new Figures();
        figures.report(RATE.name(), List.of(1.0, 3.0, 2.0));
        figures.report(TIME.name(), 5);
        assertEquals(
                Map.of(RATE.name(), "2.000 M/s (1.000 to 3.000)"), SuiteRunner.withoutPeers(suite, List.of(figures)));
    }

    @Test
    void theConditionsAreAnObjectWithControlCharactersEscaped() {
        assertEquals("{\"suite\": \"demo\", \"cpu\": \"tab\\u0009here\"}\n", ReportJson.conditions(report()));
    }

    @Test
    void theTableShowsBothSidesAndTheRatio() {
        String text = ReportText.of(report());
        assertTrue(text.contains("append 40 B  M/s      40.50      4.50   9.00  8.50 to 9.25 times\n"), text);
        assertTrue(text.contains("trip p50     ns       2,000     1,000   0.50      not comparable\n"), text);
        assertTrue(text.startsWith("cpu: tab\there\n"), text);
    }
}
