package io.millrace.console.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code clients tap}, as users start it. */
@Tag("process")
class ClientsTapTest {

    private static final String TOPOLOGY = """
            channels: {ticks: {roll: {size: 64KiB}}}
            components: {source: {class: io.millrace.console.cli.TickSource, writes: ticks}}
            clients: {port: 0, follow: ticks, tap: "*"}
            """;

    @TempDir
    private Path directory;

    @Test
    void theConversationOfAClientIsShown() throws Exception {
        Path file = Files.writeString(directory.resolve("ticks.yaml"), TOPOLOGY);
        try (TestProcess run = CommandProcess.start(
                        directory,
                        "run",
                        file.toString(),
                        "--data",
                        directory.resolve("data").toString());
                HttpClient http = HttpClient.newHttpClient()) {
            URI address = URI.create(CommandProcess.announced(run, "clients: "));
            TapTexts texts = new TapTexts();
            WebSocket client = http.newWebSocketBuilder()
                    .header("Origin", "http://" + address.getAuthority())
                    .buildAsync(URI.create("ws://" + address.getAuthority() + "/clients"), texts)
                    .get();
            client.sendText("{\"request\":\"hello\"}", true).get();
            String name = texts.next().replaceAll("\\{\"client\":\"([^\"]*)\".*", "$1");

            Ended names = CommandProcess.run(directory, "clients", "tap", address.toString());
            assertEquals("--- {\"clients\":[\"" + name + "\"]}\n", names.out(), names::toString);
            assertEquals(0, names.code());

            Path out = Files.createFile(directory.resolve("tapped"));
            try (TestProcess tap = CommandProcess.to(out, directory, "clients", "tap", address.toString(), name)) {
                CommandProcess.announced(tap, "--- {\"tapping\":");
                client.sendText("{\"request\":\"ping\"}", true).get();
                String answer = CommandProcess.announced(tap, "\"from\":\"server\"");
                assertTrue(answer.endsWith("\"text\":{\"pong\":true}}"), answer);
                assertTrue(Files.readString(out).contains("\"text\":{\"request\":\"ping\"}}\n"), Files.readString(out));
            }
            client.abort();
            http.shutdownNow();
        }
    }

    @Test
    void whatIsWrongIsSaid() throws Exception {
        Ended nobody = CommandProcess.run(directory, "clients", "tap", "http://127.0.0.1:1/");
        assertEquals(2, nobody.code(), nobody::toString);
        assertTrue(
                nobody.err().startsWith("millrace: cannot see clients address=http://127.0.0.1:1/"), nobody::toString);
        Ended nothing = CommandProcess.run(directory, "clients");
        assertEquals(2, nothing.code(), nothing::toString);
        assertTrue(nothing.err().startsWith("millrace: a subcommand is missing known=[tap]"), nothing::toString);
    }
}
