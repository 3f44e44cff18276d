package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each operation does in each state of a transaction: from callbacks, from other threads, and after the end. */
class TransactionStatesTest {

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");
    private final SimulatedResource c = new SimulatedResource("c");
    private final Transactions transactions = Transactions.open(
            TransactionOptions.of(NodeName.of("node-1"))
                    .withRecovering(TransactionOptions.Recovering.ON_CALL)
                    .withErrorHandler(errors::add),
            new VolatileDecisionStore(),
            List.of(a, b, c));
    private final AtomicReference<String> result = new AtomicReference<>("not called");
    private Transaction transaction;

    /** Where the operation is called. */
    enum State {
        STARTING,
        DELISTING,
        BEFORE_COMPLETION,
        ENDING,
        PREPARING,
        COMMITTING,
        /** In one phase, as the only branch. */
        COMMITTING_ALONE,
        /** In one phase, as the only branch that has something to commit. */
        COMMITTING_LAST,
        ROLLING_BACK,
        ENDING_TO_ROLL_BACK,
        ROLLING_BACK_ON_CALL,
        AFTER_COMPLETION,
        AFTER_ROLLBACK,
        ENDED
    }

    /** What is called. */
    enum Operation {
        STATUS,
        COMMIT,
        ROLLBACK,
        MARK,
        ENLIST,
        DELIST,
        REGISTER,
        INTERPOSE,
        BEGIN,
        SUSPEND_RESUME
    }

    @AfterEach
    void close() {
        transactions.close();
    }

    private void begin() throws Exception {
        beginWith(a, b);
    }

    private void beginWith(SimulatedResource... resources) throws Exception {
        transactions.begin();
        transaction = transactions.getTransaction();
        for (SimulatedResource resource : resources) {
            transaction.enlistResource(resource.named());
        }
    }

    private String perform(Operation operation) {
        try {
            return switch (operation) {
                case STATUS -> StatusText.of(transactions.getStatus());
                case COMMIT -> done(transactions::commit);
                case ROLLBACK -> done(transactions::rollback);
                case MARK -> done(transactions::setRollbackOnly);
                case ENLIST -> done(() -> transaction.enlistResource(c.named()));
                case DELIST -> done(() -> transaction.delistResource(a, XAResource.TMSUCCESS));
                case REGISTER -> done(() -> transaction.registerSynchronization(new Hook(null, null)));
                case INTERPOSE -> done(() -> transactions.registerInterposedSynchronization(new Hook(null, null)));
                case BEGIN ->
                    done(() -> {
                        transactions.begin();
                        transactions.rollback();
                    });
                case SUSPEND_RESUME ->
                    done(() -> {
                        Transaction suspended = transactions.suspend();
                        if (suspended != null) {
                            transactions.resume(suspended);
                        }
                    });
            };
        } catch (IllegalStateException e) {
            assertTrue(
                    e.getMessage().contains("status=") || e.getMessage().contains("has no transaction"), e::getMessage);
            return "refused";
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    /** A call that may throw. */
    private interface Call {
        void run() throws Exception;
    }

    private static String done(Call call) throws Exception {
        call.run();
        return "done";
    }

    private void performAt(State state, Runnable action) throws Exception {
        if (state == State.COMMITTING_ALONE) {
            beginWith(b);
        } else {
            begin();
        }
        a.readOnly = state == State.COMMITTING_LAST;
        switch (state) {
            case STARTING -> {
                c.during("start", action);
                transaction.enlistResource(c.named());
            }
            case DELISTING -> {
                b.during("end", action);
                transaction.delistResource(b, XAResource.TMSUCCESS);
            }
            case BEFORE_COMPLETION -> transaction.registerSynchronization(new Hook(action, null));
            case ENDING -> a.during("end", action);
            case PREPARING -> b.during("prepare", action);
            case COMMITTING -> b.during("commit", action);
            case COMMITTING_ALONE, COMMITTING_LAST -> b.during("commit1", action);
            case ENDING_TO_ROLL_BACK -> a.during("end", action);
            case ROLLING_BACK_ON_CALL -> b.during("rollback", action);
            case ROLLING_BACK -> {
                b.during("rollback", action);
                b.fails("prepare", XAException.XA_RBROLLBACK);
            }
            case AFTER_COMPLETION, AFTER_ROLLBACK -> transaction.registerSynchronization(new Hook(null, action));
            case ENDED -> {}
        }
        int committed = end(state) ? 1 : 0;
        if (state == State.ENDED) {
            action.run();
        }
        boolean isAlone = state == State.COMMITTING_ALONE || state == State.COMMITTING_LAST;
        assertEquals(List.of(isAlone ? 0 : committed, committed), List.of(a.committed.size(), b.committed.size()));
        assertTrue(a.isEmpty() && b.isEmpty() && c.isEmpty(), "nothing is held");
        assertEquals(0, transactions.active());
        assertEquals(Status.STATUS_NO_TRANSACTION, transactions.getStatus());
        transactions.begin(); // the thread is free again
        transactions.rollback();
        assertEquals(List.of(), List.copyOf(errors));
    }

    /** Ends the transaction as its state wants it, and returns whether it has committed. */
    private boolean end(State state) throws Exception {
        switch (state) {
            case ENDING_TO_ROLL_BACK, ROLLING_BACK_ON_CALL, AFTER_ROLLBACK -> {
                transactions.rollback();
                return false;
            }
            default -> {
                try {
                    transactions.commit();
                    return true;
                } catch (RollbackException e) {
                    return false;
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // what is called, as the same thread sees it
        "STARTING,          active,       refused, refused, done,    refused, refused, done,    done,    NotSupported,"
                + " done",
        "DELISTING,         active,       refused, refused, done,    refused, refused, done,    done,    NotSupported,"
                + " done",
        "BEFORE_COMPLETION, active,       refused, refused, done,    done,    done,    done,    done,    NotSupported,"
                + " done",
        "ENDING,            preparing,    refused, refused, refused, refused, refused, refused, refused, NotSupported,"
                + " done",
        "PREPARING,         preparing,    refused, refused, refused, refused, refused, refused, refused, NotSupported,"
                + " done",
        "COMMITTING,        committing,   refused, refused, refused, refused, refused, refused, refused, NotSupported,"
                + " done",
        "COMMITTING_ALONE, committing, refused, refused, refused, refused, refused, refused, refused,"
                + " NotSupported, done",
        "COMMITTING_LAST, committing, refused, refused, refused, refused, refused, refused, refused,"
                + " NotSupported, done",
        "ENDING_TO_ROLL_BACK, rolling back, refused, refused, refused, refused, refused, refused, refused,"
                + " NotSupported, done",
        "ROLLING_BACK_ON_CALL, rolling back, refused, refused, refused, refused, refused, refused, refused,"
                + " NotSupported, done",
        "AFTER_ROLLBACK, rolled back, refused, refused, refused, refused, refused, refused, refused,"
                + " NotSupported, done",
        "ROLLING_BACK,      rolling back, refused, refused, refused, refused, refused, refused, refused, NotSupported,"
                + " done",
        "AFTER_COMPLETION,  committed,    refused, refused, refused, refused, refused, refused, refused, NotSupported,"
                + " done",
        "ENDED,             no transaction, refused, refused, refused, refused, refused, refused, refused, done,  "
                + " done",
    })
    void eachOperationInEachState(
            State state,
            String status,
            String commit,
            String rollback,
            String mark,
            String enlist,
            String delist,
            String register,
            String interpose,
            String begin,
            String suspend)
            throws Exception {
        Iterator<String> expected = List.of(
                        status, commit, rollback, mark, enlist, delist, register, interpose, begin, suspend)
                .iterator();
        for (Operation operation : Operation.values()) {
            a.committed.clear();
            b.committed.clear();
            result.set("not called");
            performAt(state, () -> result.set(perform(operation)));
            String wanted = expected.next();
            assertEquals(
                    wanted.equals("NotSupported") ? "NotSupportedException" : wanted,
                    result.get(),
                    () -> operation + " while " + state);
        }
    }

    private void inAnotherThread(Call call) {
        try {
            Thread.ofPlatform()
                    .start(() -> {
                        try {
                            result.set(done(call));
                        } catch (IllegalStateException e) {
                            result.set("refused");
                        } catch (Exception e) {
                            result.set(e.getClass().getSimpleName());
                        }
                    })
                    .join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BEFORE_COMPLETION, refused, refused, done,    done,    done",
        "ENDING,            refused, refused, refused, refused, refused",
        "PREPARING,         refused, refused, refused, refused, refused",
        "COMMITTING,        refused, refused, refused, refused, refused",
        "COMMITTING_ALONE, refused, refused, refused, refused, refused",
        "COMMITTING_LAST, refused, refused, refused, refused, refused",
        "ENDING_TO_ROLL_BACK, refused, refused, refused, refused, refused",
        "ROLLING_BACK_ON_CALL, refused, refused, refused, refused, refused",
        "AFTER_ROLLBACK, refused, refused, refused, refused, refused",
        "ROLLING_BACK,      refused, refused, refused, refused, refused",
        "AFTER_COMPLETION,  refused, refused, refused, refused, refused",
        "ENDED,             refused, refused, refused, refused, refused",
    })
    void anotherThreadMeetsTheSameStates(
            State state, String commit, String rollback, String mark, String enlist, String register) throws Exception {
        List<String> expected = List.of(commit, rollback, mark, enlist, register);
        List<Call> calls = List.of(
                () -> transaction.commit(),
                () -> transaction.rollback(),
                () -> transaction.setRollbackOnly(),
                () -> transaction.enlistResource(c.named()),
                () -> transaction.registerSynchronization(new Hook(null, null)));
        for (int call = 0; call < calls.size(); call++) {
            a.committed.clear();
            b.committed.clear();
            result.set("not called");
            Call one = calls.get(call);
            performAt(state, () -> inAnotherThread(one));
            assertEquals(expected.get(call), result.get(), "call " + call + " while " + state);
        }
    }

    @Test
    void aCommitInsideBeforeCompletionThatNobodyCatchesIsARollback() throws Exception {
        begin();
        transaction.registerSynchronization(new Hook(
                () -> {
                    try {
                        transactions.commit();
                    } catch (Exception e) {
                        throw new IllegalArgumentException(e);
                    }
                },
                null));
        RollbackException thrown = assertThrows(RollbackException.class, transactions::commit);
        assertTrue(thrown.getCause().getCause() instanceof IllegalStateException, thrown::toString);
        assertTrue(a.committed.isEmpty() && b.committed.isEmpty());
        assertTrue(a.isEmpty() && b.isEmpty());
    }

    @Test
    void aTransactionOfATimeoutStaysOnItsThreadUntilItsOwnerKnows() throws Exception {
        begin();
        JtaTransaction timed = (JtaTransaction) transaction;
        Thread.ofPlatform().start(timed::timeOut).join(); // a real timeout might come too early
        assertTrue(timed.isCompleted());
        assertEquals("rolled back", perform(Operation.STATUS));
        assertEquals("RollbackException", perform(Operation.ENLIST));
        assertEquals("RollbackException", perform(Operation.REGISTER));
        assertEquals("refused", perform(Operation.INTERPOSE));
        assertEquals("NotSupportedException", perform(Operation.BEGIN));
        assertThrows(RollbackException.class, transaction::commit);
        assertEquals("no transaction", perform(Operation.STATUS));
        assertEquals("done", perform(Operation.BEGIN));
    }

    @Test
    void manyThreadsThatEnlistInOneTransactionLoseNoBranch() throws Exception {
        int threads = 4;
        int rounds = 500;
        SimulatedResource[][] all = new SimulatedResource[rounds][threads];
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        CyclicBarrier together = new CyclicBarrier(threads + 1);
        List<Thread> running = new ArrayList<>();
        for (int n = 0; n < threads; n++) {
            int number = n;
            running.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; round < rounds; round++) {
                        all[round][number] = new SimulatedResource("r" + number);
                        together.await();
                        transaction.enlistResource(all[round][number].named());
                        transaction.registerSynchronization(new Hook(null, null));
                        together.await();
                    }
                } catch (Exception e) {
                    failures.add(e);
                    together.reset();
                }
            }));
        }
        for (int round = 0; round < rounds; round++) {
            transactions.begin();
            transaction = transactions.getTransaction();
            together.await();
            together.await();
            transactions.commit();
            for (SimulatedResource one : all[round]) {
                assertEquals(1, one.committed.size(), one::name);
            }
        }
        for (Thread thread : running) {
            thread.join();
        }
        assertEquals(List.of(), List.copyOf(failures));
    }

    @Test
    void aResourceThatIsEnlistedBesideACommitIsInItOrRefused() throws Exception {
        for (int round = 0; round < 500; round++) {
            SimulatedResource late = new SimulatedResource("late");
            begin();
            boolean[] enlisted = new boolean[1];
            Thread other = Thread.ofPlatform().start(() -> {
                try {
                    enlisted[0] = transaction.enlistResource(late.named());
                } catch (IllegalStateException | RollbackException | jakarta.transaction.SystemException e) {
                    enlisted[0] = false;
                }
            });
            transactions.commit();
            other.join();
            assertEquals(enlisted[0] ? 1 : 0, late.committed.size());
            assertTrue(late.isEmpty());
        }
    }

    /** Does something before and after the end. */
    private record Hook(Runnable before, Runnable after) implements Synchronization {

        @Override
        public void beforeCompletion() {
            if (before != null) {
                before.run();
            }
        }

        @Override
        public void afterCompletion(int status) {
            if (after != null) {
                after.run();
            }
        }
    }
}
