package io.millrace.fix.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fix.FixFramer;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.fixtures.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The acceptor as a process of its own, over a socket. */
@Tag("process")
class AcceptorCommandTest {

    @TempDir
    private Path directory;

    private final FixFramer framer = new FixFramer(1 << 16);

    @Test
    void aLogonIsAnsweredAnOrderComesBackAndOrdersOfTheInputAreObeyed() throws Exception {
        try (InputStream in = getClass().getResourceAsStream("/FixRepository44.xml")) {
            Files.copy(in, directory.resolve("FIX44.xml"));
        }
        Process process = JavaCommand.of(
                        "io.millrace.cli.Millrace",
                        "fix",
                        "acceptor",
                        "--port",
                        "0",
                        "--dictionaries",
                        directory.toString())
                .builder()
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader();
                PrintStream orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8)) {
            String ready = out.readLine();
            assertTrue(ready.startsWith("ready port="), ready);
            int port = Integer.parseInt(ready.substring(ready.indexOf('=') + 1));
            orders.println("FIX.4.4:ISLD->TW NEXTSENDERSEQNUM 5");
            assertEquals("ok", out.readLine());
            orders.println("FIX.4.4:ISLD->NONE NEXTSENDERSEQNUM 5");
            assertTrue(out.readLine().startsWith("error: "));
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                send(socket, header("A", 1).body().put(98, 0).put(108, 30));
                String logon = receive(socket);
                assertTrue(logon.contains("|35=A|34=5|"), logon);
                FixWriter order = header("D", 2)
                        .body()
                        .put(11, "17")
                        .put(55, "IBM")
                        .put(54, '1')
                        .put(40, '1');
                send(
                        socket,
                        order.putTimestamp(60, nowNs(), FixTime.Precision.MILLISECONDS)
                                .put(38, 100));
                String echo = receive(socket);
                assertTrue(echo.contains("|35=D|34=6|") && echo.contains("|11=17|"), echo);
                send(socket, header("5", 3).body());
                assertTrue(receive(socket).contains("|35=5|34=7|"));
                assertEquals(-1, socket.getInputStream().read());
            }
            orders.println("quit");
            assertEquals("ok", out.readLine());
            assertEquals(0, process.waitFor());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aDirectoryWithoutDictionariesIsAMistakeOfTheCommandLine() {
        StringWriter err = new StringWriter();
        CommandLine line = (CommandLine) new FixCommands().commands().getFirst();
        int code = line.setErr(new PrintWriter(err, true))
                .execute("acceptor", "--port", "0", "--dictionaries", directory.toString());
        assertEquals(2, code);
        assertTrue(err.toString().startsWith("--dictionaries: the directory has none of the usual names"), err + "");
    }

    private static long nowNs() {
        return Duration.between(Instant.EPOCH, Instant.now()).toNanos();
    }

    private static FixWriter header(String type, int number) {
        FixWriter writer = new FixWriter().start(type).put(34, number).put(49, "TW");
        return writer.putTimestamp(52, nowNs(), FixTime.Precision.MILLISECONDS).put(56, "ISLD");
    }

    private static void send(Socket socket, FixWriter message) throws IOException {
        message.finish("FIX.4.4");
        socket.getOutputStream().write(message.bytes(), message.offset(), message.length());
    }

    private String receive(Socket socket) throws IOException {
        byte[] buffer = new byte[1 << 12];
        while (framer.next() != FixFramer.Result.MESSAGE) {
            int count = socket.getInputStream().read(buffer);
            assertTrue(count > 0, "the acceptor has closed the connection");
            framer.add(buffer, 0, count);
        }
        String text = new String(framer.bytes(), framer.offset(), framer.length(), StandardCharsets.ISO_8859_1);
        return text.replace('\u0001', '|');
    }
}
