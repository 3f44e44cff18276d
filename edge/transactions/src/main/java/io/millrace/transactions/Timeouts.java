package io.millrace.transactions;

import io.millrace.concurrent.Uninterruptibly;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends transactions that exceed their timeout, on the monotonic clock.
 *
 * <p>A transaction that begins is pushed on one of several stacks, which costs one compare-and-set. Once per tick the
 * thread of this class takes the stacks over, drops what has ended, and sorts the rest into a wheel of ticks. So a
 * short transaction costs its push and nothing else, and nothing is ever searched or kept in order.
 *
 * <p>What is rolled back is rolled back in a thread of its own. If a resource does not answer there, that thread is
 * interrupted, and after the same time again it is written off and reported with its stack.
 */
final class Timeouts {

    static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int BUCKETS = 1024;
    private static final int STACKS = 16;

    /** Slots between two stacks, so that they are not in one cache line. */
    private static final int SPACING = 32;

    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final VarHandle STACK = MethodHandles.arrayElementVarHandle(JtaTransaction[].class);

    private final JtaTransaction[] stacks = new JtaTransaction[(STACKS + 1) * SPACING];
    private final List<List<JtaTransaction>> wheel = new ArrayList<>(BUCKETS);
    private final List<Ending> endings = new ArrayList<>();
    private final ErrorReports errorHandler;
    private final long startNs = System.nanoTime();
    private final Thread thread;
    private long tick;
    private volatile boolean stopped;

    /** A rollback that runs. */
    private static final class Ending {
        final JtaTransaction transaction;
        final Thread thread;
        long sinceNs = System.nanoTime();
        boolean interrupted;

        Ending(JtaTransaction transaction, Thread thread) {
            this.transaction = transaction;
            this.thread = thread;
        }
    }

    Timeouts(String name, ErrorReports errorHandler) {
        this.errorHandler = errorHandler;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            wheel.add(new ArrayList<>());
        }
        this.thread =
                Thread.ofPlatform().daemon().name("millrace-timeouts-" + name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Watches a transaction from now on. */
    void add(JtaTransaction transaction) {
        int stack = (1 + ((int) Thread.currentThread().threadId() & (STACKS - 1))) * SPACING;
        JtaTransaction top;
        do {
            top = (JtaTransaction) STACK.getAcquire(stacks, stack);
            transaction.next = top;
        } while (!STACK.weakCompareAndSetRelease(stacks, stack, top, transaction));
    }

    private void run() {
        while (!stopped) {
            LockSupport.parkNanos(this, TICK_NS);
            try {
                long now = (System.nanoTime() - startNs) / TICK_NS;
                sortIn(now);
                for (; tick <= now; tick++) {
                    turn(wheel.get((int) (tick % BUCKETS)));
                }
                lookAtEndings();
            } catch (Throwable e) {
                errorHandler.accept(e);
            }
        }
    }

    private void sortIn(long now) {
        for (int stack = 1; stack <= STACKS; stack++) {
            JtaTransaction at = (JtaTransaction) STACK.getAndSetAcquire(stacks, stack * SPACING, null);
            while (at != null) {
                JtaTransaction following = at.next;
                at.next = null;
                try {
                    if (!at.isCompleted()) {
                        long due = (at.deadlineNs - startNs) / TICK_NS + 1;
                        wheel.get((int) (Math.max(due, now) % BUCKETS)).add(at);
                    }
                } catch (Throwable e) { // no memory: a later tick handles each of them
                    add(at);
                    addAll(following);
                    throw e;
                }
                at = following;
            }
        }
    }

    private void addAll(JtaTransaction first) {
        for (JtaTransaction at = first; at != null; ) {
            JtaTransaction following = at.next;
            add(at);
            at = following;
        }
    }

    private void turn(List<JtaTransaction> bucket) {
        long nowNs = System.nanoTime();
        for (Iterator<JtaTransaction> each = bucket.iterator(); each.hasNext(); ) {
            JtaTransaction transaction = each.next();
            if (transaction.isCompleted()) {
                each.remove();
            } else if (transaction.deadlineNs - nowNs <= 0) {
                each.remove();
                end(transaction);
            }
        }
    }

    private void end(JtaTransaction transaction) {
        try {
            Thread ending = Thread.ofPlatform()
                    .daemon()
                    .name("millrace-timeout-" + transaction.id())
                    .start(() -> {
                        try {
                            transaction.timeOut();
                        } catch (Throwable e) {
                            errorHandler.accept(e);
                        }
                    });
            endings.add(new Ending(transaction, ending));
        } catch (Throwable e) {
            add(transaction); // no thread could be started: the next tick tries again
            errorHandler.accept(e);
        }
    }

    private void lookAtEndings() {
        long nowNs = System.nanoTime();
        for (Iterator<Ending> each = endings.iterator(); each.hasNext(); ) {
            Ending ending = each.next();
            if (!ending.thread.isAlive()) {
                each.remove();
            } else if (nowNs - ending.sinceNs > PATIENCE_NS) {
                if (ending.interrupted) {
                    each.remove();
                    errorHandler.accept(writtenOff(ending));
                } else {
                    ending.interrupted = true;
                    ending.sinceNs = nowNs;
                    ending.thread.interrupt();
                }
            }
        }
    }

    private static TransactionLogException writtenOff(Ending ending) {
        TransactionLogException error = new TransactionLogException(
                "resource does not answer to rollback, even after an interrupt; recovery will retry "
                        + ending.transaction);
        error.setStackTrace(ending.thread.getStackTrace());
        FlightEvents.writtenOff(ending.transaction.id(), error.getStackTrace());
        return error;
    }

    /** Ends the thread; what has not timed out by now never does. */
    void stop() {
        stopped = true;
        Uninterruptibly.join(thread);
    }
}
