package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two threads end the same transaction at the same time: one of them does, and the other one is refused. */
class TransactionRacesTest {
    private static final int ROUNDS = 300;

    /** How a thread ends the transaction. */
    enum Ending {
        COMMIT,
        ROLLBACK
    }

    /** Ends a transaction when both threads are there; returns whether this thread has ended it. */
    private static boolean end(Transaction transaction, Ending ending, CyclicBarrier both) throws Exception {
        both.await();
        try {
            switch (ending) {
                case COMMIT -> transaction.commit();
                case ROLLBACK -> transaction.rollback();
            }
            return true;
        } catch (IllegalStateException | RollbackException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, COMMIT, COMMIT",
        "1, COMMIT, ROLLBACK",
        "1, ROLLBACK, ROLLBACK",
        "2, COMMIT, COMMIT",
        "2, COMMIT, ROLLBACK",
        "2, ROLLBACK, ROLLBACK",
    })
    void oneOfTwoThreadsEndsTheTransaction(int branches, Ending mine, Ending other) throws Exception {
        Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        CyclicBarrier both = new CyclicBarrier(2);
        try (Transactions transactions = Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(errors::add),
                new VolatileDecisionStore(),
                List.of())) {
            for (int round = 0; round < ROUNDS; round++) {
                transactions.begin();
                Transaction transaction = transactions.getTransaction();
                List<SimulatedResource> resources = new ArrayList<>();
                for (int branch = 0; branch < branches; branch++) {
                    resources.add(new SimulatedResource("r" + branch));
                    transaction.enlistResource(resources.getLast().named());
                }
                FutureTask<Boolean> elsewhere = new FutureTask<>(() -> end(transaction, other, both));
                Thread thread = Thread.ofPlatform().start(elsewhere);
                boolean ended = end(transaction, mine, both);
                assertEquals(!ended, elsewhere.get(), "round=" + round);
                thread.join();
                boolean committed = (ended ? mine : other) == Ending.COMMIT;
                for (SimulatedResource resource : resources) {
                    assertEquals(committed ? 1 : 0, resource.committed.size(), resource::name);
                    assertEquals(committed ? 0 : 1, resource.rolledBack.size(), resource::name);
                    assertTrue(resource.isEmpty(), resource::name);
                }
                assertEquals(committed ? Status.STATUS_COMMITTED : Status.STATUS_ROLLEDBACK, transaction.getStatus());
                assertEquals(Status.STATUS_NO_TRANSACTION, transactions.getStatus());
                assertEquals(0, transactions.active());
            }
        }
        assertEquals(List.of(), List.copyOf(errors));
    }
}
