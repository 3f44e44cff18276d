package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.clients.TcpSpec;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.SelfSignedCertificate;
import io.millrace.leaks.ExpectedLog;
import io.millrace.net.HostPort;
import io.millrace.topology.RunningTopology;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients over TLS, which are known by their certificates. */
@Tag("process")
class TlsClientTest {

    @TempDir
    private Path data;

    @Test
    @ExpectedLog("handshake of TLS failed")
    void theCertificateOfAClientIsItsPrincipal() throws Exception {
        SelfSignedCertificate server = certificate("server");
        SelfSignedCertificate alice = certificate("alice");
        SelfSignedCertificate mallory = certificate("mallory");
        TcpSpec tls = trusting(server, alice);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running =
                EchoTopology.start(data, EchoTopology.clients(0, 0).withTcp(tls))) {
            ClientOptions options = ClientOptions.at("tls://" + EchoTopology.detail(running, "tcpAddress"))
                    .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                    .withListeners(_ -> {}, errors::add);
            try (MillraceClient client = MillraceClient.connect(options.withTls(mallory.trusting(server)))) {
                var _ = client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}");
                Await.until("an error", () -> !errors.isEmpty());
                assertTrue(client.name().isEmpty());
            }
            try (MillraceClient client = MillraceClient.connect(options.withTls(alice.trusting(server)))) {
                client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":2}")
                        .toCompletableFuture()
                        .join();
                assertTrue(client.name().orElseThrow().startsWith("alice/"));
            }
        }
        assertEquals(List.of("order[\"A\",2]"), EchoTopology.calls(data, "orders"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2"})
    void theCertificateOfTheServerNamesItsHost(String name) throws Exception {
        SelfSignedCertificate certificate = SelfSignedCertificate.create(data, "server", List.of(name));
        List<ClientState> states = Collections.synchronizedList(new ArrayList<>());
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        SSLContext context = certificate.trusting(certificate);
        try (RawWebSocketServer server = RawWebSocketServer.start(
                        context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress()),
                        (raw, request, out) -> {
                            assertTrue(request.contains("\r\nOrigin: https://127.0.0.1:"), request);
                            out.write(RawWebSocketServer.accepted(request).getBytes(StandardCharsets.US_ASCII));
                            raw.awaitHello();
                            out.write(RawWebSocketServer.text(RawWebSocketServer.WELCOME));
                        },
                        new CountDownLatch(0));
                MillraceClient _ = MillraceClient.connect(ClientOptions.at(server.address())
                        .withListeners(states::add, errors::add)
                        .withTls(context))) {
            Await.until("the greeting or an error", () -> !states.isEmpty() || !errors.isEmpty());
            assertEquals(name.equals("127.0.0.1") ? List.of(ClientState.CONNECTED) : List.of(), states);
            errors.forEach(error -> assertTrue(
                    error.startsWith("cannot connect uri=" + server.address() + " reason=")
                            && error.contains("127.0.0.1 found"),
                    error));
        }
    }

    /** The close of TLS would wait for the write that the server blocks. */
    @Test
    void aServerThatReadsNothingDelaysNoCloseOfItsClient() throws Exception {
        SelfSignedCertificate server = certificate("server");
        SelfSignedCertificate alice = certificate("alice");
        TcpSpec tls = trusting(server, alice);
        try (RunningTopology running =
                        EchoTopology.start(data, EchoTopology.clients(0, 0).withTcp(tls));
                DeafProxy proxy = DeafProxy.start(HostPort.parse(EchoTopology.detail(running, "tcpAddress"))
                        .port())) {
            ClientOptions options = ClientOptions.at("tls://127.0.0.1:" + proxy.port())
                    .withDeadAfter(Duration.ofHours(1)) // which would end the write too
                    .withListeners(_ -> {}, _ -> {})
                    .withTls(alice.trusting(server));
            MillraceClient client = MillraceClient.connect(options);
            client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}")
                    .toCompletableFuture()
                    .join();
            proxy.deafen();
            String symbol = "-".repeat(500_000);
            for (int i = 0; i < 60; i++) { // more than the system takes for a peer that reads nothing
                var _ = client.append("orders", "order", "{\"symbol\":\"" + symbol + "\",\"quantity\":1}");
            }
            Await.until("a write that is blocked", TlsClientTest::isWriteBlocked);
            Thread closing = Thread.ofPlatform().daemon().start(client::close);
            assertTrue(closing.join(Duration.ofSeconds(60)), "the close waits for a server that reads nothing");
        }
        assertEquals(List.of("order[\"A\",1]"), EchoTopology.calls(data, "orders"));
    }

    /** Returns whether the thread that writes is within the socket, now and a moment later. */
    private static boolean isWriteBlocked() {
        return writesToSocket() && parked() && writesToSocket();
    }

    private static boolean parked() {
        LockSupport.parkNanos(200_000_000);
        return true;
    }

    private static boolean writesToSocket() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey().getName().equals("millrace-client-write"))
                .flatMap(each -> Arrays.stream(each.getValue()))
                .anyMatch(frame -> frame.getClassName().contains("SSLSocketOutputRecord"));
    }

    private static TcpSpec trusting(SelfSignedCertificate server, SelfSignedCertificate client) {
        return TcpSpec.at(0)
                .withTls(
                        server.certificate().toString(),
                        server.key().toString(),
                        client.certificate().toString());
    }

    private SelfSignedCertificate certificate(String name) throws Exception {
        return SelfSignedCertificate.create(data, name, List.of("127.0.0.1"));
    }
}
