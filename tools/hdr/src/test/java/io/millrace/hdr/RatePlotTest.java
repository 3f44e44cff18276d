package io.millrace.hdr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.IntervalLogWriter;
import io.millrace.measure.LatencyRecorder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RatePlotTest {
    private static final long START_MS = 1_700_000_000_000L;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void recordingsAreOrderedByTheirRateAndEachGoalHasItsHighest() throws Exception {
        Path fast = log("fast.hlog", 4_000, 5_000_000);
        Path slow = log("slow.hlog", 1_000, 100_000);
        Path middle = log("middle.hlog", 2_000, 2_000_000);
        Path html = directory.resolve("rate.html");
        assertEquals(
                0,
                run(
                        "plot",
                        "--by",
                        "rate",
                        fast,
                        slow,
                        middle,
                        "--out",
                        html,
                        "--title",
                        "a < b",
                        "--slo",
                        "99%<3ms",
                        "--slo",
                        "50%<1s",
                        "--slo",
                        "99.9%<50us"));
        List<String> lines = out.toString().lines().toList();
        assertEquals("response (us)", lines.getFirst());
        assertTrue(lines.get(1).matches(" +per second +p50 +p99 +p99.9 +max"), lines.get(1));
        assertEquals(
                List.of("1000.0", "2000.0", "4000.0"),
                lines.subList(2, 5).stream()
                        .map(line -> line.strip().split(" +", -1)[0])
                        .toList());
        assertTrue(
                lines.get(3).matches(" +2000.0 +1000\\.[0-9]+ +2000\\.[0-9]+ +200[0-9.]+ +200[0-9.]+"), lines.get(3));
        assertEquals(
                List.of(
                        "99.0%<3000000ns: up to 2000.0/s",
                        "50.0%<1000000000ns: up to 4000.0/s", "99.9%<50000ns: at no rate recorded", html.toString()),
                lines.subList(5, lines.size()));
        String page = Files.readString(html);
        assertTrue(page.contains("<h1>a &lt; b</h1>"), page);
        assertTrue(page.contains("<svg") && page.contains("p99.9"), page);
    }

    @Test
    void aHigherRateThatMeetsAGoalAfterOneThatDoesNotIsNotCounted() throws Exception {
        Path low = log("low.hlog", 1_000, 100_000);
        Path stalled = log("stalled.hlog", 2_000, 9_000_000);
        Path high = log("high.hlog", 3_000, 100_000);
        assertEquals(
                0,
                run(
                        "plot",
                        "--by",
                        "rate",
                        low,
                        stalled,
                        high,
                        "--out",
                        directory.resolve("o.html"),
                        "--slo",
                        "99%<1ms"));
        assertTrue(out.toString().contains("99.0%<1000000ns: up to 1000.0/s\n"), out::toString);
    }

    @Test
    void whatCannotBePlottedIsRefusedAndNothingIsWritten() throws Exception {
        Path log = log("one.hlog", 1_000, 100_000);
        Path html = directory.resolve("none.html");
        assertEquals(2, run("plot", "--by", "size", log, "--out", html));
        assertEquals("millrace: a plot is by time or by rate --by=size\n", err.toString());
        assertEquals(2, run("plot", log, "--out", html, "--slo", "99%<1ms", "--slo", "50%<1ms"));
        assertEquals(
                "millrace: one goal is drawn over time, several need --by rate --slo=[99%<1ms, 50%<1ms]\n",
                err.toString());
        assertEquals(2, run("plot", "--by", "rate", log, "--out", html, "--tag", "nosuch"));
        assertEquals(2, run("plot", "--by", "rate", log("empty.hlog", 0, 1), "--out", html));
        assertEquals("millrace: no log has times at a rate to plot\n", err.toString());
        assertFalse(Files.exists(html));
    }

    /** Writes two seconds at a rate, of which the slower half takes as long as given and the others half of that. */
    private Path log(String name, int perSecond, long ns) throws Exception {
        Path file = directory.resolve(name);
        try (IntervalLogWriter log = IntervalLogWriter.open(file, START_MS)) {
            for (int second = 0; second < 2; second++) {
                Histogram histogram = LatencyRecorder.newHistogram();
                histogram.recordValueWithCount(ns / 2, perSecond / 2);
                histogram.recordValueWithCount(ns, perSecond - perSecond / 2);
                log.write("response", second * 1_000L, 1_000, histogram);
            }
        }
        return file;
    }

    private int run(Object... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine hdr = HdrCommand.commandLine();
        hdr.setOut(new PrintWriter(out, true));
        hdr.setErr(new PrintWriter(err, true));
        return hdr.execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
    }
}
