package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of the JVM out of code that is not of this module: each call has a defined end. */
class ForeignErrorsTest {

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final CountingStore store = new CountingStore();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");
    private final Error error = new NoClassDefFoundError("thrown by code of others");
    private Transactions transactions = open(errors::add, TransactionOptions.BranchOrder.SEQUENTIAL);

    private Transactions open(Consumer<Throwable> handler, TransactionOptions.BranchOrder order) {
        return Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withBranchOrder(order)
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(handler),
                store,
                List.of(a, b));
    }

    /** Opens a manager whose recovery comes again and again. */
    private Transactions openRecovering(Consumer<Throwable> handler) {
        return Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withRecoveryPeriod(Duration.ofMillis(1))
                        .withErrorHandler(handler),
                store,
                List.of(a, b));
    }

    @AfterEach
    void close() {
        transactions.close();
    }

    private void begin() throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(a.named());
        transactions.getTransaction().enlistResource(b.named());
    }

    private void awaitCommitted() {
        Await.until(
                "the pending transaction is committed",
                () -> a.committed.size() == 1 && transactions.pending().isEmpty(),
                () -> "committed=" + a.committed + " pending=" + transactions.pending());
    }

    private boolean isReported() {
        return errors.stream().anyMatch(this::isCausedByIt);
    }

    private boolean isCausedByIt(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at.equals(error)) {
                return true;
            }
        }
        return false;
    }

    private void assertEndedAndFree() {
        assertTrue(a.isEmpty() && b.isEmpty(), () -> "a=" + a.log() + " b=" + b.log());
        assertEquals(0, transactions.active());
        assertEquals(Status.STATUS_NO_TRANSACTION, transactions.getStatus());
    }

    @ParameterizedTest
    @EnumSource(TransactionOptions.BranchOrder.class)
    void anErrorInAVoteRollsAllBack(TransactionOptions.BranchOrder order) throws Exception {
        transactions.close();
        transactions = open(errors::add, order);
        a.throwing("prepare", error);
        begin();
        RollbackException thrown = assertThrows(RollbackException.class, transactions::commit);
        assertTrue(isCausedByIt(thrown), thrown::toString);
        assertTrue(thrown.getMessage().contains("call=prepare resource=a"), thrown::getMessage);
        assertTrue(isReported());
        assertEndedAndFree();
    }

    @Test
    void anErrorWhereTheWorkEndsRollsAllBack() throws Exception {
        a.throwing("end", error);
        begin();
        assertTrue(isCausedByIt(assertThrows(RollbackException.class, transactions::commit)));
        assertEndedAndFree();
    }

    @Test
    void anErrorInARollbackKeepsNothingFromTheOthersAndIsMadeUpForByRecovery() throws Exception {
        a.throwing("rollback", error);
        begin();
        b.throwing("prepare", new XAException(XAException.XA_RBROLLBACK));
        assertThrows(RollbackException.class, transactions::commit);
        assertTrue(b.isEmpty());
        assertEquals(1, a.prepared().size());
        assertTrue(isReported());
        transactions.recover();
        transactions.recover();
        assertEndedAndFree();
    }

    @ParameterizedTest
    @EnumSource(TransactionOptions.BranchOrder.class)
    void anErrorInACommitKeepsNothingFromTheOthersAndIsMadeUpForByRecovery(TransactionOptions.BranchOrder order)
            throws Exception {
        transactions.close();
        transactions = open(errors::add, order);
        a.throwing("commit", error);
        begin();
        transactions.commit();
        assertEquals(1, b.committed.size());
        assertEquals(1, transactions.pending().size());
        assertTrue(isReported());
        assertTrue(transactions.recover().isDone());
        assertEquals(1, a.committed.size());
        assertEndedAndFree();
    }

    @Test
    void anErrorInACommitInOnePhaseIsAnOutcomeThatIsNotKnown() throws Exception {
        a.throwing("commit1", error);
        transactions.begin();
        transactions.getTransaction().enlistResource(a.named());
        assertTrue(isCausedByIt(assertThrows(HeuristicMixedException.class, transactions::commit)));
        assertEquals(
                Outcome.HAZARD,
                transactions.heuristicOutcomes().iterator().next().outcome());
        assertTrue(isReported());
        assertEquals(0, transactions.active());
    }

    @Test
    void aResourceThatMayHaveStartedIsEndedAndRolledBack() throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(b.named());
        a.throwing("start", error);
        SystemException thrown = assertThrows(
                SystemException.class, () -> transactions.getTransaction().enlistResource(a.named()));
        assertTrue(isCausedByIt(thrown));
        assertEquals(Status.STATUS_MARKED_ROLLBACK, transactions.getStatus());
        assertThrows(RollbackException.class, transactions::commit);
        assertEquals(List.of("a.start", "a.end", "a.rollback"), a.log());
        assertEndedAndFree();
    }

    @Test
    void anErrorBeforeTheEndIsARollbackWithThatCause() throws Exception {
        List<String> told = new ArrayList<>();
        begin();
        transactions.getTransaction().registerSynchronization(new Told(told, "first", error, null));
        transactions.getTransaction().registerSynchronization(new Told(told, "second", null, null));
        RollbackException thrown = assertThrows(RollbackException.class, transactions::commit);
        assertSame(error, thrown.getCause());
        assertEquals(List.of("before first", "after first 4", "after second 4"), told);
        assertEndedAndFree();
    }

    @Test
    void anErrorAfterTheEndIsReportedAndTheOthersAreTold() throws Exception {
        List<String> told = new ArrayList<>();
        begin();
        transactions.registerInterposedSynchronization(new Told(told, "first", null, error));
        transactions.getTransaction().registerSynchronization(new Told(told, "second", null, null));
        transactions.commit();
        assertEquals(List.of("before second", "before first", "after first 3", "after second 3"), told);
        assertTrue(isReported());
        assertTrue(transactions.stop(Duration.ofDays(1)).isDone());
        assertEndedAndFree();
    }

    @Test
    void anErrorOfTheStoreInTheDecisionLeavesTheBranchesToTheNextStart() throws Exception {
        store.failure = error;
        begin();
        assertTrue(isCausedByIt(assertThrows(SystemException.class, transactions::commit)));
        transactions.recover();
        transactions.recover();
        assertEquals(List.of(1, 1), List.of(a.prepared().size(), b.prepared().size()));
        assertEquals(0, transactions.active());
    }

    @Test
    void anErrorOfTheStoreAfterTheDecisionChangesNothing() throws Exception {
        store.forgetFailure = error;
        begin();
        transactions.commit();
        assertTrue(isReported());
        assertEndedAndFree();
    }

    @Test
    void anErrorOfTheStoreWhereOneBranchIsLeftIsAHazard() throws Exception {
        a.fails("commit", XAException.XAER_RMFAIL);
        b.readOnly = true;
        begin();
        store.failure = error;
        assertThrows(HeuristicMixedException.class, transactions::commit);
        assertTrue(isReported());
        assertEquals(
                Outcome.HAZARD,
                transactions.heuristicOutcomes().iterator().next().outcome());
        assertEquals(0, transactions.active());
    }

    @Test
    void anErrorOfTheStoreEndsNoRecovery() throws Exception {
        a.fails("commit", XAException.XAER_RMFAIL);
        begin();
        transactions.commit();
        transactions.close();
        store.pendingFailure = error;
        transactions = openRecovering(errors::add);
        Await.until("the error is reported", this::isReported);
        awaitCommitted();
    }

    @Test
    void whatTheStoreCannotKeepStaysDecided() throws Exception {
        store.keepFailure = error;
        a.fails("commit", XAException.XA_HEURRB);
        begin();
        assertThrows(HeuristicMixedException.class, transactions::commit);
        assertTrue(isReported());
        assertEquals(1, transactions.pending().size());
        a.fails("commit", XAException.XA_HEURRB);
        assertEquals(1, transactions.recover().pending().size());
        store.keepFailure = null;
        a.fails("commit", XAException.XA_HEURRB);
        assertTrue(transactions.recover().isDone());
        assertEquals(1, transactions.heuristicOutcomes().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"recover", "commit", "open"})
    void anErrorOfAResourceEndsNoRecovery(String call) throws Exception {
        a.fails("commit", XAException.XAER_RMFAIL);
        begin();
        transactions.commit();
        transactions.close();
        a.throwing(call, error);
        transactions = openRecovering(errors::add);
        awaitCommitted();
        assertTrue(isReported());
    }

    @Test
    @ExpectedLog("the handler of errors failed")
    void anErrorHandlerThatThrowsEndsNoRecovery() throws Exception {
        a.fails("commit", XAException.XAER_RMFAIL);
        begin();
        transactions.commit();
        transactions.close();
        AtomicInteger called = new AtomicInteger();
        a.throwing("recover", error);
        transactions = openRecovering(told -> {
            called.incrementAndGet();
            throw new OutOfMemoryError("thrown by the handler");
        });
        awaitCommitted();
        assertTrue(called.get() > 0);
    }

    @Test
    @ExpectedLog("the handler of errors failed")
    void anErrorHandlerThatThrowsChangesNoTransaction() throws Exception {
        transactions.close();
        transactions = open(
                told -> {
                    throw error;
                },
                TransactionOptions.BranchOrder.SEQUENTIAL);
        List<String> told = new ArrayList<>();
        begin();
        transactions.registerInterposedSynchronization(new Told(told, "first", null, new StackOverflowError()));
        transactions.getTransaction().registerSynchronization(new Told(told, "second", null, null));
        transactions.commit();
        assertTrue(told.contains("after second 3"), told::toString);
        assertEndedAndFree();
    }

    @Test
    void anErrorInOneTimeoutKeepsNothingFromTheNext() throws Exception {
        transactions.setTransactionTimeout(3); // longer than a machine pauses before all is enlisted
        a.throwing("rollback", error);
        begin();
        JtaTransaction first = (JtaTransaction) transactions.suspend();
        begin();
        JtaTransaction second = (JtaTransaction) transactions.suspend();
        Await.until(
                "both transactions have timed out",
                () -> first.isCompleted() && second.isCompleted(),
                () -> "timedOut=" + transactions.statistics().timedOut());
        assertTrue(isReported());
        assertTrue(b.isEmpty());
        assertEquals(2, transactions.statistics().timedOut());
    }

    @Test
    void aSingleObjectThatIsThrownAgainAndAgainIsNoTrouble() throws Exception {
        XAException same = new XAException(XAException.XAER_RMERR);
        a.throwing("end", same).throwing("end", same).throwing("rollback", same);
        begin();
        RollbackException thrown = assertThrows(RollbackException.class, transactions::commit);
        assertTrue(thrown.getMessage().contains("did not end its work"), thrown::getMessage);
        assertTrue(b.isEmpty());
        assertEquals(0, transactions.active());
        assertFalse(errors.stream().anyMatch(IllegalArgumentException.class::isInstance), errors::toString);
    }

    /** Notes what it is told, and throws. */
    private record Told(List<String> told, String name, Error before, Error after) implements Synchronization {

        @Override
        public void beforeCompletion() {
            told.add("before " + name);
            if (before != null) {
                throw before;
            }
        }

        @Override
        public void afterCompletion(int status) {
            told.add("after " + name + " " + status);
            if (after != null) {
                throw after;
            }
        }
    }
}
