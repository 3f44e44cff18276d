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
import io.millrace.net.TlsIdentity;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.TopologyRunner;
import io.millrace.wire.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Served components over TCP with tokens and with TLS. */
class SecuredTopologyTest {

    private static final String TOKEN = "a-token-of-a-client-0123456789";
    private static final String PASSWORD = "password";

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
    @ExpectedLog("handshake of TLS failed")
    void withTlsAClientShowsACertificate() throws Exception {
        InteractionsTls server = certificate("server");
        InteractionsTls client = certificate("client");
        InteractionsTls stranger = certificate("stranger");
        InteractionsTls section = new InteractionsTls(server.certificate(), server.key(), client.certificate());
        try (RunningTopology running = run(InteractionsSpec.at(0, 0).withTls(section))) {
            assertEquals(0, size(running, link(client, server), ClientOptions.defaults()));
            for (LinkOptions wrong : List.of(link(stranger, server), LinkOptions.defaults())) {
                String message = refusal(running, wrong, ClientOptions.defaults());
                assertFalse(message.contains("no answer came in time"), message);
            }
        }
    }

    private static LinkOptions link(InteractionsTls own, InteractionsTls trusted) {
        return LinkOptions.defaults()
                .withTls(TlsIdentity.ofPem(
                        Path.of(own.certificate()), Path.of(own.key()), Path.of(trusted.certificate())));
    }

    /** Makes a certificate that signs itself. */
    private InteractionsTls certificate(String name)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = files.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=ip:127.0.0.1,dns:localhost",
                        "-ext",
                        "BC=ca:true")
                .inheritIO()
                .start();
        assertEquals(0, keytool.waitFor());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        String certificate =
                pem(name + ".crt", "CERTIFICATE", keys.getCertificate(name).getEncoded());
        String key = pem(
                name + ".key",
                "PRIVATE KEY",
                keys.getKey(name, PASSWORD.toCharArray()).getEncoded());
        return new InteractionsTls(certificate, key, certificate);
    }

    private String pem(String file, String kind, byte[] bytes) throws IOException {
        Path path = Files.writeString(
                files.resolve(file),
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + kind
                        + "-----\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        return path.toString();
    }
}
