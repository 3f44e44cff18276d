package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.fixtures.Await;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

class TimeoutsTest {

    private static final int ROUNDS = 3000;
    private static final int LONGEST_SPIN = 200;
    private static final int LATE_LOOKS = 20_000;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");

    private Transactions open() {
        return Transactions.open(
                TransactionOptions.of(NodeName.of("node-1")).withErrorHandler(errors::add),
                new VolatileDecisionStore(),
                List.of());
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aTimeoutThatMeetsACommitHasAllOfTheTransactionOrNothing() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        CyclicBarrier together = new CyclicBarrier(2);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        JtaTransaction[] current = new JtaTransaction[1];
        boolean[] timedOut = new boolean[1];
        int[] late = random.ints(ROUNDS, 0, LONGEST_SPIN).toArray();
        int timeouts = 0;
        try (Transactions transactions = open()) {
            Thread striker = Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; round < ROUNDS; round++) {
                        together.await();
                        spin(late[round]);
                        timedOut[0] = current[0].timeOut();
                        together.await();
                    }
                } catch (Exception e) {
                    failures.add(e);
                    together.reset();
                }
            });
            for (int round = 0; round < ROUNDS; round++) {
                transactions.begin();
                transactions.getTransaction().enlistResource(a.named());
                transactions.getTransaction().enlistResource(b.named());
                current[0] = (JtaTransaction) transactions.getTransaction();
                boolean committed = true;
                together.await();
                spin(random.nextInt(LONGEST_SPIN));
                try {
                    transactions.commit();
                } catch (RollbackException e) {
                    committed = false;
                }
                together.await();
                String what = "seed=" + seed + " round=" + round;
                timeouts += timedOut[0] ? 1 : 0;
                assertEquals(committed, !timedOut[0], what);
                assertEquals(round + 1 - timeouts, a.committed.size(), what);
                assertEquals(round + 1 - timeouts, b.committed.size(), what);
                assertEquals(timeouts, a.rolledBack.size(), what);
                assertEquals(timeouts, b.rolledBack.size(), what);
                assertTrue(a.isEmpty() && b.isEmpty(), what);
            }
            striker.join();
        }
        assertEquals(List.of(), List.copyOf(failures), "seed=" + seed);
        assertEquals(List.of(), List.copyOf(errors), "seed=" + seed);
    }

    /** Returns a resource with something that happens before one of its calls, outside of its lock. */
    private static XAResource before(String call, SimulatedResource resource, Runnable action) {
        XAResource slow = (XAResource) Proxy.newProxyInstance(
                TimeoutsTest.class.getClassLoader(), new Class<?>[] {XAResource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(call)) {
                        action.run();
                    }
                    try {
                        return method.invoke(resource, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return NamedResource.of(resource.name(), slow);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTimeoutThatComesDuringPrepareIsTooLate() throws Exception {
        AtomicBoolean timedOut = new AtomicBoolean();
        try (Transactions transactions = open()) {
            transactions.begin();
            JtaTransaction current = (JtaTransaction) transactions.getTransaction();
            current.enlistResource(before("prepare", a, () -> {
                Thread striker = Thread.ofPlatform().start(() -> timedOut.set(current.timeOut()));
                Uninterruptibly.join(striker);
            }));
            current.enlistResource(b.named());
            transactions.commit();
        }
        assertFalse(timedOut.get());
        assertEquals(List.of(1, 1), List.of(a.committed.size(), b.committed.size()));
        assertEquals(List.of(0, 0), List.of(a.rolledBack.size(), b.rolledBack.size()));
        assertTrue(a.isEmpty() && b.isEmpty() && errors.isEmpty(), errors::toString);
    }

    @Test
    void aTimeoutThatComesTooLateLeavesNoTrace() throws Exception {
        AtomicBoolean prepared = new AtomicBoolean();
        Queue<Exception> answers = new ConcurrentLinkedQueue<>();
        try (Transactions transactions = open()) {
            transactions.begin();
            JtaTransaction current = (JtaTransaction) transactions.getTransaction();
            Thread striker = Thread.ofPlatform().unstarted(() -> {
                while (!prepared.get()) {
                    current.timeOut();
                }
            });
            current.enlistResource(before("prepare", a, () -> {
                striker.start();
                for (int round = 0; round < LATE_LOOKS; round++) {
                    answers.add(assertThrows(Exception.class, () -> current.enlistResource(b)));
                }
                prepared.set(true);
                Uninterruptibly.join(striker);
            }));
            current.enlistResource(b.named());
            transactions.commit();
        }
        for (Exception answer : answers) { // and not that it has timed out, which it has not
            assertEquals(IllegalStateException.class, answer.getClass(), answer.toString());
        }
        assertEquals(List.of(1, 1), List.of(a.committed.size(), b.committed.size()));
    }

    @Test
    void aCommitThatComesWhileATimeoutRollsBackIsTooLate() throws Exception {
        CountDownLatch rollingBack = new CountDownLatch(1);
        CountDownLatch commitEnded = new CountDownLatch(1);
        AtomicBoolean timedOut = new AtomicBoolean();
        try (Transactions transactions = open()) {
            transactions.begin();
            JtaTransaction current = (JtaTransaction) transactions.getTransaction();
            current.enlistResource(before("rollback", a, () -> {
                rollingBack.countDown();
                TimeoutsTest.await(commitEnded);
            }));
            current.enlistResource(b.named());
            Thread striker = Thread.ofPlatform().unstarted(() -> timedOut.set(current.timeOut()));
            current.registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() { // the commit has begun, and no thread owns the end yet
                    striker.start();
                    TimeoutsTest.await(rollingBack);
                }

                @Override
                public void afterCompletion(int status) {}
            });
            try {
                RollbackException late = assertThrows(RollbackException.class, transactions::commit);
                assertTrue(late.getMessage().contains("exceeded its timeout"), late.getMessage());
            } finally {
                commitEnded.countDown();
                Uninterruptibly.join(striker);
            }
        }
        assertTrue(timedOut.get());
        assertEquals(List.of(0, 0), List.of(a.committed.size(), b.committed.size()));
        assertEquals(List.of(1, 1), List.of(a.rolledBack.size(), b.rolledBack.size()));
        assertTrue(a.isEmpty() && b.isEmpty() && errors.isEmpty(), errors::toString);
    }

    /** A driver that answers to nothing until it is released, not to an interrupt either. */
    private static final class Wedged {
        final CountDownLatch released = new CountDownLatch(1);
        final AtomicBoolean interrupted = new AtomicBoolean();

        XAResource around(XAResource resource) {
            return (XAResource) Proxy.newProxyInstance(
                    Wedged.class.getClassLoader(), new Class<?>[] {XAResource.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("rollback")) {
                            hang();
                        }
                        try {
                            return method.invoke(resource, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private void hang() {
            while (released.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
                if (Thread.interrupted()) {
                    interrupted.set(true);
                }
            }
        }
    }

    @Test
    void aResourceThatDoesNotAnswerIsInterruptedWrittenOffAndReportedWithItsStack() throws Exception {
        Wedged wedged = new Wedged();
        try (Transactions transactions = open()) {
            transactions.setTransactionTimeout(3); // longer than a machine pauses before all is enlisted
            transactions.begin();
            transactions.getTransaction().enlistResource(NamedResource.of("a", wedged.around(a)));
            JtaTransaction stuck = (JtaTransaction) transactions.suspend();
            Await.until(
                    "the resource is interrupted and reported",
                    () -> !errors.isEmpty() && wedged.interrupted.get(),
                    () -> "errors=" + errors + " interrupted=" + wedged.interrupted);
            Throwable error = errors.peek();
            assertTrue(error.getMessage().contains("does not answer to rollback"), error.getMessage());
            assertTrue(
                    Arrays.stream(error.getStackTrace())
                            .anyMatch(frame -> frame.getMethodName().equals("hang")),
                    () -> Arrays.toString(error.getStackTrace()));
            transactions.begin(); // and others time out as before
            transactions.getTransaction().enlistResource(b.named());
            JtaTransaction next = (JtaTransaction) transactions.suspend();
            Await.until("the next transaction times out", () -> next.isCompleted());
            assertEquals(1, b.rolledBack.size());
            wedged.released.countDown();
            Await.until("the first transaction is rolled back", () -> stuck.isCompleted());
            assertEquals(1, a.rolledBack.size());
        } finally {
            wedged.released.countDown();
        }
    }
}
