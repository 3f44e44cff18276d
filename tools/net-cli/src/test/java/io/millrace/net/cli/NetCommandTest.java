package io.millrace.net.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.Listener;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NetCommandTest {

    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = (CommandLine) new NetCommands().commands().getFirst();
        return line.setErr(new PrintWriter(err, true))
                .setOut(new PrintWriter(new StringWriter()))
                .execute(args);
    }

    @Test
    void whatIsNotAnAddressIsAMistakeOfTheCommandLine() {
        assertEquals(2, run("echo", "--listen", "host:x"));
        assertTrue(err.toString().startsWith("--listen: an address is HOST:PORT"), err.toString());
    }

    @Test
    void theFilesOfTlsAreNeededTogether() {
        assertEquals(2, run("echo", "--listen", "0", "--key", "own.key"));
        assertTrue(
                err.toString()
                        .startsWith(
                                "--certificate, --key and --trust are needed together certificate=null key=own.key"),
                err.toString());
    }

    @Test
    void thePromotionOfAHostNeedsItsName(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("spare.yaml"), "hosts: {}\n");
        assertEquals(
                2,
                new CommandLine(new PromoteCommand())
                        .setErr(new PrintWriter(err, true))
                        .execute(file.toString()));
        assertTrue(
                err.toString().startsWith("a file is that of a topology, which needs --host file=" + file),
                err.toString());
    }

    @Test
    void aSubcommandIsNeeded() {
        assertEquals(2, run());
        assertTrue(err.toString().startsWith("a subcommand is needed, such as echo"), err.toString());
    }

    @Test
    void bytesComeBack() throws Exception {
        try (Listener listener = Listener.start(HostPort.parse("0"), LinkOptions.defaults(), EchoCommand::echo);
                Socket socket = new Socket(
                        java.net.InetAddress.getLoopbackAddress(),
                        listener.address().port())) {
            byte[] bytes = "hello".getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(bytes);
            assertEquals(
                    "hello", new String(socket.getInputStream().readNBytes(bytes.length), StandardCharsets.US_ASCII));
        }
    }
}
