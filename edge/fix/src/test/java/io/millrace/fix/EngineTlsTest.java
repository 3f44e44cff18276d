package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.CertificateAuthority;
import io.millrace.fixtures.CertificateFiles;
import io.millrace.net.HostPort;
import io.millrace.net.TlsIdentity;
import io.millrace.net.TlsIdentity.ClientCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in front of the first message: TLS, and the header of a proxy. */
class EngineTlsTest {

    /** The time of the engines passes faster than handshakes are computed, on a machine that is busy. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private final TestEngines engines = new TestEngines();
    private final List<String> got = new ArrayList<>();
    private CertificateFiles seller;
    private CertificateFiles buyer;

    @BeforeEach
    void makeCertificates() {
        CertificateAuthority authority = CertificateAuthority.create(directory, "authority");
        seller = authority.files("seller", "127.0.0.1");
        buyer = authority.files("buyer", "127.0.0.1");
    }

    @AfterEach
    void close() {
        engines.close();
    }

    private static TlsIdentity identity(CertificateFiles files) {
        return TlsIdentity.ofPem(files.certificate(), files.key(), files.trusted());
    }

    private HostPort sell(FixPort port) {
        FixEngine engine = engines.open(
                FixEngineOptions.named("test").with(FixEngineLimits.defaults().withFirstMessage(1 << 14, PATIENCE)));
        engine.add(TestEngines.acceptor(TestEngines.SELL), (_, _, order) -> got.add(order.text(11)));
        return engine.listen(port);
    }

    private FixSession buy(HostPort port, TlsIdentity identity) {
        return engines.open()
                .add(
                        FixSettings.session(TestEngines.BUY, Samples.FIX44)
                                .role(FixSettings.Role.INITIATOR)
                                .logonTimeout(PATIENCE)
                                .build(),
                        (_, _, _) -> {},
                        FixDestinations.of(port).withTls(identity));
    }

    @ParameterizedTest
    @EnumSource(ClientCertificate.class)
    void ordersArriveOverTlsWhateverIsAskedOfTheClient(ClientCertificate asked) {
        HostPort port = sell(TestEngines.anyPort().withTls(identity(seller), asked));
        FixSession session = buy(port, identity(buyer));
        engines.until("the Logon", () -> session.sender().isLoggedOn());
        for (int i = 1; i <= 500; i++) { // more than one record
            engines.order(session, i);
        }
        engines.until("all orders", () -> got.size() == 500);
        assertEquals("500", got.getLast());
    }

    @ParameterizedTest
    @EnumSource(ClientCertificate.class)
    void aClientWithoutACertificateIsRefusedWhereItIsNeeded(ClientCertificate asked) {
        HostPort port = sell(TestEngines.anyPort().withTls(identity(seller), asked));
        FixSession session = buy(port, TlsIdentity.trusting(buyer.trusted()));
        if (asked == ClientCertificate.NEEDED) {
            engines.until("the refusal", () -> engines.hasLine("a connection has ended peer="));
            assertFalse(session.sender().isLoggedOn());
        } else {
            engines.until("the Logon", () -> session.sender().isLoggedOn());
        }
    }

    @Test
    void aServerOfAnotherAuthorityIsRefused() throws IOException {
        CertificateAuthority other =
                CertificateAuthority.create(Files.createDirectory(directory.resolve("other")), "other");
        HostPort port = sell(
                TestEngines.anyPort().withTls(identity(other.files("seller", "127.0.0.1")), ClientCertificate.NONE));
        FixSession session = buy(port, identity(buyer));
        engines.until("the refusal", () -> engines.hasLine("the connection has failed: "));
        assertFalse(session.sender().isLoggedOn());
    }

    /** quickfixn#511, quickfix#398. */
    @Test
    void aClientThatStallsInTheHandshakeDelaysNoSessionAndIsClosedInTime() throws IOException {
        HostPort port = sell(TestEngines.anyPort().withTls(identity(seller), ClientCertificate.NEEDED));
        try (Socket stalled = new Socket(port.host(), port.port())) {
            stalled.getOutputStream().write(new byte[] {22, 3, 1, 0, 100, 1}); // the beginning of a ClientHello
            FixSession session = buy(port, identity(buyer));
            engines.until("the Logon of the other one", () -> session.sender().isLoggedOn());
            engines.order(session, 1);
            engines.until("its order", () -> got.size() == 1);
            assertFalse(engines.hasLine("no Logon in time"));
            engines.pass(PATIENCE);
            engines.until("the end of the stalled one", () -> engines.hasLine("no Logon in time"));
            engines.until("its socket to be closed", () -> isEnded(stalled));
            assertTrue(session.sender().isLoggedOn());
        }
    }

    /** Keys and signatures take milliseconds, in which a thread of an engine would serve no other session. */
    @Test
    void anotherThreadComputesForTheHandshake() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        AtomicReference<Thread> computed = new AtomicReference<>();
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(new KeyManager[] {new SlowKeys(free, computed)}, null, null);
        try (ServerSocketChannel listening =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel one = SocketChannel.open(listening.getLocalAddress());
                SocketChannel two = listening.accept()) {
            one.configureBlocking(false);
            two.configureBlocking(false);
            SSLEngine client = identity(buyer).connecting(new HostPort("127.0.0.1", 1));
            SSLEngine server = context.createSSLEngine();
            server.setUseClientMode(false);
            TlsTransport asks = new TlsTransport(one, client);
            TlsTransport answers = new TlsTransport(two, server);
            ByteBuffer buffer = ByteBuffer.allocate(1 << 15);
            Await.until("the computation to begin", () -> {
                turn(asks, buffer);
                turn(answers, buffer);
                return computed.get() != null;
            });
            assertEquals(0, answers.read(buffer.clear()), "it does not wait");
            assertFalse(answers.mustRead());
            assertTrue(answers.hasOutput(), "it is to be asked again");
            assertNotEquals(Thread.currentThread(), computed.get());
            free.countDown();
            Await.until("its end", answers::mustRead);
            assertThrows(IOException.class, () -> turnAll(answers, buffer), "there are no keys");
        }
    }

    private static void turnAll(TlsTransport two, ByteBuffer buffer) throws IOException {
        for (int i = 0; i < 10_000; i++) {
            two.read(buffer.clear());
            two.write(buffer.clear().limit(0));
            LockSupport.parkNanos(100_000);
        }
    }

    private static void turn(TlsTransport transport, ByteBuffer buffer) {
        try {
            transport.read(buffer.clear());
            transport.write(buffer.clear().limit(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has no key, and says so only once it may. */
    private static final class SlowKeys extends X509ExtendedKeyManager {
        private final CountDownLatch free;
        private final AtomicReference<Thread> asked;

        SlowKeys(CountDownLatch free, AtomicReference<Thread> asked) {
            this.free = free;
            this.asked = asked;
        }

        @Override
        public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            asked.set(Thread.currentThread());
            try {
                free.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return null;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[0];
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return null;
        }
    }

    private static boolean isEnded(Socket socket) {
        try {
            socket.setSoTimeout(1);
            while (socket.getInputStream().read() >= 0) {
                // an alert
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "binary", "IPv6", "unknown", "local"})
    void aProxyStatesTheAddressOfTheClient(String form) throws IOException {
        HostPort port = sell(TestEngines.anyPort().throughProxy());
        try (Socket socket = new Socket(port.host(), port.port())) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.write(header(form));
            all.write(Samples.framed("FIX.4.4", "35=A|34=1|49=BUY|52=20260302-08:00:00.000|56=SELL|98=0|108=0|"));
            for (byte each : all.toByteArray()) { // in as many packets as bytes
                socket.getOutputStream().write(each);
                engines.poll();
            }
            engines.until("the Logon", () -> engines.hasLine("a session is connected"));
            String peer = engines.lines().getLast().replaceAll(".*peer=", "");
            String expected = switch (form) {
                case "unknown", "local" -> "/127.0.0.1:" + socket.getLocalPort();
                case "IPv6" -> "/[2001:db8:0:0:0:0:0:1]:5000";
                default -> "/192.0.2.1:5000";
            };
            assertEquals(expected, peer);
        }
    }

    private static byte[] header(String form) {
        return switch (form) {
            case "text" -> FixText.bytes("PROXY TCP4 192.0.2.1 198.51.100.7 5000 443\r\n");
            case "unknown" -> FixText.bytes("PROXY UNKNOWN\r\n");
            case "binary" ->
                binary(0x21, 0x11, 12 + 3)
                        .put(new byte[] {(byte) 192, 0, 2, 1, 127, 0, 0, 1})
                        .putShort((short) 5000)
                        .putShort((short) 443)
                        .put(new byte[] {4, 0, 0}) // a further field
                        .array();
            case "IPv6" ->
                binary(0x21, 0x21, 36)
                        .put(new byte[] {0x20, 1, 0x0d, (byte) 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})
                        .put(new byte[16])
                        .putShort((short) 5000)
                        .putShort((short) 443)
                        .array();
            default -> binary(0x20, 0, 0).array();
        };
    }

    private static ByteBuffer binary(int command, int family, int length) {
        return ByteBuffer.allocate(16 + length)
                .put(new byte[] {13, 10, 13, 10, 0, 13, 10, 'Q', 'U', 'I', 'T', 10})
                .put((byte) command)
                .put((byte) family)
                .putShort((short) length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8=FIX.4.4|9=100|35=A|",
                "PROXY TCP4 name 198.51.100.7 5000 443\r\n",
                "PROXY TCP4 :::: 198.51.100.7 1 2\r\n",
                "PROXY TCP4 192.0.2.1 198.51.100.7 70000 443\r\n",
                "PROXY TCP9 192.0.2.1 198.51.100.7 5000 443\r\n",
                "PROXY TCP4 192.0.2.1 198.51.100.7 5000 443 and much more than a header may have, so that it"
                        + " has to end in the middle of this sentence, whatever comes after it",
            })
    void aConnectionWithoutAProperHeaderIsClosed(String begin) throws IOException {
        HostPort port = sell(TestEngines.anyPort().throughProxy());
        try (Socket socket = new Socket(port.host(), port.port())) {
            socket.getOutputStream().write(Samples.bytes(begin));
            engines.until("the refusal", () -> engines.hasLine("the connection has failed: the "));
            assertEquals(-1, socket.getInputStream().read());
        }
    }
}
