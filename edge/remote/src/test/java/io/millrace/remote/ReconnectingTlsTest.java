package io.millrace.remote;

import io.millrace.net.LinkOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Connecting again over TCP with TLS. */
class ReconnectingTlsTest extends ReconnectingTcpTest {

    @TempDir
    private static Path files;

    private static InteractionsTls server;
    private static InteractionsTls client;

    @BeforeAll
    static void certificates() throws Exception {
        server = TestCertificates.make(files, "server");
        client = TestCertificates.make(files, "client");
    }

    @Override
    LinkOptions serverLink() {
        return super.serverLink().withTls(TestCertificates.identity(server, client));
    }

    @Override
    LinkOptions clientLink() {
        return super.clientLink().withTls(TestCertificates.identity(client, server));
    }
}
