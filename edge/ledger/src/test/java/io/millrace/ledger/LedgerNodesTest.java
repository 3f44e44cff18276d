package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.leaks.Tolerates;
import io.millrace.service.OutputDifference;
import io.millrace.service.OutputHash;
import io.millrace.wire.WireTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four seats with their storage, links and components in one process. */
@Tolerates(threads = "Native reference cleanup thread", because = "Corretto never ends its thread")
@ExpectedLog(value = "event=AMNESIA", occurs = Occurrence.PERHAPS)
@ExpectedLog(value = "the other side is away", occurs = Occurrence.PERHAPS)
class LedgerNodesTest {
    private static final int SEATS = 4;

    @TempDir
    Path root;

    private final TownNode[] nodes = new TownNode[SEATS];

    @BeforeEach
    void makeLedger() {
        LedgerConfig.init(ledger(), addresses(), System.currentTimeMillis());
    }

    @AfterEach
    void stopAll() {
        IntStream.range(0, SEATS).forEach(this::stop);
    }

    private Path ledger() {
        return root.resolve("ledger");
    }

    private static List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        for (int seat = 0; seat < SEATS; seat++) {
            addresses.add("127.0.0.1:" + FreePorts.next());
        }
        return addresses;
    }

    private void start(int seat) {
        nodes[seat] = new TownNode(ledger(), root.resolve("data" + seat), seat);
    }

    private void stop(int seat) {
        if (nodes[seat] != null) {
            nodes[seat].close();
            nodes[seat] = null;
        }
    }

    private void awaitStatus(String status) {
        Await.until(status, () -> nodes[0].status().equals(status), () -> nodes[0].status());
    }

    private Stream<TownNode> running() {
        return Stream.of(nodes).filter(node -> node != null);
    }

    private void awaitOrdered(long calls) {
        Await.until(
                "all nodes have all calls",
                () -> running().allMatch(node -> node.ordered() >= calls && node.told() >= 2 * calls),
                () -> running()
                        .map(node -> node.ordered() + " " + node.told() + " " + node.status())
                        .toList()
                        .toString());
        assertTrue(running().allMatch(node -> node.ordered() == calls && node.told() == 2 * calls));
    }

    private void assertAgree() {
        List<TownNode> all = running().toList();
        for (TownNode node : all) {
            assertEquals(
                    Optional.empty(), OutputDifference.between(all.getFirst().calls(), node.calls()));
            assertEquals(
                    Optional.empty(), OutputDifference.between(all.getFirst().balances(), node.balances()));
            assertEquals(
                    OutputHash.of(all.getFirst().balances(), Long.MAX_VALUE).toString(),
                    OutputHash.of(node.balances(), Long.MAX_VALUE).toString());
        }
    }

    @Test
    void seatsThatAreStoppedAndStartedAgainHaveTheSameOutputs() {
        IntStream.range(0, SEATS).forEach(this::start);
        for (int seat = 0; seat < SEATS; seat++) {
            nodes[seat].give("from" + seat, "all", 50);
        }
        awaitOrdered(200);
        assertAgree();

        stop(3);
        nodes[0].give("one", "away", 20);
        nodes[1].give("one", "away", 20);
        awaitOrdered(240);
        awaitStatus("commits without missing=[seat3]");

        stop(2);
        awaitStatus("nothing commits: too few seats are there present=2 quorum=3 missing=[seat2, seat3]");
        nodes[0].give("two", "away", 10);
        awaitStatus("nothing commits: too few seats are there present=2 quorum=3 missing=[seat2, seat3]");
        assertEquals(240, nodes[0].ordered());

        start(2);
        awaitOrdered(250);
        start(3);
        awaitOrdered(250);
        assertAgree();
        nodes[3].give("back", "again", 10);
        awaitOrdered(260);
        assertAgree();
    }

    /** A batch comes into the order once, whichever seats bring it, and before and after a restart. */
    @Test
    @ExpectedLog("calls that the ledger does not take are left out")
    void whatAClientHasSignedComesIntoTheOrderOnceAndWhatOthersSignNever() {
        SigningKey anna = SigningKey.generate();
        LedgerConfig config = LedgerConfig.read(ledger()).withClient("anna", anna.verificationKey());
        assertEquals(LedgerConfig.read(ledger()), config);
        IntStream.range(0, SEATS).forEach(this::start);
        CallSigner signer =
                new CallSigner(Signatures.fastest(), anna, "anna", config.id(), Gifts.class, WireTypes.none(), 1);
        for (int points = 1; points <= 20; points++) {
            signer.as(Gifts.class).give("anna", "ben", points);
        }
        byte[] batch = signer.sign(System.currentTimeMillis(), Duration.ofSeconds(50));
        nodes[0].signed(batch);
        awaitOrdered(20);
        byte[] changed = batch.clone();
        changed[batch.length - 1] ^= 1;
        nodes[1].signed(changed);
        nodes[1].signed(batch);
        nodes[1].give("after", "it", 10);
        awaitOrdered(30);
        stop(2);
        start(2);
        nodes[2].signed(batch);
        nodes[2].give("after", "it", 10);
        awaitOrdered(40);
        assertAgree();
    }

    @Test
    void aSeatThatHasLostItsStorageTakesPartAgain() throws IOException {
        IntStream.range(0, SEATS).forEach(this::start);
        nodes[0].give("a", "b", 30);
        awaitOrdered(30);
        stop(1);
        try (Stream<Path> files = Files.walk(ledger().resolve("seat1").resolve("blocks"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        nodes[0].give("a", "c", 30);
        awaitOrdered(60);
        start(1);
        awaitOrdered(60);
        nodes[1].give("a", "d", 30);
        awaitOrdered(90);
        assertAgree();
    }

    @Test
    void aLedgerIsMadeOnceAndAKeyOfAnotherSeatIsRefused() throws IOException {
        assertThrows(LedgerException.class, () -> LedgerConfig.init(ledger(), addresses(), 1));
        LedgerConfig config = LedgerConfig.read(ledger());
        assertEquals(SEATS, config.seats().size());
        Path key = ledger().resolve("seat0").resolve(LedgerConfig.KEY);
        Files.delete(key);
        Files.copy(ledger().resolve("seat1").resolve(LedgerConfig.KEY), key);
        LedgerException wrong = assertThrows(LedgerException.class, () -> config.signatures(0));
        assertTrue(wrong.getMessage().startsWith("the key is not that of the seat seat=0"), wrong.getMessage());
    }
}
