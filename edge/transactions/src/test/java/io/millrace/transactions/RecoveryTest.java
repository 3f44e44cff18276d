package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveryTest {

    @TempDir
    Path directory;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");

    private Transactions open(String node, List<RecoverableResource> resources) {
        return Transactions.open(
                TransactionOptions.of(NodeName.of(node))
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(errors::add),
                FileDecisionStore.open(directory.resolve(node)),
                resources);
    }

    private Transactions open(RecoverableResource... resources) {
        return open("node-1", List.of(resources));
    }

    private void begin(Transactions transactions) throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(a.named());
        transactions.getTransaction().enlistResource(b.named());
    }

    @Test
    void aBranchThatCouldNotBeToldIsToldLater() throws Exception {
        try (Transactions transactions = open()) {
            b.fails("commit", XAException.XAER_RMFAIL);
            begin(transactions);
            transactions.commit();
            assertEquals(1, b.prepared().size());
        }
        try (Transactions transactions = open(a, b)) {
            RecoveryReport report = transactions.recover();
            assertTrue(b.prepared().isEmpty());
            assertEquals(1, b.committed.size());
            assertTrue(report.isDone(), report.toString());
            assertTrue(transactions.pending().isEmpty());
        }
    }

    @Test
    void whatAnEarlierStartPreparedWithoutADecisionIsRolledBackAtOnce() throws Exception {
        try (Transactions transactions = open()) {
            begin(transactions);
            for (Branch branch : ((JtaTransaction) transactions.getTransaction()).branches()) {
                branch.endWork(javax.transaction.xa.XAResource.TMSUCCESS);
                branch.prepare(); // and then the process is gone
            }
        }
        try (Transactions transactions = open(a, b)) {
            transactions.recover();
            assertEquals(1, a.rolledBack.size());
            assertEquals(1, b.rolledBack.size());
            assertTrue(transactions.recover().isDone());
        }
    }

    @Test
    void whatIsInFlightIsLeftAlone() throws Exception {
        try (Transactions transactions = open(a, b)) {
            begin(transactions);
            JtaTransaction live = (JtaTransaction) transactions.getTransaction();
            transactions.recovery().isInFlight(live.id());
            for (Branch branch : live.branches()) {
                branch.endWork(javax.transaction.xa.XAResource.TMSUCCESS);
                branch.prepare();
            }
            transactions.recover();
            transactions.recover();
            assertEquals(1, a.prepared().size());
            transactions.recovery().isNotInFlight(live.id());
            assertEquals(2, transactions.recover().waiting());
            assertEquals(2, transactions.recover().rolledBack());
            assertTrue(a.prepared().isEmpty());
        }
    }

    private void prepareWithoutDecision(Transactions transactions) throws Exception {
        begin(transactions);
        for (Branch branch : ((JtaTransaction) transactions.suspend()).branches()) {
            branch.endWork(javax.transaction.xa.XAResource.TMSUCCESS);
            branch.prepare();
        }
    }

    @Test
    void whatAResourceListedBeforeItWentAwayIsRemembered() throws Exception {
        try (Transactions transactions = Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(errors::add),
                new VolatileDecisionStore(),
                List.of(a, b))) {
            prepareWithoutDecision(transactions);
            assertEquals(2, transactions.recover().waiting());
            a.away = true;
            assertEquals(1, transactions.recover().rolledBack());
            a.away = false;
            assertEquals(1, transactions.recover().rolledBack());
            assertTrue(a.prepared().isEmpty() && b.prepared().isEmpty());
        }
    }

    @Test
    void aLostNodeIsTakenOverWithItsLogByWhoeverOpensItUnderItsName() throws Exception {
        try (Transactions lost = open("node-2", List.of())) {
            b.fails("commit", XAException.XAER_RMFAIL);
            begin(lost);
            lost.commit();
            prepareWithoutDecision(lost);
        }
        try (Transactions own = open(a, b);
                Transactions taken = open("node-2", List.of(a, b))) {
            assertTrue(own.recover().isDone());
            taken.recover();
            assertTrue(taken.stop(Duration.ZERO).isDone());
            assertEquals(List.of(1, 1), List.of(a.committed.size(), b.committed.size()));
            assertEquals(List.of(1, 1), List.of(a.rolledBack.size(), b.rolledBack.size()));
        }
    }

    @Test
    void aNodeWhoseLogIsLostTooRollsBackWhatNobodyKnowsToBeDecided() throws Exception {
        GlobalId known;
        try (Transactions lost = open("node-2", List.of())) {
            b.fails("commit", XAException.XAER_RMFAIL);
            begin(lost);
            known = ((JtaTransaction) lost.getTransaction()).id();
            lost.commit();
            prepareWithoutDecision(lost);
        }
        String log;
        try (FileDecisionStore store = FileDecisionStore.open(directory.resolve("node-2"))) {
            log = LogName.text(store.logId());
        }
        Path empty = directory.resolve("empty");
        FileDecisionStore.open(empty).close();
        DecisionDirectory.of(empty).commit(new Decision(known, List.of(new Decision.BranchRecord(1, "b"))));
        try (Transactions taken = Transactions.open(
                TransactionOptions.of(NodeName.of("node-2")).withLostLog(log).withErrorHandler(errors::add),
                FileDecisionStore.open(empty),
                List.of(a, b))) {
            assertTrue(taken.stop(Duration.ZERO).isDone());
            assertEquals(List.of(1, 1), List.of(a.committed.size(), b.committed.size()));
            assertEquals(List.of(1, 1), List.of(a.rolledBack.size(), b.rolledBack.size()));
        }
    }

    @Test
    void branchesOfAnotherLogAreLeftAloneAlthoughTheNodeNameIsOurs() throws Exception {
        Path other = directory.resolve("other");
        FileDecisionStore.open(other).close(); // so that the transactions of the second start look earlier
        try (Transactions first = open();
                Transactions second = Transactions.open(
                        TransactionOptions.of(NodeName.of("node-1"))
                                .withRecovering(TransactionOptions.Recovering.ON_CALL)
                                .withErrorHandler(errors::add),
                        FileDecisionStore.open(other),
                        List.of(a, b))) {
            prepareWithoutDecision(first);
            for (int i = 0; i < 3; i++) {
                assertTrue(second.recover().isDone());
            }
            assertEquals(
                    List.of(1, 1), List.of(a.prepared().size(), b.prepared().size()));
            String told = errors.poll().getMessage();
            String log = LogName.text(first.logName().log());
            assertTrue(told.contains("node=node-1 log=" + log + " ours="), told);
        }
    }

    @Test
    void theIdentityOfALogStaysTheSameAndIsItsOwn() {
        for (boolean files : new boolean[] {true, false}) {
            Path one = directory.resolve("one" + files);
            long id = logId(files, one);
            assertTrue(id != 0);
            assertEquals(id, logId(files, one));
            assertTrue(id != logId(files, directory.resolve("two" + files)));
        }
    }

    private static long logId(boolean files, Path at) {
        try (DecisionStore store = files ? FileDecisionStore.open(at) : GroupCommitDecisionStore.open(at)) {
            return store.logId();
        }
    }

    @Test
    void branchesOfOtherNodesAreNeverTouched() throws Exception {
        try (Transactions other = open("node-2", List.of())) {
            b.fails("commit", XAException.XAER_RMFAIL);
            begin(other);
            other.commit();
        }
        try (Transactions transactions = open(a, b)) {
            transactions.recover();
            transactions.recover();
            assertEquals(1, b.prepared().size());
        }
    }

    @Test
    void aResourceThatIsAwayKeepsNothingFromTheOthers() throws Exception {
        try (Transactions transactions = open()) {
            a.fails("commit", XAException.XAER_RMFAIL);
            b.fails("commit", XAException.XAER_RMFAIL);
            begin(transactions);
            transactions.commit();
        }
        a.away = true;
        try (Transactions transactions = open(a, b)) {
            RecoveryReport report = transactions.recover();
            assertEquals(List.of("a"), report.unreachable());
            assertEquals(1, report.pending().size());
            assertTrue(b.prepared().isEmpty());
            assertFalse(errors.isEmpty());
            StopReport left = transactions.stop(Duration.ZERO);
            assertFalse(left.isDone());
            assertEquals(List.of("a"), left.unreachable());
            assertEquals(1, left.pending().size());
            a.away = false;
            assertTrue(transactions.recover().isDone());
            assertTrue(a.prepared().isEmpty());
        }
    }

    @Test
    void aDecisionWhoseResourceNobodyRegisteredIsNotAssumedComplete() throws Exception {
        try (Transactions transactions = open()) {
            b.fails("commit", XAException.XAER_RMFAIL);
            begin(transactions);
            transactions.commit();
        }
        try (Transactions transactions = open(a)) {
            for (int pass = 0; pass < 40; pass++) {
                assertEquals(1, transactions.recover().pending().size());
            }
            List<String> told = errors.stream().map(Throwable::getMessage).toList();
            assertEquals(6, told.size(), told::toString); // at 1, 2, 4, 8, 16 and 32 times
            assertTrue(told.getFirst().contains("without their resources"), told::toString);
            assertTrue(told.getFirst().contains("resource=b"), told::toString);
            transactions.forget(transactions.pending().iterator().next().transaction());
            assertTrue(transactions.pending().isEmpty());
        }
    }

    @Test
    void whatAResourceDecidedByItselfIsKeptForAnOperator() throws Exception {
        try (Transactions transactions = open()) {
            b.fails("commit", XAException.XAER_RMFAIL);
            begin(transactions);
            transactions.commit();
        }
        b.fails("commit", XAException.XA_HEURRB);
        try (Transactions transactions = open(a, b)) {
            transactions.recover();
            assertEquals(
                    Outcome.ROLLED_BACK,
                    transactions.heuristicOutcomes().iterator().next().outcome());
            assertTrue(transactions.pending().isEmpty());
        }
    }

    @Test
    void aNodeHasANameOfUsualLength() {
        assertThrows(IllegalArgumentException.class, () -> NodeName.of(""));
        assertThrows(IllegalArgumentException.class, () -> NodeName.of("a name with spaces"));
        assertThrows(IllegalArgumentException.class, () -> NodeName.of("x".repeat(17)));
    }
}
