package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.CertificateAuthority;
import io.millrace.fixtures.CertificateFiles;
import io.millrace.fixtures.FreePorts;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes whose links use TLS. */
@Tolerates(threads = "Native reference cleanup thread", because = "Corretto never ends its thread")
@ExpectedLog(value = "the other side is away", occurs = Occurrence.PERHAPS)
class TlsNodesTest {
    private static final int SEATS = 4;
    private static final String LOOPBACK = "127.0.0.1";

    @TempDir
    Path root;

    private final TownNode[] nodes = new TownNode[SEATS];
    private CertificateAuthority authority;

    @BeforeEach
    void makeLedger() throws IOException {
        List<String> addresses = IntStream.range(0, SEATS)
                .mapToObj(_ -> LOOPBACK + ":" + FreePorts.next())
                .toList();
        LedgerConfig.init(root.resolve("ledger"), addresses, System.currentTimeMillis());
        authority = CertificateAuthority.create(Files.createDirectory(root.resolve("authority")), "authority");
        for (int seat = 0; seat < SEATS; seat++) {
            install(seat, authority.files("seat" + seat, LOOPBACK));
        }
    }

    @AfterEach
    void stopAll() {
        Stream.of(nodes).filter(node -> node != null).forEach(TownNode::close);
    }

    private void install(int seat, CertificateFiles files) throws IOException {
        Path folder = root.resolve("ledger").resolve("seat" + seat);
        Files.copy(files.certificate(), folder.resolve(LedgerConfig.CERTIFICATE));
        Files.copy(files.key(), folder.resolve(LedgerConfig.CERTIFICATE_KEY));
        Files.copy(files.trusted(), folder.resolve(LedgerConfig.TRUSTED));
    }

    private void replace(int seat, CertificateFiles files) throws IOException {
        Path folder = root.resolve("ledger").resolve("seat" + seat);
        Files.delete(folder.resolve(LedgerConfig.CERTIFICATE));
        Files.delete(folder.resolve(LedgerConfig.CERTIFICATE_KEY));
        Files.delete(folder.resolve(LedgerConfig.TRUSTED));
        install(seat, files);
    }

    private void start() {
        for (int seat = 0; seat < SEATS; seat++) {
            nodes[seat] = new TownNode(root.resolve("ledger"), root.resolve("data" + seat), seat);
        }
    }

    private void awaitOrdered(long calls, int... seats) {
        for (int seat : seats) {
            Await.until(
                    "seat " + seat + " has the calls",
                    () -> nodes[seat].ordered() == calls,
                    () -> nodes[seat].status());
        }
    }

    private void awaitRefusal(int seat, String message) {
        Await.until(
                "seat " + seat + " refuses: " + message,
                () -> nodes[seat].nodeStatus().refusal().contains(message),
                () -> nodes[seat].status());
        assertTrue(nodes[seat].nodeStatus().refusals() > 0);
        assertTrue(nodes[seat].status().contains("refused links="), nodes[seat].status());
    }

    @Test
    void seatsWithTheirCertificatesCommit() {
        start();
        nodes[0].give("a", "b", 20);
        awaitOrdered(20, 0, 1, 2, 3);
        for (TownNode node : nodes) {
            Await.until("all are there", () -> node.status().equals("commits"), node::status);
            assertEquals(0, node.nodeStatus().refusals());
        }
    }

    @Test
    void aCertificateOfAnotherSeatIsRefusedAndTheOthersCommit() throws IOException {
        replace(3, authority.files("seat2", LOOPBACK));
        start();
        nodes[0].give("a", "b", 20);
        awaitOrdered(20, 0, 1, 2);
        awaitRefusal(0, "the certificate is not that of the seat peer=" + LOOPBACK);
        assertTrue(nodes[0].status().contains("seat=3 name=seat2"), nodes[0].status());
        assertEquals(0, nodes[3].ordered());
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefusedAndTheOthersCommit() throws IOException {
        CertificateAuthority stranger =
                CertificateAuthority.create(Files.createDirectory(root.resolve("stranger")), "stranger");
        replace(3, stranger.files("seat3", LOOPBACK, authority));
        start();
        nodes[0].give("a", "b", 20);
        awaitOrdered(20, 0, 1, 2);
        awaitRefusal(0, "handshake of TLS failed peer=" + LOOPBACK);
        assertEquals(0, nodes[3].ordered());
    }

    @Test
    void aCertificateThatHasExpiredIsRefusedAndTheOthersCommit() throws IOException {
        replace(3, authority.expired("seat3", LOOPBACK));
        start();
        nodes[0].give("a", "b", 20);
        awaitOrdered(20, 0, 1, 2);
        awaitRefusal(0, "handshake of TLS failed peer=" + LOOPBACK);
        assertEquals(0, nodes[3].ordered());
    }
}
