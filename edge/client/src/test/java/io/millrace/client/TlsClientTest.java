package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.clients.TcpSpec;
import io.millrace.leaks.ExpectedLog;
import io.millrace.topology.RunningTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients over TLS, which are known by their certificates. */
class TlsClientTest {

    @TempDir
    private Path data;

    @Test
    @ExpectedLog("handshake of TLS failed")
    void theCertificateOfAClientIsItsPrincipal() throws Exception {
        TestIdentity server = TestIdentity.create(data, "server");
        TestIdentity alice = TestIdentity.create(data, "alice");
        TestIdentity mallory = TestIdentity.create(data, "mallory");
        TcpSpec tls = TcpSpec.at(0).withTls(server.certificate(), server.key(), alice.certificate());
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running =
                EchoTopology.start(data, EchoTopology.clients(0, 0).withTcp(tls))) {
            ClientOptions options = ClientOptions.at("tls://" + EchoTopology.detail(running, "tcpAddress"))
                    .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                    .withListeners(_ -> {}, errors::add);
            try (MillraceClient client = MillraceClient.connect(options.withTls(mallory.trusting(server)))) {
                var _ = client.append("orders", "order", "[\"A\",1]");
                Waiting.until("an error", () -> !errors.isEmpty());
                assertTrue(client.name().isEmpty());
            }
            try (MillraceClient client = MillraceClient.connect(options.withTls(alice.trusting(server)))) {
                client.append("orders", "order", "[\"A\",2]")
                        .toCompletableFuture()
                        .join();
                assertTrue(client.name().orElseThrow().startsWith("alice/"));
            }
        }
        assertEquals(List.of("order[\"A\",2]"), EchoTopology.calls(data, "orders"));
    }
}
