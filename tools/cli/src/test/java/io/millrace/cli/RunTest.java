package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user meets it: processes of its own that run a toy topology, are killed, and read what is there. */
@Tag("process")
class RunTest {
    private static final String TOPOLOGY = """
            name: toy
            description: Readings become averages and rows
            classpath: ["%s"]
            parameters:
              sensor: {type: string, default: attic, help: Which sensor it is}
              count: {type: int, default: 1000, help: How many readings there are}
              table: {type: path, default: "${data}/table.txt", help: Where the 100%% of rows go}
              after: {type: choice, values: [end, wait, fail], default: end, help: What comes then}
            channels:
              readings: {}
              averages: {durability: SYNCED}
              rows: {}
            components:
              source:
                class: io.millrace.cli.ToySource
                writes: readings
                arguments: {sensor: "${sensor}", count: "${count}", after: "${after}"}
              averager:
                class: io.millrace.cli.ToyAverager
                reads: [readings]
                writes: averages
              table:
                class: io.millrace.cli.ToyTable
                reads: [averages]
                writes: rows
                arguments: {file: "${table}"}
            threads:
              front: {runs: [source, averager]}
              back: {runs: [table]}
            summary:
              readings: {channel: readings, calls: reading}
              averages: {channel: averages, calls: average}
              rows.averages: {component: table, count: averages}
            """.formatted(JavaCommand.testClasses());

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTheTopology() throws IOException {
        Files.writeString(directory.resolve("toy.yaml"), TOPOLOGY);
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        return CommandProcess.run(directory, arguments);
    }

    private String toy() {
        return directory.resolve("toy.yaml").toString();
    }

    /** A dump without the lines that say where and when. */
    private String messages(String channel) {
        String path = directory.resolve(channel).toString();
        return CommandCall.run("dump", path).well().replaceAll("(?m)^--- #.*$", "---");
    }

    private static Map<String, String> flat(Path json) throws IOException {
        Map<String, String> values = new TreeMap<>();
        List<String> path = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(Files.readString(json))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT && parser.currentName() != null) {
                    path.add(parser.currentName());
                } else if (token == JsonToken.END_OBJECT && !path.isEmpty()) {
                    path.removeLast();
                } else if (token.isScalarValue()) {
                    String prefix = path.isEmpty() ? "" : String.join(".", path) + ".";
                    values.put(prefix + parser.currentName(), parser.getText());
                }
            }
        }
        return values;
    }

    @Test
    void aRunEndsWithASummaryAndTheNextHasNothingNew() throws Exception {
        Ended first = run("run", "toy.yaml", "--summary", "first.json");
        String out = first.well();
        assertTrue(out.matches("(?s)readings +1,000\naverages +100\nrows.averages +100\n\n1,200 messages in .*"), out);
        assertTrue(out.matches("(?s).*\naverager +waiting .*\n +service .*\n +end to end .*"), out);
        Map<String, String> summary = flat(directory.resolve("first.json"));
        assertEquals("1000", summary.get("readings"));
        assertEquals("100", summary.get("rows.averages"));
        assertEquals("1200", summary.get("run.messages"));
        assertEquals("false", summary.get("run.nothingNew"));
        assertEquals("100", summary.get("latency.averager.messages"));
        assertTrue(summary.containsKey("latency.averager.waiting.p999Ns"), summary.toString());
        assertTrue(summary.containsKey("latency.source.endToEnd.maxNs"), summary.toString());
        assertEquals("", first.err());
        Ended continued = run("run", "toy.yaml", "--summary", "second.json");
        assertEquals("Continuing in data, messages so far: readings 1,000, averages 100, rows 100\n", continued.err());
        String second = continued.well();
        assertTrue(second.startsWith("readings"), second);
        assertTrue(second.contains("\nNothing new: everything in data was done by an earlier run."), second);
        Map<String, String> again = flat(directory.resolve("second.json"));
        assertEquals("1000", again.get("readings"));
        assertEquals("true", again.get("run.nothingNew"));
    }

    @Test
    void aRunToWhichNothingCameNamesNoEarlierRun() throws Exception {
        String out = run("run", "toy.yaml", "--count", "0").well();
        assertTrue(out.endsWith("\n\nNothing came: there is no message in data.\n"), out);
    }

    /** A run through a shell, which redirects its output; the shell's code is that of the run. */
    private Ended redirected(String redirection) throws IOException, InterruptedException {
        List<String> shell = new ArrayList<>(List.of("bash", "-o", "pipefail", "-c", "\"$@\" " + redirection, "bash"));
        shell.addAll(CommandProcess.command("run", "toy.yaml", "--summary", "summary.json"));
        try (TestProcess process = CommandProcess.start(directory, Path.of("/dev/null"), shell)) {
            return process.awaitEnd();
        }
    }

    @Test
    void aRunWhoseSummaryCannotBePrintedIsDoneAndSaysSo() throws Exception {
        Ended full = redirected(">/dev/full");
        assertEquals(ExitCode.FAILED, full.code(), full.err());
        assertTrue(full.err().startsWith("millrace: cannot write to standard output reason="), full.err());
        assertEquals(1, full.err().lines().count(), full.err());
        assertEquals("1000", flat(directory.resolve("summary.json")).get("readings"));
    }

    @Test
    void aRunWhoseReaderHasGoneIsDone() throws Exception {
        Ended gone = redirected("| true");
        assertEquals(ExitCode.OK, gone.code(), gone.err());
        assertEquals("", gone.err());
        assertEquals("1000", flat(directory.resolve("summary.json")).get("readings"));
    }

    @Test
    void withoutALocaleArgumentsAreUtf8() throws Exception {
        List<String> bare = new ArrayList<>(List.of("env", "-i"));
        bare.addAll(CommandProcess.command("run", "toy.yaml", "--sensor", "Zürich", "--data", "ascii"));
        try (TestProcess process = CommandProcess.start(directory, Path.of("/dev/null"), bare)) {
            process.awaitEnd().well();
        }
        assertTrue(messages("ascii/readings").contains("sensor: Zürich"), () -> messages("ascii/readings"));
    }

    @Test
    void aRunThatIsKilledGoesOnToTheSameResult() throws Exception {
        run("run", "toy.yaml", "--data", "whole", "--count", "600").well();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int kill = 0; kill < 3; kill++) {
            try (TestProcess process = CommandProcess.start(
                    directory, "run", "toy.yaml", "--data", "killed", "--count=600", "--rate", "300")) {
                Path channel = directory.resolve("killed/readings");
                Await.until("the channel is made", () -> Files.isDirectory(channel) || !process.isAlive());
                Thread.sleep(100 + random.nextInt(500));
                process.kill();
            }
        }
        run("run", "toy.yaml", "--data", "killed", "--count", "600").well();
        for (String channel : List.of("readings", "averages", "rows")) {
            assertEquals(messages("whole/" + channel), messages("killed/" + channel), "seed=" + seed);
        }
        List<String> rows = Files.readAllLines(directory.resolve("killed/table.txt"));
        assertEquals(60, rows.size(), "seed=" + seed);
    }

    @Test
    void ctrlCEndsARunThatWouldNotEnd() throws Exception {
        try (TestProcess process = CommandProcess.start(directory, "run", "toy.yaml", "--after", "wait")) {
            Await.until(
                    "there are rows", () -> Files.exists(directory.resolve("data/table.txt")) || !process.isAlive());
            process.signal("INT");
            Ended ended = process.awaitEnd();
            assertEquals(130, ended.code(), ended.err());
            assertEquals("Stopped; the next run continues from here.\n", ended.err());
            assertTrue(ended.out().contains("messages per second"), ended.out());
        }
        String rest = run("run", "toy.yaml").well();
        assertTrue(rest.matches("(?s)readings +1,000\naverages +100\nrows.averages +100\n.*"), rest);
    }

    @Test
    void aComponentThatThrowsIsOneSentenceAndExitCodeOne() throws Exception {
        Ended ended = run("run", "toy.yaml", "--after", "fail", "--count", "25");
        assertEquals(1, ended.code(), ended.err());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().matches("millrace: .*service=source .*: the sensor broke number=25\n"), ended.err());
        Ended traced = run("run", "toy.yaml", "--after", "fail", "--count", "25", "--stacktrace");
        assertTrue(traced.err().contains("io.millrace.cli.ToySource.poll"), traced.err());
    }

    @Test
    void twoRunsInOneDirectoryAreRefused() throws Exception {
        try (TestProcess first = CommandProcess.start(directory, "run", "toy.yaml", "--after", "wait")) {
            Await.until("there are rows", () -> Files.exists(directory.resolve("data/table.txt")) || !first.isAlive());
            Ended second = run("run", "toy.yaml");
            assertEquals(4, second.code(), second.err());
            assertEquals(1, second.err().lines().count(), second.err());
            assertTrue(
                    second.err().contains("is owned by another process pid=" + first.pid() + " command="),
                    second.err());
            assertTrue(second.err().contains("data/readings"), second.err());
        }
    }

    @Test
    void theCommandLineIsCheckedAgainstTheTopology() throws Exception {
        Ended wrong = CommandCall.run("run", toy(), "--count", "many");
        assertEquals(2, wrong.code());
        assertEquals(
                "millrace: " + toy() + ":6:3: parameter=count value=many is not a whole number (int)\n", wrong.err());
        Ended misspelt = CommandCall.run("run", toy(), "--cont", "5");
        assertEquals(2, misspelt.code());
        assertTrue(misspelt.err().contains("--cont") && misspelt.err().contains("--count"), misspelt.err());
        Ended help = CommandCall.run("run", toy(), "--help");
        assertTrue(help.well().contains("--after=end|wait|fail"), help.out());
        assertTrue(help.out().contains("How many readings there are (default: 1000)"), help.out());
        assertTrue(help.out().contains("Where the 100% of rows go (default: ${data}/"), help.out());
        String summary = directory.resolve("absent/summary.json").toString();
        Ended nowhere = CommandCall.run("run", toy(), "--summary", summary);
        assertEquals(2, nowhere.code());
        assertEquals(
                "millrace: --summary is in no directory file=" + summary + " directory=" + directory.resolve("absent")
                        + "\n",
                nowhere.err());
        Ended folder = CommandCall.run("run", toy(), "--summary", directory.toString());
        assertTrue(folder.err().startsWith("millrace: --summary is a directory file="), folder.err());
        assertFalse(Files.exists(directory.resolve("data")));
    }

    @Test
    void aTopologyThatIsWrongIsOneSentenceWithItsPlace() throws Exception {
        Files.writeString(directory.resolve("toy.yaml"), TOPOLOGY.replace("channels:", "chanels:"));
        Ended misspelt = CommandCall.run("run", toy());
        assertEquals(2, misspelt.code());
        assertEquals(
                "millrace: " + toy() + ":9:1: the topology has the unknown key=chanels; did you mean channels?\n",
                misspelt.err());
        Ended absent = CommandCall.run("run", directory.resolve("absent.yaml").toString());
        assertEquals(2, absent.code());
        assertEquals("millrace: " + directory.resolve("absent.yaml") + ": there is no such file\n", absent.err());
        Files.writeString(directory.resolve("toy.yaml"), TOPOLOGY.replace("cli.ToyTable", "cli.ToyTabel"));
        Ended missing = CommandCall.run("run", toy());
        assertEquals(2, missing.code());
        assertTrue(
                missing.err()
                        .matches("(?s)millrace: " + toy()
                                + ":23:12: component=table class=io.millrace.cli.ToyTabel is not on"
                                + " the class path: searched .*test-classes, the class path of the program;"
                                + " did you mean io.millrace.cli.ToyTable\\?\n"),
                missing.err());
    }

    @Test
    void damagedDataIsNamedAndHasItsOwnExitCode() throws Exception {
        run("run", "toy.yaml").well();
        Path segment = directory.resolve("data/readings/00000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        int place = 0;
        while (!(bytes[place] == 'a' && bytes[place + 1] == 't' && bytes[place + 2] == 't')) {
            place++;
        }
        bytes[place] ^= 1;
        Files.write(segment, bytes, StandardOpenOption.WRITE);
        Ended dump = CommandCall.run("dump", directory.resolve("data/readings").toString());
        assertEquals(3, dump.code(), dump.err());
        assertTrue(dump.err().contains("00000000.segment"), dump.err());
        assertEquals(2, dump.err().lines().count(), dump.err());
        assertTrue(dump.err().contains("\nTry 'millrace verify PATH'"), dump.err());
    }
}
