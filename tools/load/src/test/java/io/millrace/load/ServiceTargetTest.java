package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.Millrace;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Services as targets: real topologies, in this process and in another one. */
@Tag("process")
class ServiceTargetTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private Path topology;

    /** Passes every call on, but those of which there is a rest. */
    public static final class Pass implements Numbers {
        private final Numbers out;
        private final long every;
        private final long broken;

        public Pass(Numbers out, long every, long broken) {
            this.out = out;
            this.every = every;
            this.broken = broken;
        }

        @Override
        public void number(long value) {
            if (value == broken) {
                throw new IllegalArgumentException("not this one");
            }
            if (value % every == 0) {
                out.number(value);
                out.number(value + 1);
            }
        }
    }

    @BeforeEach
    void writeTopology() throws IOException {
        topology = directory.resolve("numbers.yaml");
        Files.writeString(topology, """
                parameters:
                  every: {type: long, default: 1}
                  broken: {type: long, default: -1}
                channels:
                  asked: {ownership: SHARED}
                  between: {}
                  answered: {}
                components:
                  first:
                    class: io.millrace.load.ServiceTargetTest$Pass
                    reads: [asked]
                    writes: between
                    arguments: {every: "${every}", broken: "${broken}"}
                    onError: STOP
                  second:
                    class: io.millrace.load.ServiceTargetTest$Pass
                    reads: [between]
                    writes: answered
                    arguments: {every: 1, broken: -1}
                threads:
                  one: {runs: [first]}
                  two: {runs: [second]}
                """);
    }

    private int load(String... more) {
        CommandLine line = LoadCommands.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        List<String> all = new ArrayList<>(
                List.of("service:" + topology, "--option=out=answered", "--warm-up=0s", "--quiet", "--machine=off"));
        all.addAll(List.of(more));
        if (!all.contains("--duration=1s")) {
            all.addAll(List.of("--duration=60s", "--drain=30s"));
        }
        return line.execute(all.toArray(String[]::new));
    }

    private Path workload(String call) throws IOException {
        return Files.writeString(directory.resolve("calls.yaml"), """
                values:
                  n: {kind: sequence, from: 0, to: 1_000_000}
                operations:
                  ask:
                    call: "%s"
                """.formatted(call));
    }

    private void assertBooks(long due, long completed, long failed, long unfinished) {
        String books = "due %,d = completed %,d + failed %,d + unfinished %,d + un-issued 0"
                .formatted(due, completed, failed, unfinished);
        assertTrue(out.toString().contains(books), out + "\n" + err);
    }

    @Test
    void aCallIsOverWhenWhatFollowsFromItOverTwoServicesIsThere() throws IOException {
        int code = load("--rate=2000/s", "--operations=2000", "--threads=2", "--workload=" + workload("number: ${n}"));
        assertEquals(0, code, err.toString());
        assertBooks(2000, 2000, 0, 0);
        assertTrue(out.toString().contains("ask response"), out.toString());
    }

    @Test
    void aClosedLoopWaitsForEachAnswer() {
        assertEquals(0, load("--operations=200", "--field=call=number: 6"), err.toString());
        assertBooks(200, 200, 0, 0);
    }

    @Test
    void whatHasNoAnswerIsUnfinishedAndNamed() throws IOException {
        int code = load(
                "--rate=1000/s",
                "--operations=100",
                "--drain=2s",
                "--duration=1s",
                "--option=parameter.every=2",
                "--workload=" + workload("number: ${n}"));
        assertEquals(0, code, err.toString());
        Matcher books = Pattern.compile("due 100 = completed (\\d+) \\+ failed 0 \\+ unfinished (\\d+) \\+ un-issued 0")
                .matcher(out.toString());
        assertTrue(books.find(), out.toString());
        // A machine that is busy may not come to all the answers in time.
        assertTrue(Integer.parseInt(books.group(1)) <= 50 && Integer.parseInt(books.group(2)) >= 50, out.toString());
    }

    @Test
    void aServiceThatFailsFailsWhatWaitsForIt() throws IOException {
        // The last fifty calls before the broken one may be under way with it; the others were answered.
        int code = load(
                "--in-flight=50",
                "--operations=300",
                "--option=parameter.broken=100",
                "--workload=" + workload("number: ${n}"));
        assertEquals(0, code, err.toString());
        Matcher books = Pattern.compile("due 300 = completed (\\d+) \\+ failed (\\d+) \\+ unfinished 0 \\+ un-issued 0")
                .matcher(out.toString());
        assertTrue(books.find(), out + "\n" + err);
        int completed = Integer.parseInt(books.group(1));
        // What the first service has passed on the second may not come to, since both stop with the failure.
        assertTrue(completed > 50 && completed <= 100, out.toString());
        assertEquals(300 - completed, Integer.parseInt(books.group(2)), out.toString());
        assertTrue(out.toString().contains("not this one"), out.toString());
    }

    @Test
    @ExpectedLog("an error was recorded in place of outputs")
    void anErrorThatIsRecordedIsAFailureOfItsCallAlone() throws IOException {
        Files.writeString(topology, Files.readString(topology).replace("STOP", "RECORD"));
        int code = load(
                "--rate=1000/s",
                "--operations=300",
                "--option=out=between",
                "--option=parameter.broken=100",
                "--workload=" + workload("number: ${n}"));
        assertEquals(0, code, err.toString());
        assertBooks(300, 299, 1, 0);
        assertTrue(out.toString().contains("a component threw, and recorded it"), out.toString());
    }

    @Test
    void whatMakesNoSenseIsSaidBeforeAnythingRuns() throws IOException {
        Map<List<String>, String> wrong = Map.of(
                List.of("--field=call=nmber: 1"), "nearest=number",
                List.of("--field=call=number: {valu: 1}"), "path=number.value",
                List.of("--field=call="), "text contains no call",
                List.of("--field=text=x"), "field=text known=[call]",
                List.of("--option=in=between", "--field=call=number: 1"), "in=between possible=[asked]",
                List.of("--option=run=there"), "run=there known=[here, elsewhere]",
                List.of("--option=run=elsewhere"), "needs the data directory",
                List.of("--option=run=elsewhere", "--option=data=" + directory.resolve("none")),
                        "no process runs this topology");
        wrong.forEach((options, message) -> {
            err.getBuffer().setLength(0);
            assertEquals(2, load(options.toArray(String[]::new)), options + " " + err);
            assertTrue(err.toString().contains(message), options + ": " + err);
        });
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    List.of("numbers.yaml"),
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    @Test
    void aTopologyThatRunsElsewhereIsReachedByItsChannels() throws Exception {
        Path data = directory.resolve("data");
        Process service = JavaCommand.of(Millrace.class, "run", topology.toString(), "--data", data.toString())
                .withFlags("--enable-native-access=ALL-UNNAMED")
                .builder()
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("service.log").toFile())
                .start();
        try {
            Await.until("the service has made its channel", () -> {
                assertTrue(service.isAlive(), () -> log());
                return Files.exists(data.resolve("answered").resolve("journal.table"));
            });
            int code = load(
                    "--rate=1000/s",
                    "--operations=1000",
                    "--option=run=elsewhere",
                    "--option=data=" + data,
                    "--workload=" + workload("number: ${n}"));
            assertEquals(0, code, err + log());
            assertBooks(1000, 1000, 0, 0);
            assertEquals(2, load("--option=run=elsewhere", "--option=data=" + data, "--field=call=number: 1"));
            assertTrue(err.toString().contains("messages=1000 option=existing=append"), err.toString());
        } finally {
            service.destroy();
            service.waitFor();
        }
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("service.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
