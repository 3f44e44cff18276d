package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

    private static final HostPort ANY_PORT = HostPort.parse("0");
    private static final Connector.Pauses QUICK = new Connector.Pauses(Duration.ofMillis(5), Duration.ofMillis(20));

    @TempDir
    private Path directory;

    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final LinkOptions options = LinkOptions.defaults().withErrorHandler(errors::add);

    @Test
    void bothSidesKnowTheNameOfTheOther() throws Exception {
        TestCertificates authority = new TestCertificates(directory, "authority");
        LinkOptions source = options.withTls(authority.identity("source", "127.0.0.1"));
        LinkOptions copy = options.withTls(authority.identity("copy", "127.0.0.1"));
        BlockingQueue<String> names = new LinkedBlockingQueue<>();
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        try (Listener listener = Listener.start(ANY_PORT, source, link -> {
                    names.add(link.peerName().orElse("none"));
                    LinkTest.echo(link);
                });
                Connector _ = Connector.start(List.of(listener.address()), copy, QUICK, link -> {
                    names.add(link.peerName().orElse("none"));
                    String much = "0123456789".repeat(10_000);
                    answers.add(much.equals(LinkTest.ask(link, much)) ? "equal" : "different");
                })) {
            assertEquals("equal", answers.take());
            assertTrue(names.contains("source") && names.contains("copy"), names.toString());
        }
    }

    /** The handshake of a client ends before the server has checked its certificate; its first read fails. */
    @Test
    void aCertificateThatIsNotTrustedEndsTheLink() throws Exception {
        TestCertificates authority = new TestCertificates(directory, "authority");
        TestCertificates stranger = new TestCertificates(directory, "stranger");
        LinkOptions source = options.withTls(authority.identity("source", "127.0.0.1"));
        LinkOptions copy = LinkOptions.defaults()
                .withErrorHandler(_ -> {})
                .withTls(stranger.identity("copy", "127.0.0.1", authority));
        BlockingQueue<Throwable> reads = new LinkedBlockingQueue<>();
        try (Listener listener = Listener.start(ANY_PORT, source, LinkTest::echo);
                Connector _ = Connector.start(
                        List.of(listener.address()),
                        copy,
                        QUICK,
                        link -> reads.add(assertThrows(NetException.class, () -> link.read(ByteBuffer.allocate(1)))))) {
            assertTrue(reads.take().getMessage().contains("cannot read link"));
            assertTrue(errors.take().getMessage().startsWith("handshake of TLS failed peer=127.0.0.1:"));
        }
    }

    @Test
    void aCertificateForAnotherHostIsRefusedByTheSideThatConnects() throws Exception {
        TestCertificates authority = new TestCertificates(directory, "authority");
        LinkOptions source =
                LinkOptions.defaults().withErrorHandler(_ -> {}).withTls(authority.identity("source", "10.1.2.3"));
        LinkOptions copy = options.withTls(authority.identity("copy", "127.0.0.1"));
        try (Listener listener = Listener.start(ANY_PORT, source, LinkTest::echo);
                Connector _ = Connector.start(List.of(listener.address()), copy, QUICK, LinkTest::echo)) {
            String message = errors.take().getMessage();
            assertTrue(
                    message.startsWith("handshake of TLS failed peer=" + listener.address())
                            && message.contains("No subject alternative names matching IP address 127.0.0.1"),
                    message);
        }
    }

    @Test
    void aPeerWithoutTlsIsRefused() throws Exception {
        TestCertificates authority = new TestCertificates(directory, "authority");
        LinkOptions source = options.withTls(authority.identity("source", "127.0.0.1"));
        try (Listener listener = Listener.start(ANY_PORT, source, LinkTest::echo);
                Socket plain = new Socket(
                        java.net.InetAddress.getLoopbackAddress(),
                        listener.address().port())) {
            plain.getOutputStream()
                    .write("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertTrue(errors.take().getMessage().startsWith("handshake of TLS failed peer="));
        }
    }

    @Test
    void filesThatHoldSomethingElseAreNamed() throws Exception {
        TestCertificates authority = new TestCertificates(directory, "authority");
        authority.identity("source", "127.0.0.1");
        authority.identity("other", "127.0.0.1");
        Path certificate = directory.resolve("source.crt");
        Path key = directory.resolve("source.key");
        Path rubbish = Files.writeString(directory.resolve("rubbish"), "no certificate");
        refused("cannot read certificates file=" + rubbish, rubbish, key, certificate);
        refused("file has no unencrypted private key", certificate, rubbish, certificate);
        refused("cannot read file=" + directory.resolve("none"), certificate, directory.resolve("none"), certificate);
    }

    private static void refused(String message, Path certificate, Path key, Path trusted) {
        String actual = assertThrows(NetException.class, () -> TlsIdentity.ofPem(certificate, key, trusted))
                .getMessage();
        assertTrue(actual.startsWith(message), actual);
    }
}
