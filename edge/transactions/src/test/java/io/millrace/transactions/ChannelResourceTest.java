package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.History;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import io.millrace.transactions.ChannelProgress.Stage;
import io.millrace.wire.WireTypes;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that are taken, and calls that are published, if and only if a transaction commits. */
class ChannelResourceTest {

    /** What is taken. */
    public interface Orders {
        void order(long number);
    }

    /** What is published. */
    public interface Receipts {
        void receipt(long order, String text);
    }

    private static final Xid ONE = new BranchXid(new LogName(NodeName.of("test"), 0), new GlobalId(1, 1), 0);
    private static final Xid TWO = new BranchXid(new LogName(NodeName.of("test"), 0), new GlobalId(1, 2), 0);

    @TempDir
    Path directory;

    private final List<Long> taken = new ArrayList<>();
    private JournalChannel orders;
    private Channel receipts;
    private JournalChannelWriter incoming;
    private ChannelResource resource;
    private RuntimeException refusal;
    private int calls = 2;

    @BeforeEach
    void openAll() {
        orders = channel("orders");
        receipts = channel("receipts");
        incoming = orders.writer();
        openResource();
    }

    @AfterEach
    void closeAll() {
        resource.close();
        incoming.close();
        orders.close();
        receipts.close();
    }

    private JournalChannel channel(String name) {
        return Channel.journal(
                name,
                directory.resolve(name),
                ChannelOptions.defaults().withJournal(JournalOptions.defaults().withDurability(Durability.SYNCED)));
    }

    private void openResource() {
        resource = ChannelResource.open("orders", directory.resolve("progress"), orders, receipts);
        Receipts out = resource.as(Receipts.class);
        resource.handler(
                (Orders) number -> {
                    taken.add(number);
                    for (int i = 0; i < calls; i++) {
                        out.receipt(number, "part " + i);
                    }
                    if (refusal != null) {
                        throw refusal;
                    }
                },
                WireTypes.none(),
                Orders.class);
    }

    private void reopen() {
        resource.close();
        openResource();
    }

    private void send(long... numbers) {
        for (long number : numbers) {
            incoming.as(Orders.class).order(number);
        }
        incoming.sync();
    }

    private void take(Xid xid) throws XAException {
        resource.start(xid, XAResource.TMNOFLAGS);
        assertEquals(Poll.MESSAGE, resource.poll());
        resource.end(xid, XAResource.TMSUCCESS);
    }

    /** What stands in the output: the order of each call, its part, and the index of the order. */
    private List<String> published() {
        List<String> published = new ArrayList<>();
        try (ChannelCursor cursor = receipts.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    History history = cursor.history();
                    assertEquals("orders", history.source(history.size() - 1).name());
                    published.add(cursor.yaml().strip() + " k=" + cursor.number() + (cursor.last() ? " last" : ""));
                }
            }
        }
        return published;
    }

    private static List<String> receipts(long... numbers) {
        List<String> expected = new ArrayList<>();
        for (long number : numbers) {
            expected.add("receipt: [" + number + ", part 0] k=1");
            expected.add("receipt: [" + number + ", part 1] k=2 last");
        }
        return expected;
    }

    private static int code(XaCall call) {
        return assertThrows(XAException.class, call::run).errorCode;
    }

    /** A call that may fail as XA says. */
    private interface XaCall {
        void run() throws XAException;
    }

    @Test
    void aMessageIsTakenAndItsCallsArePublishedByTheCommit() throws XAException {
        send(7, 8);
        take(ONE);
        assertEquals(XAResource.XA_OK, resource.prepare(ONE));
        assertEquals(List.of(), published());
        resource.commit(ONE, false);
        assertEquals(receipts(7), published());
        take(TWO);
        resource.commit(TWO, true);
        assertEquals(receipts(7, 8), published());
        assertEquals(List.of(7L, 8L), taken);
        reopen();
        resource.start(ONE, XAResource.TMNOFLAGS);
        assertEquals(Poll.NOTHING, resource.poll());
        assertEquals(XAResource.XA_RDONLY, resource.prepare(ONE));
    }

    @Test
    void aMessageComesAgainAfterARollback() throws XAException {
        send(7);
        take(ONE);
        resource.rollback(ONE);
        take(ONE);
        assertEquals(XAResource.XA_OK, resource.prepare(ONE));
        resource.rollback(ONE);
        calls = 0;
        take(ONE);
        resource.rollback(ONE);
        calls = 2;
        take(TWO);
        resource.prepare(TWO);
        resource.commit(TWO, false);
        assertEquals(List.of(7L, 7L, 7L, 7L), taken);
        assertEquals(receipts(7), published());
    }

    @Test
    void aMessageWithoutCallsIsTakenAllTheSame() throws XAException {
        send(1, 2, 3);
        calls = 0;
        take(ONE);
        resource.prepare(ONE);
        resource.commit(ONE, false);
        take(TWO);
        resource.commit(TWO, true);
        reopen();
        take(ONE);
        assertEquals(List.of(1L, 2L, 3L), taken);
        assertEquals(List.of(), published());
    }

    @Test
    void aHandlerThatThrowsHasItsTransactionRolledBack() throws XAException {
        send(7);
        refusal = new IllegalStateException("not this one");
        resource.start(ONE, XAResource.TMNOFLAGS);
        assertThrows(IllegalStateException.class, resource::poll);
        assertThrows(ChannelException.class, resource::poll);
        assertEquals(XAException.XA_RBROLLBACK, code(() -> resource.prepare(ONE)));
        refusal = null;
        take(TWO);
        resource.commit(TWO, true);
        assertEquals(receipts(7), published());
    }

    @Test
    void callsOutOfOrderAreRefused() throws XAException {
        send(7, 8);
        assertThrows(ChannelException.class, resource::poll);
        take(ONE);
        assertThrows(ChannelException.class, resource::poll);
        assertEquals(XAException.XAER_RMFAIL, code(() -> resource.start(TWO, XAResource.TMNOFLAGS)));
        assertEquals(XAException.XAER_NOTA, code(() -> resource.prepare(TWO)));
        assertEquals(XAException.XAER_NOTA, code(() -> resource.commit(ONE, false)));
        assertEquals(XAException.XAER_NOTA, code(() -> resource.rollback(TWO)));
        resource.prepare(ONE);
        assertEquals(XAException.XAER_NOTA, code(() -> resource.commit(TWO, false)));
        resource.commit(ONE, false);
        assertEquals(XAException.XAER_NOTA, code(() -> resource.commit(ONE, false)));
    }

    @Test
    void whatWasPreparedWhenTheProcessDiedIsEndedByRecovery() throws XAException {
        send(7, 8);
        take(ONE);
        resource.prepare(ONE);
        reopen();
        assertTrue(resource.isInDoubt());
        assertEquals(XAException.XAER_RMFAIL, code(() -> resource.start(TWO, XAResource.TMNOFLAGS)));
        Xid[] listed = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
        assertEquals(ONE, BranchXid.of(NodeName.of("test"), listed[0]));
        assertEquals(0, resource.recover(XAResource.TMNOFLAGS).length);
        resource.rollback(listed[0]);
        assertFalse(resource.isInDoubt());
        take(ONE);
        resource.prepare(ONE);
        reopen();
        resource.commit(resource.recover(XAResource.TMSTARTRSCAN)[0], false);
        assertEquals(receipts(7), published());
        take(TWO);
        resource.commit(TWO, true);
        assertEquals(List.of(7L, 7L, 8L), taken);
        assertEquals(receipts(7, 8), published());
    }

    /** The file is set back to what it was before the process, had it died at that point, would have noted more. */
    @Test
    void whatWasPublishedBeforeTheProcessDiedIsNotPublishedAgain() throws XAException, IOException {
        send(6, 7);
        take(ONE);
        resource.commit(ONE, true);
        take(TWO);
        resource.prepare(TWO);
        Path file = directory.resolve("progress/progress");
        byte[] prepared = Files.readAllBytes(file);
        resource.commit(TWO, false);
        resource.close();
        Files.write(file, prepared);
        openResource();
        assertTrue(resource.isInDoubt());
        resource.commit(TWO, false);
        assertEquals(receipts(6, 7), published());
        resource.close();
        ChannelProgress progress;
        try (ChannelProgressFile store = ChannelProgressFile.open(
                directory.resolve("progress"), orders.journal().orElseThrow().id())) {
            Files.write(file, prepared);
            progress = store.read();
            store.write(new ChannelProgress(progress.position(), Stage.COMMITTING, progress.work()));
        }
        openResource();
        assertEquals(receipts(6, 7), published());
        assertEquals(progress.work().orElseThrow().index(), resource.position());
        resource.start(ONE, XAResource.TMNOFLAGS);
        assertEquals(Poll.NOTHING, resource.poll());
    }

    @Test
    void aCommitInOnePhaseThatWasCutOffIsFinished() throws XAException {
        send(7);
        take(ONE);
        resource.prepare(ONE);
        resource.close();
        try (ChannelProgressFile store = ChannelProgressFile.open(
                directory.resolve("progress"), orders.journal().orElseThrow().id())) {
            ChannelProgress progress = store.read();
            store.write(new ChannelProgress(progress.position(), Stage.COMMITTING, progress.work()));
        }
        openResource();
        assertFalse(resource.isInDoubt());
        assertEquals(receipts(7), published());
    }

    @Test
    void everyFlippedBitOfTheProgressIsNoticed() throws XAException, IOException {
        send(7);
        take(ONE);
        resource.prepare(ONE);
        resource.close();
        Path file = directory.resolve("progress/progress");
        byte[] good = Files.readAllBytes(file);
        for (int bit = 0; bit < good.length * 8; bit += 7) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(file, bad);
            assertThrows(TransactionLogException.class, this::openResource, "bit=" + bit);
        }
        for (int length = 0; length < good.length; length += 5) {
            Files.write(file, ByteBuffer.allocate(length).put(good, 0, length).array());
            assertThrows(TransactionLogException.class, this::openResource, "length=" + length);
        }
        Files.write(file, good);
        openResource();
    }

    @Test
    void whatCannotTakePartIsRefused() {
        String twice =
                assertThrows(TransactionLogException.class, this::openResource).getMessage();
        assertTrue(twice.contains("already open"), twice);
        try (Channel mapped = Channel.journal("mapped", directory.resolve("mapped"), ChannelOptions.defaults())) {
            String error = assertThrows(
                            ChannelException.class, () -> ChannelResource.open("m", directory.resolve("m"), mapped))
                    .getMessage();
            assertTrue(error.contains("channel=mapped durability=MAPPED"), error);
        }
        resource.close();
        String other = assertThrows(TransactionLogException.class, () -> {
                    try (ChannelProgressFile store = ChannelProgressFile.open(
                            directory.resolve("progress"),
                            receipts.journal().orElseThrow().id())) {
                        store.write(ChannelProgress.idle(Index.NONE));
                    }
                    openResource();
                })
                .getMessage();
        assertTrue(other.contains("another channel"), other);
        delete(directory.resolve("progress/progress"));
        openResource();
        try (ChannelResource silent = ChannelResource.open("silent", directory.resolve("silent"), orders)) {
            assertThrows(ChannelException.class, () -> silent.as(Receipts.class));
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Beside another resource that fails at random, with restarts at random: the two agree on every order. */
    @Test
    void bothResourcesAgreeOnEveryOrderWhateverFails() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int count = 60;
        for (long number = 0; number < count; number++) {
            send(number);
        }
        SimulatedResource other = new SimulatedResource("other");
        DecisionStore store = new VolatileDecisionStore();
        TransactionOptions options = TransactionOptions.of(NodeName.of("test"))
                .withRecoveryPeriod(Duration.ofHours(1))
                .withErrorHandler(error -> {});
        int rolledBack = 0;
        try (Transactions transactions = Transactions.open(options, store, List.of())) {
            Poll poll = Poll.MESSAGE;
            while (poll == Poll.MESSAGE) {
                if (random.nextInt(4) == 0) {
                    other.fails(random.nextBoolean() ? "prepare" : "start", XAException.XA_RBROLLBACK);
                }
                transactions.begin();
                try {
                    transactions.getTransaction().enlistResource(resource.named());
                    transactions.getTransaction().enlistResource(other.named());
                    poll = resource.poll();
                    transactions.commit();
                } catch (RollbackException e) {
                    rolledBack++;
                } catch (jakarta.transaction.SystemException e) {
                    transactions.rollback();
                    rolledBack++;
                }
                if (random.nextInt(10) == 0) {
                    reopen();
                }
            }
            assertNull(transactions.getTransaction());
            assertEquals(List.of(), List.copyOf(transactions.pending()));
        }
        assertTrue(rolledBack > 0, "nothing failed seed=" + seed);
        assertEquals(2 * count, published().size(), "seed=" + seed);
        assertEquals(0, other.prepared().size(), "seed=" + seed);
        assertTrue(other.committed.size() >= count, "seed=" + seed + " committed=" + other.committed.size());
        assertEquals(Optional.empty(), duplicates(), "seed=" + seed);
    }

    private Optional<String> duplicates() {
        List<String> all = published();
        return all.stream()
                .filter(one -> all.indexOf(one) != all.lastIndexOf(one))
                .findAny();
    }
}
