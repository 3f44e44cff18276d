package io.millrace.net.cli;

import static io.millrace.net.cli.MemberProcesses.append;
import static io.millrace.net.cli.MemberProcesses.appendNumbered;
import static io.millrace.net.cli.MemberProcesses.awaitAcknowledged;
import static io.millrace.net.cli.MemberProcesses.numbered;
import static io.millrace.net.cli.MemberProcesses.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.SelfSignedCertificate;
import io.millrace.journal.Appender;
import io.millrace.journal.Epoch;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.replication.EpochTable;
import io.millrace.replication.Message;
import io.millrace.replication.MessageCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strangers do to the port of a real source, and what fails at a copy: the source continues. */
@Tag("process")
class BadInputTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);
    private static final byte RUN = 6;
    private static final long PACE_NS = 100_000_000;

    @TempDir
    Path scratch;

    private MemberProcesses processes;
    private Path from;
    private Path to;
    private int port;

    @BeforeEach
    void begin() throws IOException {
        processes = new MemberProcesses(scratch);
        from = scratch.resolve("source");
        to = scratch.resolve("copy");
        port = FreePorts.next();
    }

    @AfterEach
    void stop() {
        processes.close();
    }

    private String address() {
        return "127.0.0.1:" + port;
    }

    private Process source(int copies) throws IOException {
        return processes.start(from.toString(), "--listen", address(), "--copies", "" + copies);
    }

    private Socket stranger() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    private static byte[] header(int length, byte type, byte version) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .put(type)
                .put(version)
                .array();
    }

    private static byte[] encoded(Message message) {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LONGEST_MESSAGE);
        MessageCodec.encode(message, bytes);
        byte[] encoded = new byte[bytes.flip().remaining()];
        bytes.get(encoded);
        return encoded;
    }

    /** Waits until the other side has closed a connection, whatever it sends before. */
    private static void awaitClosed(Socket socket) throws IOException {
        byte[] bytes = new byte[1 << 12];
        try {
            while (socket.getInputStream().read(bytes) >= 0) {
                LockSupport.parkNanos(1_000_000);
            }
        } catch (SocketException e) {
            assertTrue(e.getMessage().contains("reset"), e.getMessage());
        }
    }

    private static void sendHeartbeats(Socket socket) {
        byte[] heartbeat = encoded(new Message.Heartbeat(1, Long.MIN_VALUE));
        try {
            while (true) {
                socket.getOutputStream().write(heartbeat);
                LockSupport.parkNanos(PACE_NS);
            }
        } catch (IOException _) {
            // a side has closed it
        }
    }

    @Test
    void whatIsNoMessageEndsItsConnectionWithAnErrorAndTheSourceGoesOn() throws Exception {
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            Process source = source(1);
            processes.start("--from", address(), to.toString());
            appendNumbered(appender, 0, 10);
            awaitAcknowledged(10, from, to);
            List<byte[]> wrong = List.of(
                    "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                    header(16, RUN, (byte) 2),
                    header(Integer.MAX_VALUE, RUN, (byte) 1),
                    header(Integer.MAX_VALUE, (byte) 1, (byte) 1),
                    header(-8, RUN, (byte) 1));
            List<String> said = List.of(
                    "reason=unknown version of a message version=32 known=1",
                    "reason=unknown version of a message version=2 known=1",
                    "reason=length of a message is not possible type=RUN bytes=2147483647",
                    "reason=length of a message is not possible type=JOIN bytes=2147483647",
                    "reason=length of a message is not possible type=RUN bytes=-8");
            for (int i = 0; i < wrong.size(); i++) {
                try (Socket socket = stranger()) {
                    socket.getOutputStream().write(wrong.get(i));
                    awaitClosed(socket);
                }
                processes.awaitPrinted(source, said.get(i));
            }
            appendNumbered(appender, 10, 20);
            awaitAcknowledged(20, from, to);
        }
    }

    @Test
    void connectionsThatSayNothingAreBoundedAndEnd() throws Exception {
        List<Socket> strangers = new ArrayList<>();
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            source(1);
            processes.start("--from", address(), to.toString());
            appendNumbered(appender, 0, 10);
            awaitAcknowledged(10, from, to);
            for (int i = 0; i < 1_000; i++) {
                strangers.add(stranger());
            }
            appendNumbered(appender, 10, 20);
            awaitAcknowledged(20, from, to);
            for (Socket each : strangers) {
                awaitClosed(each);
            }
            appendNumbered(appender, 20, 30);
            awaitAcknowledged(30, from, to);
        } finally {
            for (Socket each : strangers) {
                each.close();
            }
        }
    }

    @Test
    void aCopyThatStopsReadingIsClosedAndOthersFollow() throws Exception {
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            String text = "-".repeat(1_000);
            for (int i = 0; i < 20_000; i++) {
                append(appender, text);
            }
            Process source = source(0);
            try (Socket lazy = stranger()) {
                lazy.getOutputStream()
                        .write(encoded(new Message.Join(
                                null, 7, -1, "lazy", "127.0.0.1:1", Epoch.FIRST, 0, 0, EpochTable.EMPTY)));
                Thread heartbeats = Thread.ofPlatform().start(() -> sendHeartbeats(lazy)); // it is not silent meanwhile
                processes.start("--from", address(), to.toString());
                awaitAcknowledged(20_000, from, to);
                processes.awaitPrinted(source, "the peer does not read deadAfter=PT10S");
                heartbeats.join(); // the source has closed the connection
            }
            append(appender, "last");
            awaitAcknowledged(20_001, from, to);
        }
    }

    @Test
    void aCopyOfAnotherJournalIsRefusedAndStops() throws Exception {
        Path other = scratch.resolve("other");
        Journal.open(other, OPTIONS).close();
        int otherPort = FreePorts.next();
        Process otherSource = processes.start(other.toString(), "--listen", "127.0.0.1:" + otherPort);
        Process copy = processes.start("--from", "127.0.0.1:" + otherPort, to.toString());
        Await.until(
                "the copy has joined",
                () -> texts(to) != null
                        && Journal.exists(to)
                        && processes.printed(otherSource).contains("JOINED"));
        MemberProcesses.kill(copy);
        MemberProcesses.kill(otherSource);
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            Process source = source(0);
            Process wrong = processes.start("--from", address(), to.toString());
            processes.awaitPrinted(wrong, "STOPPED the journal is another one id=");
            processes.awaitPrinted(source, "REFUSED the journal is another one id=");
            appendNumbered(appender, 0, 10);
            awaitAcknowledged(10, from);
        }
        assertEquals(numbered(10), texts(from));
        assertTrue(Files.exists(to));
    }

    @Test
    void aCopyWhoseDiskIsFullWaitsForSpaceAndTheSourceGoesOn() throws Exception {
        Files.createDirectories(to);
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", to.toString()) == 0, "mounting is not allowed");
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            Process source = source(1);
            Process copy = processes.start("--from", address(), to.toString());
            String text = "-".repeat(1_000);
            for (int i = 0; i < 5_000; i++) {
                append(appender, text);
            }
            processes.awaitPrinted(copy, "FAILED next segment does not fit on the disk file=" + to);
            assertTrue(texts(from).size() < 5_000, "what the copy has no space for is not acknowledged");
            append(appender, "the source goes on");
            assertTrue(source.isAlive() && copy.isAlive());
            assertEquals(0, run("mount", "-o", "remount,size=64m", to.toString()));
            awaitAcknowledged(5_001, from, to);
        } finally {
            processes.close();
            run("umount", to.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private static String[] with(List<String> options, String... first) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(options);
        return all.toArray(String[]::new);
    }

    @Test
    void aCopyWhoseCertificateIsNotTrustedGetsNothing() throws Exception {
        Path strange = scratch.resolve("strange");
        List<String> address = List.of("127.0.0.1");
        SelfSignedCertificate trusted = SelfSignedCertificate.create(scratch, "own", address);
        List<String> own = trusted.options(trusted);
        List<String> stranger =
                SelfSignedCertificate.create(scratch, "stranger", address).options(trusted);
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            Process source = processes.start(with(own, from.toString(), "--listen", address(), "--copies", "1"));
            processes.start(with(stranger, "--from", address(), strange.toString()));
            processes.awaitPrinted(source, "handshake of TLS failed peer=127.0.0.1:");
            appendNumbered(appender, 0, 10);
            assertEquals(List.of(), texts(from), "no trusted copy acknowledges");
            processes.start(with(own, "--from", address(), to.toString()));
            awaitAcknowledged(10, from, to);
            assertEquals(List.of(), texts(strange));
        }
    }
}
