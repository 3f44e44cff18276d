package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionException;
import io.millrace.journal.Durability;
import io.millrace.leaks.ExpectedLog;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.NetException;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.TopologyRunner;
import io.millrace.wire.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Served components over TCP with tokens and with TLS. */
class SecuredTopologyTest {

    private static final String TOKEN = "a-token-of-a-client-0123456789";

    @TempDir
    private Path data;

    @TempDir
    private Path files;

    private RunningTopology run(InteractionsSpec section) {
        RunningTopology running = TopologyRunner.open(
                StockProgram.topology(Durability.MAPPED)
                        .section(section.withServed("stock", StockService.class))
                        .build(),
                RunOptions.in(data));
        running.start();
        return running;
    }

    private static HostPort address(RunningTopology running) {
        return HostPort.parse(StockProgram.detail(running, "tcp"));
    }

    private static String name(RunningTopology running, LinkOptions link, ClientOptions options) {
        try (InteractionClient client = TcpSession.client(address(running), link, options)) {
            return client.name();
        }
    }

    private static String refusal(RunningTopology running, LinkOptions link, ClientOptions options) {
        try (InteractionClient client = TcpSession.client(address(running), link, options)) {
            return assertThrows(
                            InteractionException.class,
                            () -> client.as(StockMap.class).get("nut"))
                    .getMessage();
        } catch (InteractionException | NetException e) {
            return e.getMessage(); // the server was faster
        }
    }

    private static long size(RunningTopology running, LinkOptions link, ClientOptions options) {
        try (InteractionClient client = TcpSession.client(address(running), link, options)) {
            return client.as(StockMap.class).keys().size();
        }
    }

    @Test
    void withoutTlsAClientShowsAToken() throws IOException {
        Path tokens = Files.writeString(files.resolve("tokens"), "ann " + TOKEN + "\n");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        ClientOptions usual = ClientOptions.defaults();
        try (RunningTopology running = run(InteractionsSpec.at(0, 0).withTokenFile(tokens.toString()))) {
            LinkOptions link = LinkOptions.defaults();
            assertEquals(0, size(running, link, usual.withToken(TOKEN)));
            assertEquals(0, size(running, link, usual.withToken(TOKEN).withNewName()));
            assertEquals(0, size(running, link, usual.withToken(TOKEN).withFormat(WireFormat.JSON)));
            for (ClientOptions wrong : new ClientOptions[] {
                usual, usual.withToken(TOKEN + "x"), usual.withFormat(WireFormat.JSON), usual.withNewName()
            }) {
                String message = refusal(running, link, wrong);
                assertTrue(message.contains("token is missing or wrong"), message);
            }
        }
    }

    @Test
    void aNameBelongsToTheOwnerOfTheToken() throws IOException {
        String other = TOKEN + "-of-bob";
        Path tokens = Files.writeString(files.resolve("tokens"), "ann " + TOKEN + "\nbob " + other + "\n");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        LinkOptions link = LinkOptions.defaults();
        ClientOptions ann = ClientOptions.defaults().withToken(TOKEN);
        ClientOptions bob = ClientOptions.defaults().withToken(other);
        try (RunningTopology running = run(InteractionsSpec.at(0, 0).withTokenFile(tokens.toString()))) {
            String name = name(running, link, ann.withNewName());
            assertTrue(name.matches("ann/[0-9a-f-]{36}"), name);
            assertTrue(name(running, link, bob.withNewName()).startsWith("bob/"));
            assertEquals(name, name(running, link, ann.withName(name)));
            String message = refusal(running, link, bob.withName(name));
            assertTrue(message.contains("the name of the client is not known"), message);
        }
    }

    @Test
    @ExpectedLog("handshake of TLS failed")
    void withTlsAClientShowsACertificate() throws Exception {
        InteractionsTls server = TestCertificates.make(files, "server");
        InteractionsTls client = TestCertificates.make(files, "client");
        InteractionsTls stranger = TestCertificates.make(files, "stranger");
        InteractionsTls section = new InteractionsTls(server.certificate(), server.key(), client.certificate());
        try (RunningTopology running = run(InteractionsSpec.at(0, 0).withTls(section))) {
            assertEquals(0, size(running, link(client, server), ClientOptions.defaults()));
            String name =
                    name(running, link(client, server), ClientOptions.defaults().withNewName());
            assertTrue(name.startsWith("client/"), name);
            for (LinkOptions wrong : List.of(link(stranger, server), LinkOptions.defaults())) {
                String message = refusal(running, wrong, ClientOptions.defaults());
                assertFalse(message.contains("no answer came in time"), message);
            }
        }
    }

    private static LinkOptions link(InteractionsTls own, InteractionsTls trusted) {
        return LinkOptions.defaults().withTls(TestCertificates.identity(own, trusted));
    }
}
