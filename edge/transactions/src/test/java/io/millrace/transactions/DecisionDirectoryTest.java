package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecisionDirectoryTest {

    /** The stores in a directory. */
    enum Kind {
        JOURNAL,
        FILES;

        DecisionStore open(Path at) {
            return this == JOURNAL ? GroupCommitDecisionStore.open(at) : FileDecisionStore.open(at);
        }
    }

    @TempDir
    Path directory;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SimulatedResource bank = new SimulatedResource("bank");
    private final SimulatedResource shop = new SimulatedResource("shop");

    private Transactions open(Kind kind, RecoverableResource... resources) {
        return Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(errors::add),
                kind.open(directory),
                List.of(resources));
    }

    /** Commits a transaction of both resources, as far as they let it. */
    private GlobalId commit(Transactions transactions) throws Exception {
        transactions.begin();
        GlobalId id = ((JtaTransaction) transactions.getTransaction()).id();
        transactions.getTransaction().enlistResource(bank.named());
        transactions.getTransaction().enlistResource(shop.named());
        try {
            transactions.commit();
        } catch (jakarta.transaction.HeuristicMixedException e) {
            errors.add(e);
        }
        return id;
    }

    private DecisionDirectory decisions() {
        return DecisionDirectory.of(directory);
    }

    private ListedTransaction only() {
        List<ListedTransaction> all = decisions().list().transactions();
        assertEquals(1, all.size(), all.toString());
        return all.getFirst();
    }

    @ParameterizedTest
    @EnumSource
    void aListSaysWhatIsUnfinishedInDoubtAndHeuristicAlsoBesideItsManager(Kind kind) throws Exception {
        GlobalId unfinished;
        GlobalId inDoubt;
        GlobalId heuristic;
        try (Transactions transactions = open(kind)) {
            shop.fails("commit", XAException.XAER_RMFAIL);
            unfinished = commit(transactions);
            shop.fails("commit", XAException.XAER_PROTO);
            inDoubt = commit(transactions);
            shop.fails("commit", XAException.XA_HEURRB);
            heuristic = commit(transactions);
            DecisionListing beside = decisions().list();
            assertEquals("this process", beside.holder().orElseThrow());
            assertEquals(3, beside.transactions().size());
            assertThrows(StoreInUseException.class, () -> decisions().forgetOutcome(heuristic));
            assertEquals(2, transactions.pending().size(), "a refused change takes nothing from the manager");
        }
        DecisionListing list = decisions().list();
        assertTrue(list.holder().isEmpty());
        assertEquals(kind.name(), list.kind().name());
        assertEquals(1, list.incarnation());
        ListedTransaction first = list.find(unfinished.toString());
        assertEquals(ListedTransaction.State.UNFINISHED, first.state());
        assertEquals(List.of(new Decision.BranchRecord(0, "bank"), new Decision.BranchRecord(1, "shop")), first.told());
        assertEquals(
                ListedTransaction.State.IN_DOUBT, list.find(inDoubt.toString()).state());
        ListedTransaction last = list.find("1-3");
        assertEquals(heuristic, last.transaction());
        assertEquals(ListedTransaction.State.HEURISTIC, last.state());
        assertEquals(Outcome.MIXED, last.outcome().outcome());
        BranchOutcome answer = last.outcome().branches().get(1);
        assertEquals("shop", answer.resource());
        assertEquals("XA_HEURRB", answer.errorName());
    }

    @ParameterizedTest
    @EnumSource
    void anOutcomeIsForgottenOnce(Kind kind) throws Exception {
        GlobalId id;
        try (Transactions transactions = open(kind)) {
            shop.fails("commit", XAException.XA_HEURRB);
            id = commit(transactions);
        }
        decisions().forgetOutcome(id);
        assertEquals(List.of(), decisions().list().transactions());
        assertThrows(IllegalArgumentException.class, () -> decisions().forgetOutcome(id));
    }

    @ParameterizedTest
    @EnumSource
    void aBranchThatIsGivenUpLeavesTheOthersToRecovery(Kind kind) throws Exception {
        GlobalId id;
        try (Transactions transactions = open(kind)) {
            bank.fails("commit", XAException.XAER_RMFAIL);
            shop.fails("commit", XAException.XAER_RMFAIL);
            id = commit(transactions);
        }
        assertThrows(IllegalArgumentException.class, () -> decisions().giveUp(id, Set.of(7)));
        assertThrows(IllegalArgumentException.class, () -> decisions().giveUp(new GlobalId(1, 99), Set.of(1)));
        assertEquals(2, only().told().size());
        decisions().giveUp(id, Set.of(1));
        assertEquals(List.of(new Decision.BranchRecord(0, "bank")), only().told());
        try (Transactions transactions = open(kind, bank)) {
            assertTrue(transactions.recover().isDone());
            assertEquals(1, bank.committed.size());
        }
        assertEquals(List.of(), decisions().list().transactions());
    }

    @ParameterizedTest
    @EnumSource
    void aDecisionOfWhichAllBranchesAreGivenUpIsForgotten(Kind kind) throws Exception {
        GlobalId id;
        try (Transactions transactions = open(kind)) {
            shop.fails("commit", XAException.XAER_RMFAIL);
            id = commit(transactions);
        }
        decisions().giveUp(id, Set.of(0, 1));
        assertEquals(List.of(), decisions().list().transactions());
    }

    @ParameterizedTest
    @EnumSource
    void anOperatorsCommitIsCarriedOutByTheNextStart(Kind kind) throws Exception {
        GlobalId id = prepared(kind);
        assertThrows(
                IllegalArgumentException.class,
                () -> decisions()
                        .commit(new Decision(new GlobalId(99, 1), decision(id).branches())));
        decisions().commit(decision(id));
        assertThrows(IllegalArgumentException.class, () -> decisions().commit(decision(id)));
        try (Transactions transactions = open(kind, bank, shop)) {
            assertEquals(2, transactions.recover().committed());
            assertTrue(transactions.pending().isEmpty());
        }
        assertEquals(1, bank.committed.size());
        assertEquals(1, shop.committed.size());
    }

    /** Leaves a transaction unfinished: its branches are prepared, and it has no record. */
    private GlobalId prepared(Kind kind) throws Exception {
        try (Transactions transactions = open(kind)) {
            transactions.begin();
            transactions.getTransaction().enlistResource(bank.named());
            transactions.getTransaction().enlistResource(shop.named());
            JtaTransaction transaction = (JtaTransaction) transactions.getTransaction();
            for (Branch branch : transaction.branches()) {
                branch.endWork(javax.transaction.xa.XAResource.TMSUCCESS);
                branch.prepare(); // and then the process is gone
            }
            return transaction.id();
        }
    }

    private static Decision decision(GlobalId id) {
        return new Decision(id, List.of(new Decision.BranchRecord(0, "bank"), new Decision.BranchRecord(1, "shop")));
    }

    @ParameterizedTest
    @EnumSource
    void anOperatorsRollbackIsCarriedOutByTheNextStartAndKept(Kind kind) throws Exception {
        GlobalId id;
        try (Transactions transactions = open(kind)) {
            shop.fails("commit", XAException.XAER_PROTO);
            id = commit(transactions);
        }
        assertEquals(ListedTransaction.State.IN_DOUBT, only().state());
        decisions().rollBack(id);
        assertThrows(IllegalArgumentException.class, () -> decisions().rollBack(id));
        ListedTransaction left = only();
        assertEquals(ListedTransaction.State.HEURISTIC, left.state());
        assertEquals(Outcome.HAZARD, left.outcome().outcome());
        assertEquals(2, left.outcome().branches().size());
        for (BranchOutcome branch : left.outcome().branches()) {
            assertTrue(branch.error().contains("operator"), branch.toString());
        }
        try (Transactions transactions = open(kind, bank, shop)) {
            assertEquals(1, transactions.recover().rolledBack());
            assertTrue(shop.prepared().isEmpty());
        }
        assertEquals(1, decisions().list().transactions().size(), "an operator has to look at it still");
    }

    @ParameterizedTest
    @EnumSource
    void aListBesideAManagerThatWorksIsNeverDamaged(Kind kind) throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        try (DecisionStore store = kind.open(directory)) {
            Thread writer = Thread.ofPlatform().start(() -> {
                for (long n = 1; !ended.get(); n++) {
                    store.record(decision(new GlobalId(1, n)));
                    store.forget(new GlobalId(1, n));
                }
            });
            try {
                for (int n = 0; n < 20; n++) {
                    assertTrue(decisions().list().transactions().size() <= 2);
                }
            } finally {
                ended.set(true);
                writer.join();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatLooksDamagedBesideAnOwnerIsReadAgain(Kind kind) throws Exception {
        try (DecisionStore store = kind.open(directory)) {
            store.record(decision(new GlobalId(1, 1)));
        }
        Path file = directory.resolve(kind == Kind.JOURNAL ? "decisions-0.log" : "0.slot");
        byte[] whole = Files.readAllBytes(file);
        byte[] unfinished = whole.clone();
        for (int at = 60; at < Math.min(whole.length, LogFile.BLOCK_BYTES); at += LogFile.BLOCK_BYTES / 2) {
            unfinished[at] ^= 1; // in both copies
        }
        Files.write(file, unfinished);
        assertThrows(TransactionLogException.class, () -> decisions().list(), "nobody writes it");
        StoreLock owner = StoreLock.take(directory);
        try (owner) {
            Thread reader = Thread.ofPlatform()
                    .start(() -> errors.add(new Exception(only().transaction().toString())));
            Await.until(
                    "the reader waits or has ended",
                    () -> reader.getState() == Thread.State.TIMED_WAITING || !reader.isAlive(),
                    () -> "state=" + reader.getState());
            Files.write(file, whole, StandardOpenOption.WRITE); // without truncating it first, as its owner writes
            reader.join();
        }
        assertEquals(new GlobalId(1, 1).toString(), errors.remove().getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void idsMayBeShortAndAreNotGuessed(Kind kind) {
        try (DecisionStore store = kind.open(directory)) {
            store.record(decision(new GlobalId(1, 0x1f)));
            store.record(decision(new GlobalId(1, 2)));
            store.record(decision(new GlobalId(3, 2)));
        }
        DecisionListing list = decisions().list();
        assertEquals(new GlobalId(1, 0x1f), list.find("1f").transaction());
        assertEquals(new GlobalId(3, 2), list.find("3-2").transaction());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> list.find("2"))
                .getMessage()
                .contains(new GlobalId(3, 2).toString()));
        assertThrows(IllegalArgumentException.class, () -> list.find("4-2"));
        assertThrows(IllegalArgumentException.class, () -> list.find("x"));
        assertThrows(IllegalArgumentException.class, () -> list.find(""));
    }

    @ParameterizedTest
    @EnumSource
    void aDirectoryOfSomethingElseIsRefusedAndLeftAlone(Kind kind) throws Exception {
        Path other = directory.resolve(kind.name());
        Files.createDirectory(other);
        assertThrows(IllegalArgumentException.class, () -> DecisionDirectory.of(other));
        assertThrows(IllegalArgumentException.class, () -> DecisionDirectory.of(other.resolve("nothing")));
        assertFalse(Files.exists(other.resolve("nothing")));
    }
}
