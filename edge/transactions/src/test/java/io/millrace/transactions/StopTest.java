package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StopTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final CountingStore store = new CountingStore();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");
    private final Transactions transactions = Transactions.open(
            TransactionOptions.of(NodeName.of("node-1"))
                    .withTimeout(LONG)
                    .withRecovering(TransactionOptions.Recovering.ON_CALL)
                    .withErrorHandler(errors::add),
            store,
            List.of(a, b));

    @AfterEach
    void close() {
        transactions.close();
    }

    private Transaction begin() throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(a.named());
        transactions.getTransaction().enlistResource(b.named());
        return transactions.getTransaction();
    }

    @Test
    void withNothingLeftItIsDone() throws Exception {
        begin();
        transactions.commit();
        assertTrue(transactions.stop(LONG).isDone());
        assertThrows(SystemException.class, transactions::begin);
    }

    @Test
    void aBeginBesideTheStopIsCountedOrRefused() {
        store.onIncarnation = () -> assertTrue(transactions.stop(Duration.ZERO).isDone());
        assertThrows(SystemException.class, transactions::begin);
        assertTrue(transactions.stop(Duration.ZERO).isDone());
    }

    @Test
    void whatHasBegunComesToItsEndFirst() throws Exception {
        Transaction open = begin();
        transactions.suspend();
        StopReport[] report = new StopReport[1];
        Thread stopping = Thread.ofPlatform().start(() -> report[0] = transactions.stop(LONG));
        assertThrows(SystemException.class, () -> {
            while (true) {
                transactions.begin(); // until it is stopped
                transactions.rollback();
            }
        });
        open.commit();
        stopping.join();
        assertTrue(report[0].isDone(), report[0].toString());
        assertEquals(List.of(1, 1), List.of(a.committed.size(), b.committed.size()));
    }

    @Test
    void whatHasNotEndedIsCounted() throws Exception {
        begin();
        StopReport report = transactions.stop(Duration.ZERO);
        assertEquals(1, report.active());
        assertFalse(report.isDone());
        transactions.rollback();
        assertTrue(transactions.stop(Duration.ZERO).isDone());
    }

    @Test
    void anOrphanOfThisStartIsEndedAndNotOverlooked() throws Exception {
        JtaTransaction orphan = (JtaTransaction) begin();
        for (Branch branch : orphan.branches()) {
            branch.endWork(XAResource.TMSUCCESS);
            branch.prepare(); // its rollback did not reach the resource
        }
        orphan.finish(jakarta.transaction.Status.STATUS_ROLLEDBACK);
        assertTrue(transactions.stop(Duration.ZERO).isDone());
        assertTrue(a.isEmpty() && b.isEmpty());
        assertEquals(List.of(1, 1), List.of(a.rolledBack.size(), b.rolledBack.size()));
    }

    @Test
    void aBranchThatIsStillToBeToldIsTriedAgainAsLongAsThereIsPatience() throws Exception {
        b.fails("commit", XAException.XAER_RMFAIL).fails("commit", XAException.XAER_RMFAIL);
        b.fails("commit", XAException.XAER_RMFAIL);
        begin();
        transactions.commit();
        assertTrue(transactions.stop(LONG).isDone());
        assertEquals(1, b.committed.size());
    }

    @Test
    void whatOnlyTheNextStartCanTellIsListed() throws Exception {
        store.failure = new TransactionLogException("the device is gone");
        JtaTransaction doubtful = (JtaTransaction) begin();
        assertThrows(SystemException.class, transactions::commit);
        StopReport report = transactions.stop(Duration.ZERO);
        assertFalse(report.isDone());
        assertEquals(
                List.of(
                        new StopReport.PreparedBranch(doubtful.id(), 0, "a"),
                        new StopReport.PreparedBranch(doubtful.id(), 1, "b")),
                report.undecided());
        assertTrue(a.rolledBack.isEmpty() && b.rolledBack.isEmpty());
    }
}
