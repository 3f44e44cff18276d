package io.millrace.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command takes the file with which a system runs, also where it has sections of other modules. */
@Tag("process")
class OneClassPathTest {

    private static final String SECTIONS = """
            clients:
              port: 0
              follow: [sums]
            console:
              port: 0
            telemetry:
              prometheus: {port: 0}
            """;

    @TempDir
    private Path directory;

    /** What a command has printed, both streams in one, and its exit code. */
    private record Ended(int code, String text) {}

    private Ended millrace(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = JavaCommand.millrace(arguments)
                .builder()
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        try (TestProcess process = TestProcess.start(directory, builder)) {
            TestProcess.Ended ended = process.awaitEnd();
            return new Ended(ended.code(), ended.out());
        }
    }

    private void topology(String more) throws IOException {
        Files.writeString(directory.resolve("counting.yaml"), """
                channels:
                  numbers: {}
                  sums: {}
                components:
                  feed: {class: io.millrace.dist.NumberFeed, writes: numbers}
                  adder: {class: io.millrace.dist.Adder, reads: [numbers], writes: sums}
                """ + SECTIONS + more);
    }

    @Test
    void aSystemWithClientsConsoleAndTelemetryIsReplayedWithItsOwnFile() throws Exception {
        topology("");
        Ended ran = millrace("run", "counting.yaml");
        assertEquals(0, ran.code(), ran.text());
        Ended replayed = millrace("replay", "counting.yaml", "--component", "adder");
        assertEquals(0, replayed.code(), replayed.text());
        assertTrue(replayed.text().contains("adder: equal; compared 10 inputs and 10 recorded calls"), replayed.text());
    }

    @Test
    void theHostsOfASystemWithClientsAreAskedPromotedAndResetWithItsOwnFile() throws Exception {
        topology("""
                hosts:
                  a: {address: "127.0.0.1:1", replicas: [s]}
                  s: {address: "127.0.0.1:2"}
                """);
        Path file = directory.resolve("counting.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("writes: numbers}", "writes: numbers, host: a}")
                        .replace("writes: sums}", "writes: sums, host: a}"));
        for (String[] command : List.of(
                new String[] {"status", "counting.yaml"},
                new String[] {"promote", "counting.yaml", "--host", "a", "--data", "data/s"},
                new String[] {"reset", "counting.yaml", "--host", "a", "--data", "data/a"})) {
            Ended ended = millrace(command);
            assertFalse(ended.text().contains("section"), ended.text());
            assertFalse(ended.text().contains("unknown key"), ended.text());
            assertFalse(ended.text().contains("counting.yaml:"), ended.text());
        }
    }

    @Test
    void aMachineThatStandsBySaysThatItLives() throws Exception {
        Files.writeString(directory.resolve("spare.yaml"), """
                hosts:
                  a: {address: "127.0.0.1:%d", replicas: [s]}
                  s: {address: "127.0.0.1:%d"}
                channels:
                  numbers: {}
                components:
                  feed: {class: io.millrace.dist.NumberFeed, writes: numbers, host: a}
                """.formatted(FreePorts.next(), FreePorts.next()));
        Ended refused = millrace("run", "spare.yaml", "--host", "a", "--health", "99999");
        assertEquals(2, refused.code(), refused.text());
        assertTrue(refused.text().contains("--health has an invalid port port=99999"), refused.text());
        Path health = directory.resolve("health.json");
        ProcessBuilder builder = JavaCommand.millrace("run", "spare.yaml", "--host", "s", "--health", health.toString())
                .builder()
                .directory(directory.toFile());
        try (TestProcess process = TestProcess.start(directory, builder)) {
            Await.until("the spare has written its health", () -> {
                assertTrue(process.isAlive(), process::errors);
                return Files.exists(health);
            });
            String state = Files.readString(health);
            assertTrue(state.startsWith("{\"state\":\"STARTING\",") && state.contains("\"topology\":\"spare\""), state);
            process.kill();
        }
    }

    @Test
    void anOptionThatSetsASectionOfAnotherHostIsRefused() throws Exception {
        Files.writeString(directory.resolve("hosts.yaml"), """
                hosts:
                  a: {address: "127.0.0.1:1"}
                  b: {address: "127.0.0.1:2"}
                channels:
                  numbers: {}
                  sums: {}
                components:
                  feed: {class: io.millrace.dist.NumberFeed, writes: numbers, host: a}
                  adder: {class: io.millrace.dist.Adder, reads: [numbers], writes: sums, host: b}
                clients: {host: a, port: 0, follow: [numbers]}
                console: {host: a, port: 0}
                """);
        for (String[] option : new String[][] {{"console", "console"}, {"clients-port", "clients"}}) {
            Ended ended = millrace("run", "hosts.yaml", "--host", "b", "--" + option[0], "0");
            assertEquals(2, ended.code(), ended.text());
            assertTrue(
                    ended.text()
                            .contains("--" + option[0] + " sets the section " + option[1]
                                    + ", which is on host=a; this command runs host=b"),
                    ended.text());
        }
        assertFalse(Files.exists(directory.resolve("data")), "nothing was begun");
    }

    @Test
    void aCommandOfAnotherModuleIsFoundAndAnUnknownOneIsNamed() throws Exception {
        for (String name : List.of("console", "clients", "net", "replicas", "hdr", "tx", "kafka")) {
            Ended help = millrace(name, "--help");
            assertEquals(0, help.code(), name + help.text());
        }
        Ended unknown = millrace("promot");
        assertEquals(2, unknown.code(), unknown.text());
        assertTrue(unknown.text().contains("promote"), unknown.text());
    }
}
