package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.Uninterruptibly;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions that can only roll back: marked by their users, by a resource that failed, or by their timeout. */
class MarkedTransactionTest {

    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");
    private final Transactions transactions = Transactions.open(
            TransactionOptions.of(NodeName.of("node-1"))
                    .withRecovering(TransactionOptions.Recovering.ON_CALL)
                    .withErrorHandler(error -> {}),
            new VolatileDecisionStore(),
            List.of(a, b));

    /** Does something before the end, and nothing after it. */
    private record Before(Runnable action) implements Synchronization {

        @Override
        public void beforeCompletion() {
            action.run();
        }

        @Override
        public void afterCompletion(int status) {}
    }

    @BeforeEach
    void limitTheTime() throws Exception {
        transactions.setTransactionTimeout(60);
    }

    @AfterEach
    void close() {
        transactions.close();
    }

    private Transaction begin() throws Exception {
        transactions.begin();
        Transaction transaction = transactions.getTransaction();
        transaction.enlistResource(a.named());
        return transaction;
    }

    private void isRolledBackAndTheThreadIsFree() {
        assertTrue(a.committed.isEmpty() && b.committed.isEmpty());
        assertTrue(a.isEmpty() && b.isEmpty(), "nothing is held");
        assertEquals(Status.STATUS_NO_TRANSACTION, transactions.getStatus());
    }

    /** Ends a transaction as its timeout does: a real one that is short might come before all is enlisted. */
    private static void timeOut(Transaction transaction) {
        JtaTransaction timed = (JtaTransaction) transaction;
        Uninterruptibly.join(Thread.ofPlatform().start(timed::timeOut));
        assertTrue(timed.isCompleted());
    }

    @Test
    void whoAsksIsToldThatItCanOnlyRollBack() throws Exception {
        begin();
        assertFalse(transactions.getRollbackOnly());
        transactions.setRollbackOnly();
        assertTrue(transactions.getRollbackOnly());
        assertThrows(RollbackException.class, transactions::commit);
        isRolledBackAndTheThreadIsFree();
    }

    @Test
    void moreWorkIsRefusedAsThatOfATransactionThatRollsBack() throws Exception {
        Transaction transaction = begin();
        transactions.setRollbackOnly();
        assertThrows(RollbackException.class, () -> transaction.enlistResource(b.named()));
        assertThrows(RollbackException.class, () -> transaction.registerSynchronization(new Before(() -> {})));
        transactions.rollback();
        isRolledBackAndTheThreadIsFree();
        assertFalse(b.log().contains("b.start"), b.log()::toString);
    }

    @Test
    void aResourceThatIsDelistedAsFailedMarksIt() throws Exception {
        Transaction transaction = begin();
        assertTrue(transaction.delistResource(a, XAResource.TMFAIL));
        assertEquals(Status.STATUS_MARKED_ROLLBACK, transactions.getStatus());
        assertThrows(RollbackException.class, transactions::commit);
        isRolledBackAndTheThreadIsFree();
    }

    @Test
    void aCallbackThatMarksItStillMustNotEndIt() throws Exception {
        Transaction transaction = begin();
        List<Throwable> thrown = new ArrayList<>();
        transaction.registerSynchronization(new Before(() -> {
            transactions.setRollbackOnly();
            thrown.add(assertThrows(IllegalStateException.class, transactions::rollback));
            thrown.add(assertThrows(IllegalStateException.class, transactions::commit));
            thrown.add(assertThrows(IllegalStateException.class, transaction::rollback));
        }));
        RollbackException end = assertThrows(RollbackException.class, transactions::commit);
        assertEquals(null, end.getCause(), "no call from the callback has ended it, or was let through");
        assertEquals(3, thrown.size());
        isRolledBackAndTheThreadIsFree();
    }

    @Test
    void aRollbackTellsTheOwnerOfATimeoutAndFreesItsThread() throws Exception {
        timeOut(begin());
        assertEquals(Status.STATUS_ROLLEDBACK, transactions.getStatus(), "its owner does not know yet");
        transactions.rollback();
        isRolledBackAndTheThreadIsFree();
        transactions.begin();
        transactions.rollback();
    }

    @Test
    void aBranchThatStartsWhileTheTimeoutEndsTheOthersIsRolledBackToo() throws Exception {
        Transaction transaction = begin();
        b.during("start", () -> timeOut(transaction));
        assertThrows(RollbackException.class, () -> transaction.enlistResource(b.named()));
        assertEquals(1, b.rolledBack.size());
        transactions.rollback();
        isRolledBackAndTheThreadIsFree();
    }
}
