package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.measure.LatencySummary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command with its real targets, in this process. */
@Tag("process")
class LoadCommandTest {
    private static final String BOOKS = "due %s = completed %s + failed %s + unfinished %s + un-issued %s";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private int load(String... arguments) {
        CommandLine line = LoadCommands.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    /** The same without a recording of the machine, which takes a moment to begin and to end. */
    private int loadAlone(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--machine=off";
        return load(all);
    }

    private static String field(String json, String name) {
        Matcher matcher =
                Pattern.compile("\"" + name + "\" : (\"[^\"]*\"|[^,\\s]+)").matcher(json);
        assertTrue(matcher.find(), "no " + name + " in " + json);
        return matcher.group(1);
    }

    /** What cannot be printed ends the command at once, without the wait of the hook that stops a run. */
    @Test
    void aFullDiskIsAnErrorAndEndsTheCommand() throws Exception {
        Process process = JavaCommand.millrace(
                        "load",
                        "journal:" + directory.resolve("journal"),
                        "--rate=1000/s",
                        "--duration=100ms",
                        "--warm-up=0s",
                        "--machine=off")
                .startedBy("/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full")
                .builder()
                .redirectError(directory.resolve("err").toFile())
                .start();
        int code = process.waitFor();
        String error = Files.readString(directory.resolve("err"));
        assertEquals(1, code, error);
        assertTrue(error.contains("No space left on device"), error);
        assertFalse(error.contains("did not stop in time"), error);
    }

    @Test
    void aRunOnAJournalIsReportedAsTextJsonPlotAndLog() throws Exception {
        Path json = directory.resolve("r.json");
        Path html = directory.resolve("r.html");
        Path log = directory.resolve("r.hlog");
        int code = load(
                "journal:" + directory.resolve("journal"),
                "--rate=1000/s",
                "--duration=500ms",
                "--warm-up=100ms",
                "--report=" + json,
                "--html=" + html,
                "--log=" + log,
                "--interval=100ms");
        assertEquals(0, code, err.toString());
        assertTrue(out.toString().contains(BOOKS.formatted(500, 500, 0, 0, 0)), out.toString());
        assertTrue(out.toString().contains("headline: response time"), out.toString());
        String report = Files.readString(json);
        Map<String, String> expected = new TreeMap<>(Map.of(
                "mode", "\"fixed\"",
                "rate", "1000.0",
                "due", "500",
                "completed", "500",
                "failed", "0",
                "unfinished", "0",
                "unissued", "0"));
        expected.forEach((name, value) -> assertEquals(value, field(report, name), name));
        for (String time : List.of("response", "service", "wait")) {
            String part = report.substring(report.indexOf('"' + time + '"'));
            assertEquals("500", field(part, "count"), time);
            for (String name : List.of("p50", "p90", "p99", "p99_9", "p99_99", "max")) {
                assertTrue(Long.parseLong(field(part, name)) >= 0, time + " " + name);
            }
        }
        assertTrue(out.toString().contains("in flight: needed 0."), out.toString());
        String concurrency = report.substring(report.indexOf("\"concurrency\""));
        assertEquals("16384", field(concurrency, "allowed"));
        assertEquals(1_000, Double.parseDouble(field(concurrency, "perSecond")), 1);
        assertTrue(Double.parseDouble(field(concurrency, "needed")) > 0, concurrency);
        assertTrue(Double.parseDouble(field(concurrency, "inFlight")) >= 0, concurrency);
        String page = Files.readString(html);
        assertTrue(page.contains("<svg") && page.contains("<pre>journal:"), "no plot");
        assertEquals(500, counts(log).get("append-rt"));
        assertEquals(500, counts(log).get("append-wt"));
    }

    /** Reads a log with HdrHistogram's own reader. */
    private static Map<String, Long> counts(Path log) throws Exception {
        Map<String, Long> counts = new TreeMap<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram interval = reader.nextIntervalHistogram();
                if (interval instanceof Histogram histogram) {
                    counts.merge(
                            histogram.getTag(), LatencySummary.of(histogram).count(), Long::sum);
                }
            }
        }
        return counts;
    }

    @Test
    void aClosedLoopSaysThatItHasNoResponseTime() throws Exception {
        Path json = directory.resolve("r.json");
        int code = loadAlone("idle:", "--operations=10000", "--warm-up=0s", "--quiet", "--report=" + json);
        assertEquals(0, code, err.toString());
        assertTrue(out.toString().contains("closed loop: no response time"), out.toString());
        assertTrue(out.toString().contains(BOOKS.formatted("10,000", "10,000", 0, 0, 0)), out.toString());
        String report = Files.readString(json);
        assertEquals("null", field(report, "rate"));
        assertEquals("\"throughput\"", field(report, "mode"));
        assertEquals("null", field(report.substring(report.indexOf("\"response\"")), "p50"));
        assertEquals("", err.toString());
    }

    @Test
    void throttleHasServiceTimeAsItsHeadlineAndRecordsAll() {
        assertEquals(0, loadAlone("idle:", "--mode=throttle", "--rate=500/s", "--duration=200ms", "--warm-up=0s"));
        assertTrue(out.toString().contains("headline: service time"), out.toString());
        assertTrue(out.toString().contains("nothing response"), out.toString());
        assertTrue(err.toString().contains("service us"), err.toString());
    }

    @ParameterizedTest
    @CsvSource({"appended,1", "appended,2", "synced,1", "read,1"})
    void aJournalCanBeWaitedForInThreeWays(String complete, int threads) throws Exception {
        Path workload = Files.writeString(directory.resolve("w.yaml"), """
                values:
                  name: {kind: text, length: 8}
                operations:
                  say:
                    message: "hello ${name}"
                  count: {}
                """);
        int code = loadAlone(
                "journal:" + directory.resolve("journal"),
                "--rate=500/s",
                "--duration=400ms",
                "--warm-up=0s",
                "--drain=60s",
                "--threads=" + threads,
                "--workload=" + workload,
                "--option=complete=" + complete);
        assertEquals(0, code, err.toString());
        assertTrue(out.toString().contains(BOOKS.formatted(200, 200, 0, 0, 0)), out.toString());
        assertTrue(out.toString().contains("say response"), out.toString());
    }

    @Test
    void aJournalWithMessagesIsLeftAlone() {
        String target = "journal:" + directory.resolve("journal");
        assertEquals(0, loadAlone(target, "--operations=10", "--warm-up=0s"));
        assertEquals(2, loadAlone(target, "--operations=10", "--warm-up=0s"));
        assertTrue(err.toString().contains("messages=10 option=existing=append"), err.toString());
        assertEquals(0, loadAlone(target, "--operations=10", "--warm-up=0s", "--option=existing=append"));
    }

    @Test
    void aProcessIsAskedAndAnswersByLines() {
        int code = loadAlone(
                "exec:sed -u s/9$/ERROR/",
                "--rate=500/s",
                "--duration=400ms",
                "--warm-up=0s",
                "--drain=60s",
                "--option=fail=ERROR");
        assertEquals(0, code, err.toString());
        assertTrue(out.toString().contains(BOOKS.formatted(200, 180, 20, 0, 0)), out.toString());
        assertTrue(
                out.toString().contains("20  the answer matches the pattern of failures fail=ERROR"), out.toString());
    }

    @Test
    void aPatternThatOverflowsTheStackFailsTheOperation() {
        int code = loadAlone(
                "exec:cat",
                "--rate=100/s",
                "--duration=50ms",
                "--warm-up=0s",
                "--drain=60s",
                "--field=line=" + "xy".repeat(30_000),
                "--option=fail=(x|y)*z");
        assertEquals(1, code, err.toString());
        assertTrue(out.toString().contains(BOOKS.formatted(5, 0, 5, 0, 0)), out.toString());
        assertTrue(
                out.toString().contains("5  the pattern of failures is too deep for an answer fail=(x|y)*z"),
                out.toString());
    }

    @Test
    void aProcessThatEndsFailsWhatItHasNotAnswered() {
        int code = loadAlone("exec:head -n 10", "--rate=500/s", "--duration=400ms", "--warm-up=0s", "--drain=60s");
        assertEquals(0, code, err.toString());
        assertTrue(out.toString().contains(BOOKS.formatted(200, 10, 190, 0, 0)), out.toString());
    }

    @Test
    void aRunInWhichNothingCompletedHasFailed() {
        String[] run = {"exec:cat", "--rate=500/s", "--duration=100ms", "--warm-up=0s", "--drain=60s", "--option=fail=."
        };
        assertEquals(1, loadAlone(run));
        assertTrue(out.toString().contains(BOOKS.formatted(50, 0, 50, 0, 0)), out.toString());
        assertEquals("millrace: no operation completed failed=50 unfinished=0\n", lastErrorLine());
    }

    private String lastErrorLine() {
        return err.toString().substring(err.toString().indexOf("millrace: "));
    }

    @Test
    void aGeneratorThatCannotKeepUpSaysSo() {
        int code = loadAlone("idle:", "--rate=1000000000/s", "--duration=300ms", "--warm-up=0s", "--drain=0s");
        assertEquals(0, code, err.toString());
        assertTrue(out.toString().contains("the generator has no time left for this rate"), out.toString());
    }

    @Test
    void aGoalThatIsMissedIsAnExitCode() {
        String[] run = {
            "exec:sleep 1000", "--rate=100/s", "--duration=200ms", "--warm-up=0s", "--drain=5s", "--slo=99%<500ms"
        };
        assertEquals(5, loadAlone(run), err.toString());
        assertTrue(
                out.toString().contains("NOT sustained (did not keep up: un-issued=0 unfinished=20)"), out.toString());
        assertEquals(0, loadAlone("idle:", "--rate=100/s", "--duration=200ms", "--warm-up=0s", "--slo=50%<100s"));
    }

    @Test
    void aSearchEndsWithARate() {
        int code = loadAlone(
                "idle:",
                "--find-rate",
                "--slo=50%<1ms",
                "--rate=1000/s",
                "--duration=20ms",
                "--warm-up=0s",
                "--precision=100%",
                "--quiet",
                "--drain=1s");
        String text = out.toString();
        boolean found = code == 0 && text.contains("highest sustainable rate: ");
        // A machine that is busy enough sustains nothing, and that is said too.
        assertTrue(found || (code == 5 && text.contains("/s is sustainable with")), text + err);
    }

    @Test
    void aSearchForSeveralPromisesEndsWithATableAndLeavesALogOfEachRun() throws Exception {
        Path log = directory.resolve("search.hlog");
        int code = loadAlone(
                "idle:",
                "--find-rate",
                "--slo=50%<1ns",
                "--slo=50%<100s",
                "--rate=1000/s",
                "--duration=20ms",
                "--warm-up=0s",
                "--precision=100%",
                "--quiet",
                "--drain=1s",
                "--log=" + log);
        String text = out.toString();
        assertEquals(5, code, text + err); // nothing takes so little time as the first promise allows
        assertTrue(text.contains("no rate from 100/s is sustainable with 50%<1ns"), text);
        assertTrue(text.contains("promise                  rate    response us"), text);
        assertTrue(text.lines().anyMatch(line -> line.matches("50%<1ns +none *")), text);
        assertTrue(text.lines().anyMatch(line -> line.matches("50%<100s +(\\d+/s +[\\d.]+|none *)")), text);
        assertTrue(Files.readString(directory.resolve("search-1000.hlog")).contains("Histogram log"), text);
        assertFalse(Files.exists(log));
    }

    @Test
    void severalPromisesOfOneRunAreAllTold() {
        String[] words = {
            "idle:", "--rate=1000/s", "--warm-up=0s", "--slo=50%<100s", "--slo=50%<1ns", "--quiet", "--operations=10"
        };
        assertEquals(5, loadAlone(words), err.toString());
        assertTrue(out.toString().contains("promised 100,000,000.000: sustained"), out.toString());
        assertTrue(out.toString().contains("promised 0.001: NOT sustained (too slow)"), out.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ftp:x | unknown kind of target target=ftp:x known=[exec, idle, journal",
                "x | a target is a URL",
                "idle: --rate=0/s | rate out of range",
                "idle: --rate=5 | not a rate text=5",
                "idle: --mode=fixed | a mode with a schedule needs a rate mode=FIXED",
                "idle: --mode=throughput --rate=1/s | a closed loop has no rate",
                "idle: --duration=10 | not a duration --duration=10",
                "idle: --threads=0 | a target needs a thread threads=0",
                "idle: --option=x=1 | unknown option for this target option=x",
                "idle: --field=x=1 | has an unknown field for this target field=x",
                "idle: --find-rate | a search for a rate needs a goal",
                "idle: --find-rate --slo=99%<1ms --slo=99% | not a goal text=99%",
                "idle: --find-rate --slo=99%<1ms --report=r.json | a search writes no report",
                "idle: --rate=1/s --slo=99%<1ms --slo=50%<1ms --html=h.html | one goal is drawn over time",
                "idle: --slo=99%<1ms | a closed loop has no response time for a goal",
                "idle: --rate=1/s --arrivals=burst | arrivals need a number arrivals=burst",
                "idle: --html=/no/such/folder/x.html | cannot write file=/no/such/folder/x.html",
                "idle: --report=/ | cannot write file=/",
                "journal: | the target names no journal directory",
                "exec:cat --option=fail=( | not a regular expression"
            })
    void whatIsWrongIsSaid(String arguments, String message) {
        String[] words = (arguments + " --operations=1 --warm-up=0s").split(" ");
        assertEquals(2, loadAlone(words), out.toString());
        assertTrue(err.toString().contains(message), err.toString());
        assertFalse(err.toString().contains("Exception"), err.toString());
    }

    @Test
    void aPromiseThatTooFewOperationsWereToTellIsSaidToBeSo() {
        String[] words = {"idle:", "--rate=1000/s", "--warm-up=0s", "--slo=99.9%<10s", "--quiet", "--operations=10"};
        assertEquals(0, loadAlone(words), err.toString());
        assertTrue(out.toString().contains("too few operations to tell due=10 needed=1000"), out.toString());
    }

    @Test
    void theHelpNamesTheTargets() {
        assertEquals(0, loadAlone("--help"));
        assertTrue(out.toString().contains("journal:DIR"), out.toString());
        assertTrue(out.toString().contains("99.9%<1ms"), out.toString());
    }
}
