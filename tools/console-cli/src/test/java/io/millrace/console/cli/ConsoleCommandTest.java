package io.millrace.console.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.CommandProvider;
import io.millrace.console.cli.CommandProcess.Answer;
import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command {@code console}, and the console and the telemetry of {@code run}, as users start them. */
@Tag("process")
class ConsoleCommandTest {

    private static final String TOKEN = "a-token-of-the-tests";
    private static final String TOPOLOGY = """
            channels: {ticks: {roll: {size: 64KiB}}}
            components: {source: {class: io.millrace.console.cli.TickSource, writes: ticks}}
            """;

    @TempDir
    private Path directory;

    private Path data() throws IOException {
        return Files.createDirectories(directory.resolve("data"));
    }

    private void refused(int code, String expected, String... arguments) throws Exception {
        Ended ended = CommandProcess.run(directory, arguments);
        assertEquals(code, ended.code(), ended::toString);
        assertEquals("", ended.out());
        assertTrue(ended.err().startsWith("millrace: " + expected), ended::toString);
    }

    /** Checks a refusal without a process of its own; {@link #refused} shows what the program makes of one. */
    private static void refusedHere(String expected, String... arguments) {
        StringWriter err = new StringWriter();
        assertEquals(2, command(err).execute(arguments));
        assertTrue(err.toString().startsWith(expected), err::toString);
    }

    private static CommandLine command(StringWriter err) {
        return ((CommandLine) new ConsoleCommands().commands().getFirst()).setErr(new PrintWriter(err, true));
    }

    private Path file(String name, String text, String permissions) throws IOException {
        Path file = Files.createFile(
                directory.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
        return Files.writeString(file, text);
    }

    @Test
    void theCommandIsFoundByTheServiceLoader() {
        assertEquals(
                1,
                ServiceLoader.load(CommandProvider.class).stream()
                        .filter(provider -> provider.type() == ConsoleCommands.class)
                        .count());
    }

    @Test
    void theHelpHasEveryOptionAndExamples() throws Exception {
        String help = command(new StringWriter()).getUsageMessage();
        for (String part : List.of(
                "Usage: console",
                "DIR",
                "--port=N",
                "default: 8080",
                "--address=ADDRESS",
                "127.0.0.1",
                "--host=NAME",
                "--token-file=FILE",
                "--admin",
                "millrace console data --port 9000")) {
            assertTrue(help.contains(part), () -> part + " is missing in " + help);
        }
        Ended all = CommandProcess.run(directory, "--help");
        assertEquals(0, all.code(), all::toString);
        assertEquals("", all.err());
        assertTrue(all.out().matches("(?s).*\n +console +.*"), all::toString);
    }

    @Test
    void aCommandLineThatIsWrongEndsWithTwo() throws Exception {
        String data = data().toString();
        refused(2, "there is no such directory path=" + data + "/nowhere", "console", data + "/nowhere");
        refusedHere("Missing required parameter: 'DIR'");
        refusedHere("--port must be between 0 and 65535 port=65536", data, "--port", "65536");
        refusedHere("--admin needs --token-file", data, "--admin");
        refusedHere("Unknown options: '--prot', '1'", data, "--prot", "1");
    }

    @Test
    void aFileOfTheTokenThatIsNoneEndsWithTwo() throws Exception {
        String data = data().toString();
        Path open = file("open", TOKEN + "\n", "rw-r--r--");
        refusedHere("file of the token can be read by others than its owner", data, "--token-file", open.toString());
        refusedHere("cannot read the file of the token file=/no/file", data, "--token-file", "/no/file");
    }

    @Test
    void aPortOfAnotherProcessIsAnErrorThatNamesIt() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            refused(
                    1,
                    "cannot listen, another process has the port address=127.0.0.1:" + port,
                    "console",
                    data().toString(),
                    "--port",
                    port);
        }
    }

    @Test
    void aDirectoryWithChannelsOfAnotherVersionIsShownAndASignalEndsTheCommand() throws Exception {
        Path data = data();
        Ended run;
        Path file = Files.writeString(directory.resolve("ticks.yaml"), TOPOLOGY);
        try (TestProcess process =
                CommandProcess.start(directory, "run", file.toString(), "--data", data.toString(), "--console", "0")) {
            URI page = URI.create(CommandProcess.announced(process));
            awaitTicks(page);
            process.terminate();
            run = process.awaitEnd();
        }
        assertTrue(run.out().startsWith("10 messages in "), run::toString);
        for (long copy : List.of(0L, 2048L)) { // the table states its kind and version twice
            try (RandomAccessFile table =
                    new RandomAccessFile(data.resolve("ticks/journal.table").toFile(), "rw")) {
                table.seek(copy + 8);
                table.write(99);
            }
        }
        try (TestProcess process = CommandProcess.start(directory, "console", data.toString(), "--port", "0")) {
            Answer answer = CommandProcess.get(
                    URI.create(CommandProcess.announced(process)).resolve("/api/messages?channel=ticks"));
            assertEquals(404, answer.status(), answer::toString);
            assertTrue(answer.body().contains("formatVersion=99"), answer::toString);
            process.terminate();
            Ended ended = process.awaitEnd();
            assertEquals(143, ended.code(), ended::toString);
            assertEquals("", ended.err());
        }
    }

    /** It would otherwise serve a page at an address that no user knows. */
    @Test
    void anAddressThatCannotBePrintedEndsTheCommand() throws Exception {
        try (TestProcess process =
                CommandProcess.to(Path.of("/dev/full"), directory, "console", data().toString(), "--port=0")) {
            Ended ended = process.awaitEnd();
            assertEquals(1, ended.code(), ended.err());
            assertEquals("millrace: cannot write to standard output reason=No space left on device\n", ended.err());
        }
    }

    @Test
    void theTokenIsAskedForAndTheAddressSaysHow() throws Exception {
        Path token = file("token", TOKEN + "\n", "rw-------");
        try (TestProcess process = CommandProcess.start(
                directory, "console", data().toString(), "--port", "0", "--token-file", token.toString())) {
            String announced = CommandProcess.announced(process);
            assertTrue(announced.matches("http://127.0.0.1:\\d+/ \\(enter by http://\\S+\\?token=TOKEN\\)"), announced);
            URI run = URI.create(announced.replaceFirst(" .*", "")).resolve("/api/run");
            assertEquals(401, CommandProcess.get(run).status());
            assertEquals(
                    200,
                    CommandProcess.get(run, "Authorization", "Bearer " + TOKEN).status());
        }
    }

    private static void awaitTicks(URI page) throws Exception {
        long startNs = System.nanoTime();
        String body = "";
        while (!body.contains("tick: 9") && System.nanoTime() - startNs < 60_000_000_000L) {
            body = CommandProcess.get(page.resolve("/api/messages?channel=ticks"))
                    .body();
        }
        assertTrue(body.contains("tick: 9"), body);
    }

    @Test
    void theMetersOfARunAreOnThePortOfItsConsole() throws Exception {
        Path token = file("token", TOKEN + "\n", "rw-------");
        Path file = Files.writeString(directory.resolve("ticks.yaml"), TOPOLOGY + """
                console: {port: 0, tokenFile: %s}
                telemetry: {prometheus: {}}
                """.formatted(token));
        try (TestProcess process =
                CommandProcess.start(directory, "run", file.toString(), "--data", data().toString())) {
            URI meters = URI.create(CommandProcess.announced(process).replaceFirst(" .*", ""))
                    .resolve("/metrics");
            assertEquals(401, CommandProcess.get(meters).status());
            String count = "millrace_channel_messages_total{channel=\"ticks\",topology=\"ticks\"} 10.0";
            Answer answer = CommandProcess.get(meters, "Authorization", "Bearer " + TOKEN);
            long startNs = System.nanoTime();
            while (!answer.body().contains(count) && System.nanoTime() - startNs < 60_000_000_000L) {
                answer = CommandProcess.get(meters, "Authorization", "Bearer " + TOKEN);
            }
            assertTrue(answer.body().contains(count), answer::toString);
            assertTrue(answer.type().startsWith("text/plain; version=0.0.4"), answer::toString);
            assertEquals(
                    403,
                    CommandProcess.get(meters, "Authorization", "Bearer " + TOKEN, "Origin", "http://example.com")
                            .status());
        }
    }

    @Test
    void metersWithoutAPortAndWithoutAConsoleAreRefused() throws Exception {
        Path file = Files.writeString(directory.resolve("ticks.yaml"), TOPOLOGY + "telemetry: {prometheus: {}}\n");
        refused(
                2,
                file + ":3:13: prometheus has no port, and the run has no console that serves it",
                "run",
                file.toString(),
                "--data",
                data().resolve("new").toString());
        assertTrue(Files.notExists(data().resolve("new/ticks")));
    }
}
