package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TransactionsTest {

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final CountingStore store = new CountingStore();
    private final SimulatedResource a = new SimulatedResource("a", log);
    private final SimulatedResource b = new SimulatedResource("b", log);
    private final SimulatedResource c = new SimulatedResource("c", log);
    private Transactions transactions = open(TransactionOptions.BranchOrder.SEQUENTIAL);

    private Transactions open(TransactionOptions.BranchOrder order) {
        return Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withBranchOrder(order)
                        .withErrorHandler(errors::add),
                store,
                List.of());
    }

    @AfterEach
    void close() {
        transactions.close();
    }

    private void begin(SimulatedResource... resources) throws Exception {
        transactions.begin();
        for (SimulatedResource resource : resources) {
            transactions.getTransaction().enlistResource(resource.named());
        }
    }

    @Test
    void nothingIsRecordedForASingleResource() throws Exception {
        begin(a);
        transactions.commit();
        assertEquals(List.of("a.start", "a.end", "a.commit1"), log);
        assertEquals(0, store.records);
        assertNull(transactions.getTransaction());
        assertEquals(Status.STATUS_NO_TRANSACTION, transactions.getStatus());
        assertEquals(1, transactions.committedCount());
    }

    @Test
    void twoResourcesCostOneRecordBetweenTheVotesAndTheEnd() throws Exception {
        store.log = log;
        begin(a, b);
        transactions.commit();
        assertEquals(
                List.of(
                        "a.start",
                        "b.start",
                        "a.end",
                        "b.end",
                        "a.prepare",
                        "b.prepare",
                        "record",
                        "a.commit",
                        "b.commit",
                        "forget"),
                log);
        assertTrue(transactions.pending().isEmpty());
    }

    @ParameterizedTest
    @EnumSource(TransactionOptions.BranchOrder.class)
    void manyResourcesEndTheSameWay(TransactionOptions.BranchOrder order) throws Exception {
        transactions.close();
        transactions = open(order);
        begin(a, b, c);
        transactions.commit();
        begin(a, b, c);
        c.fails("prepare", XAException.XA_RBDEADLOCK);
        assertThrows(RollbackException.class, transactions::commit);
        for (SimulatedResource each : List.of(a, b, c)) {
            assertEquals(1, each.committed.size());
            assertTrue(each.prepared().isEmpty());
        }
        assertEquals(1, a.rolledBack.size());
        assertEquals(1, b.rolledBack.size());
        assertEquals(1, store.records);
    }

    @Test
    void whereOnlyTheLastHasSomethingToCommitNothingIsRecorded() throws Exception {
        a.readOnly = true;
        begin(a, b);
        transactions.commit();
        assertEquals(List.of("a.start", "b.start", "a.end", "b.end", "a.prepare", "b.commit1"), log);
        assertEquals(0, store.records);
    }

    @Test
    void whereOnlyTheFirstHasSomethingToCommitNothingIsRecorded() throws Exception {
        b.readOnly = true;
        begin(a, b);
        transactions.commit();
        assertEquals(List.of("a.start", "b.start", "a.end", "b.end", "a.prepare", "b.prepare", "a.commit"), log);
        assertEquals(0, store.records);
    }

    @Test
    void aSingleVoterThatGoesAwayIsRecordedBeforeTheCallerIsToldThatItCommitted() throws Exception {
        b.readOnly = true;
        a.fails("commit", XAException.XAER_RMFAIL);
        begin(a, b);
        transactions.commit();
        assertEquals(1, store.records);
        assertEquals(1, transactions.pending().size());
        assertEquals(1, a.prepared().size());
    }

    @Test
    void aVoteAgainstRollsAllBack() throws Exception {
        b.fails("prepare", XAException.XA_RBROLLBACK);
        begin(a, b);
        RollbackException exception = assertThrows(RollbackException.class, transactions::commit);
        assertTrue(exception.getMessage().contains("resource=b"), exception.getMessage());
        assertEquals(1, a.rolledBack.size());
        assertEquals(0, store.records);
        assertEquals(1, transactions.rolledBackCount());
    }

    @Test
    void whoDoesNotEndItsWorkIsNamedWithItsError() throws Exception {
        b.fails("end", XAException.XA_RBDEADLOCK);
        c.fails("end", XAException.XAER_RMERR);
        begin(a, b, c);
        RollbackException exception = assertThrows(RollbackException.class, transactions::commit);
        String message = exception.getMessage();
        assertTrue(message.contains("did not end its work"), message);
        assertTrue(message.contains("branch=1 resource=b errorCode=XA_RBDEADLOCK; branch=2"), message);
        assertTrue(message.contains("branch=2 resource=c errorCode=XAER_RMERR"), message);
        assertFalse(message.contains("resource=a"), message);
        XAException cause = assertInstanceOf(XAException.class, exception.getCause());
        assertEquals(XAException.XA_RBDEADLOCK, cause.errorCode);
        assertEquals(List.of(1, 1, 1), List.of(a.rolledBack.size(), b.rolledBack.size(), c.rolledBack.size()));
    }

    @Test
    void aDecisionThatCannotBeRecordedIsARollback() throws Exception {
        store.failure = new DecisionNotRecordedException("full", null);
        begin(a, b);
        assertThrows(RollbackException.class, transactions::commit);
        assertEquals(1, a.rolledBack.size());
        assertEquals(1, b.rolledBack.size());
    }

    @Test
    void aDecisionThatMayBeRecordedLeavesTheBranchesPrepared() throws Exception {
        store.failure = new TransactionLogException("device error");
        begin(a, b);
        assertThrows(jakarta.transaction.SystemException.class, transactions::commit);
        assertEquals(1, a.prepared().size());
        assertEquals(1, b.prepared().size());
        assertEquals(1, transactions.unknownCount());
    }

    @ParameterizedTest
    @CsvSource({
        "7, COMMITTED", // XA_HEURCOM
        "6, MIXED", // XA_HEURRB
        "5, MIXED", // XA_HEURMIX
        "8, HAZARD", // XA_HEURHAZ
        "-4, HAZARD", // XAER_NOTA
        "-6, HAZARD", // XAER_PROTO
        "-3, MIXED", // XAER_RMERR
        "-7, COMMITTED", // XAER_RMFAIL
        "4, COMMITTED", // XA_RETRY
    })
    void theAnswerToTheSecondPhaseMeansWhatTheTableSays(int errorCode, Outcome outcome) throws Exception {
        b.fails("commit", errorCode);
        begin(a, b);
        if (outcome == Outcome.COMMITTED) {
            transactions.commit();
            assertTrue(transactions.heuristicOutcomes().isEmpty());
        } else {
            HeuristicMixedException exception = assertThrows(HeuristicMixedException.class, transactions::commit);
            assertTrue(
                    exception.getMessage().contains("errorCode=" + BranchOutcome.errorName(errorCode)),
                    exception.getMessage());
            HeuristicOutcome kept = transactions.heuristicOutcomes().iterator().next();
            assertEquals(outcome, kept.outcome());
            transactions.forget(kept.transaction());
            assertTrue(transactions.heuristicOutcomes().isEmpty());
        }
        boolean left = errorCode == XAException.XAER_RMFAIL
                || errorCode == XAException.XA_RETRY
                || errorCode == XAException.XAER_PROTO; // refused: the branch may still be prepared
        assertEquals(left ? 1 : 0, transactions.pending().size());
        assertEquals(errorCode == XAException.XA_HEURCOM, log.contains("b.forget"));
    }

    @ParameterizedTest
    @CsvSource({"100, false", "6, false", "-3, false", "4, false", "7, true"})
    void theAnswerToOnePhaseIsTheOutcome(int errorCode, boolean committed) throws Exception {
        a.fails("commit1", errorCode);
        begin(a);
        if (committed) {
            transactions.commit();
        } else {
            assertThrows(RollbackException.class, transactions::commit);
        }
        assertTrue(transactions.heuristicOutcomes().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"-7", "-4", "-6", "8", "5"})
    void anUnclearAnswerToOnePhaseIsNeverReportedAsARollback(int errorCode) throws Exception {
        a.fails("commit1", errorCode);
        begin(a);
        assertThrows(HeuristicMixedException.class, transactions::commit);
        assertEquals(1, transactions.heuristicOutcomes().size());
    }

    @Test
    void allRolledBackAgainstTheDecisionIsAHeuristicRollback() throws Exception {
        a.fails("commit", XAException.XA_HEURRB);
        b.fails("commit", XAException.XA_HEURRB);
        begin(a, b);
        assertThrows(HeuristicRollbackException.class, transactions::commit);
    }

    @Test
    void synchronizationsAreToldInOrder() throws Exception {
        begin(a);
        transactions.getTransaction().registerSynchronization(new Told("ordinary"));
        transactions.registerInterposedSynchronization(new Told("interposed"));
        transactions.getTransaction().registerSynchronization(new Told("later"));
        transactions.commit();
        assertEquals(
                List.of(
                        "a.start",
                        "before ordinary",
                        "before later",
                        "before interposed",
                        "a.end",
                        "a.commit1",
                        "after interposed 3",
                        "after ordinary 3",
                        "after later 3"),
                log);
    }

    @Test
    void whatASynchronizationThrowsBeforeTheEndIsARollbackWithThatCause() throws Exception {
        begin(a);
        IllegalStateException cause = new IllegalStateException("no");
        transactions.registerInterposedSynchronization(new Told("x") {
            @Override
            public void beforeCompletion() {
                throw cause;
            }
        });
        RollbackException exception = assertThrows(RollbackException.class, transactions::commit);
        assertSame(cause, exception.getCause());
        assertEquals(1, a.rolledBack.size());
        assertTrue(log.contains("after x 4"));
    }

    @Test
    void aTransactionGoesFromThreadToThread() throws Exception {
        begin(a);
        Transaction suspended = transactions.suspend();
        assertNull(transactions.getTransaction());
        List<Throwable> failures = new ArrayList<>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        transactions.resume(suspended);
                        transactions.commit();
                    } catch (Exception e) {
                        failures.add(e);
                    }
                })
                .join();
        assertEquals(List.of(), failures);
        assertEquals(1, a.committed.size());
    }

    @Test
    void aResourceThatIsDelistedAndEnlistedAgainHasOneBranch() throws Exception {
        transactions.begin();
        Transaction transaction = transactions.getTransaction();
        transaction.enlistResource(a.named());
        assertTrue(transaction.delistResource(a, XAResource.TMSUSPEND));
        transaction.enlistResource(a.named());
        transactions.commit();
        assertEquals(List.of("a.start", "a.end", "a.start", "a.end", "a.commit1"), log);
    }

    @Test
    void aThreadHasOneTransactionAtATime() throws Exception {
        begin();
        assertThrows(NotSupportedException.class, transactions::begin);
        transactions.rollback();
        assertThrows(IllegalStateException.class, transactions::commit);
        assertThrows(IllegalStateException.class, transactions::rollback);
    }

    @Test
    void markedForRollbackItRollsBack() throws Exception {
        begin(a, b);
        transactions.setRollbackOnly();
        assertTrue(transactions.getRollbackOnly());
        assertThrows(
                RollbackException.class, () -> transactions.getTransaction().enlistResource(c));
        assertThrows(RollbackException.class, transactions::commit);
        assertEquals(1, a.rolledBack.size());
        assertEquals(1, b.rolledBack.size());
    }

    @Test
    void aTransactionThatTakesTooLongIsRolledBackAndItsCommitSaysSo() throws Exception {
        transactions.setTransactionTimeout(3); // longer than a machine pauses before all is enlisted
        begin(a, b);
        JtaTransaction transaction = (JtaTransaction) transactions.getTransaction();
        Await.until("the transaction times out", () -> transaction.isCompleted());
        assertThrows(RollbackException.class, () -> transaction.enlistResource(c));
        RollbackException exception = assertThrows(RollbackException.class, transactions::commit);
        assertTrue(exception.getMessage().contains("timeout"), exception.getMessage());
        assertEquals(1, a.rolledBack.size());
        assertEquals(1, b.rolledBack.size());
        assertTrue(a.committed.isEmpty());
    }

    @Test
    void manyThreadsCommitSideBySide() throws Exception {
        int threads = 8;
        int each = 500;
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            running.add(Thread.startVirtualThread(() -> {
                try {
                    for (int n = 0; n < each; n++) {
                        begin(a, b);
                        if (n % 5 == 0) {
                            transactions.rollback();
                        } else {
                            transactions.commit();
                        }
                    }
                } catch (Exception e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : running) {
            thread.join();
        }
        assertEquals(List.of(), new ArrayList<>(failures));
        assertEquals(threads * each * 4 / 5, a.committed.size());
        assertEquals(a.committed.size(), b.committed.size());
        assertEquals(threads * each / 5, a.rolledBack.size());
        assertTrue(a.isEmpty() && b.isEmpty());
    }

    /** Notes in the log what it is told. */
    private class Told implements Synchronization {

        private final String name;

        Told(String name) {
            this.name = name;
        }

        @Override
        public void beforeCompletion() {
            log.add("before " + name);
        }

        @Override
        public void afterCompletion(int status) {
            log.add("after " + name + " " + status);
        }
    }
}
