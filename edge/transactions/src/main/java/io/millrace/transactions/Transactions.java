package io.millrace.transactions;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A transaction manager for resources that speak XA, with the interfaces of Jakarta Transactions 2.0: threads have a
 * transaction each, resources are enlisted in it, and its end is the same everywhere.
 *
 * <p>The protocol is two-phase commit with presumed abort: a transaction of several resources costs one forced record
 * in the {@link DecisionStore}, one of a single resource none. Recovery, which starts by itself, ends what a crash has
 * left unfinished.
 *
 * <p>Any thread, platform or virtual, may call any method. A transaction belongs to a thread from {@link #begin} or
 * {@link #resume} to its end or {@link #suspend}, and may go from thread to thread in this way.
 */
public final class Transactions
        implements TransactionManager, UserTransaction, TransactionSynchronizationRegistry, AutoCloseable {

    private static final long ENDING_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RECOVERY_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final TransactionOptions options;
    private final DecisionStore store;
    private final Recovery recovery;
    private final Timeouts timeouts;
    private final ErrorReports errors;
    private final ThreadLocal<Context> contexts = ThreadLocal.withInitial(Context::new);
    private final AtomicLong sequence = new AtomicLong();
    private final LongAdder committed = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final PhaseTimes times = new PhaseTimes();
    private final LongAdder refused = new LongAdder();
    private final LogName logName;
    private volatile boolean closed;

    /** What belongs to a thread. */
    private static final class Context {
        JtaTransaction current;
        int timeoutSeconds;
    }

    private Transactions(TransactionOptions options, DecisionStore store, Collection<RecoverableResource> resources) {
        this.options = options;
        this.store = store;
        this.logName = new LogName(options.node(), store.logId());
        this.errors = new ErrorReports(options.errorHandler());
        this.recovery = new Recovery(this, resources);
        this.timeouts = new Timeouts(options.node().toString(), errors);
    }

    /**
     * Starts a manager, and recovery of what an earlier start has left unfinished.
     *
     * @param store where decisions are recorded; the manager closes it, also where it does not open
     * @param resources those that recovery asks; it connects to them in the background, at once and then periodically
     * @throws IllegalArgumentException if two resources have the same name, or one has none
     */
    public static Transactions open(
            TransactionOptions options, DecisionStore store, Collection<RecoverableResource> resources) {
        Objects.requireNonNull(options, "options");
        Transactions transactions = null;
        try {
            transactions = new Transactions(options, store, resources);
            transactions.timeouts.start();
            transactions.recovery.start();
            return transactions;
        } catch (RuntimeException | Error e) {
            if (transactions == null) {
                store.close();
            } else {
                transactions.close();
            }
            throw e;
        }
    }

    /** Returns the handler of errors that have no caller; it never throws. */
    ErrorReports errors() {
        return errors;
    }

    TransactionOptions options() {
        return options;
    }

    DecisionStore store() {
        return store;
    }

    /** Returns what the branches of this manager are known by. */
    LogName logName() {
        return logName;
    }

    Recovery recovery() {
        return recovery;
    }

    PhaseTimes times() {
        return times;
    }

    void timedOut(GlobalId transaction) {
        timedOut.increment();
        FlightEvents.timeout(transaction);
    }

    void ended(int status) {
        switch (status) {
            case Status.STATUS_COMMITTED -> committed.increment();
            case Status.STATUS_ROLLEDBACK -> rolledBack.increment();
            default -> unknown.increment();
        }
    }

    /** Keeps an outcome; returns false, and reports the error, if the store cannot. */
    boolean keep(HeuristicOutcome outcome) {
        try {
            FlightEvents.heuristic(outcome);
            errors.accept(new TransactionLogException("transaction did not end as decided transaction="
                    + outcome.transaction() + " outcome=" + outcome.outcome() + " " + outcome.detail()));
            store.keep(outcome);
            return true;
        } catch (Throwable e) {
            errors.accept(e);
            return false;
        }
    }

    /**
     * Keeps what a branch did against the decision, with what is kept of the transaction's other branches; false, and
     * reported, if the store cannot.
     */
    boolean keep(GlobalId transaction, BranchOutcome branch) {
        try {
            HeuristicOutcome kept = kept(transaction);
            return keep(
                    kept == null
                            ? new HeuristicOutcome(transaction, branch.outcome(), List.of(branch))
                            : kept.with(branch));
        } catch (Throwable e) {
            errors.accept(e);
            return false;
        }
    }

    /** Returns the outcome that is kept of a transaction, or null. */
    HeuristicOutcome kept(GlobalId transaction) {
        for (HeuristicOutcome kept : store.kept()) {
            if (kept.transaction().equals(transaction)) {
                return kept;
            }
        }
        return null;
    }

    @Override
    public void begin() throws NotSupportedException, SystemException {
        checkOpen();
        Context context = contexts.get();
        if (find(context) != null) {
            throw new NotSupportedException("thread already has a transaction " + context.current);
        }
        long timeoutNs = context.timeoutSeconds > 0
                ? TimeUnit.SECONDS.toNanos(context.timeoutSeconds)
                : options.timeout().toNanos();
        GlobalId id = new GlobalId(store.incarnation(), sequence.incrementAndGet());
        if (closed) { // a stop beside this has counted the transaction, or sees that it was refused
            refused.increment();
            checkOpen();
        }
        JtaTransaction transaction = new JtaTransaction(this, id, System.nanoTime(), timeoutNs);
        timeouts.add(transaction);
        context.current = transaction;
    }

    private void checkOpen() throws SystemException {
        if (closed) {
            throw new SystemException("transaction manager is closed node=" + options.node());
        }
    }

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        Context context = contexts.get();
        JtaTransaction transaction = current(context);
        try {
            transaction.commit();
        } finally {
            find(context); // what has ended leaves the thread, what was refused stays
        }
    }

    @Override
    public void rollback() {
        Context context = contexts.get();
        JtaTransaction transaction = current(context);
        try {
            transaction.rollback();
        } finally {
            find(context);
        }
    }

    @Override
    public void setRollbackOnly() {
        current(contexts.get()).setRollbackOnly();
    }

    /**
     * Returns the transaction of a thread, or null. One that has ended does not belong to it any more, whichever method
     * and thread has ended it; one that a timeout has ended still does, until its owner has learned of that.
     */
    private static JtaTransaction find(Context context) {
        JtaTransaction transaction = context.current;
        if (transaction != null && transaction.isReleased()) {
            context.current = null;
            return null;
        }
        return transaction;
    }

    private static JtaTransaction current(Context context) {
        JtaTransaction transaction = find(context);
        if (transaction == null) {
            throw new IllegalStateException(
                    "thread has no transaction thread=" + Thread.currentThread().getName());
        }
        return transaction;
    }

    @Override
    public int getStatus() {
        JtaTransaction transaction = find(contexts.get());
        return transaction == null ? Status.STATUS_NO_TRANSACTION : transaction.getStatus();
    }

    @Override
    public Transaction getTransaction() {
        return find(contexts.get());
    }

    /** Sets how long the transactions may take that this thread begins from now on; zero means the default. */
    @Override
    public void setTransactionTimeout(int seconds) throws SystemException {
        if (seconds < 0) {
            throw new SystemException("timeout must not be negative seconds=" + seconds);
        }
        contexts.get().timeoutSeconds = seconds;
    }

    /** Dissociates the transaction from this thread; its resources are not suspended. */
    @Override
    public Transaction suspend() {
        Context context = contexts.get();
        JtaTransaction transaction = find(context);
        context.current = null;
        return transaction;
    }

    @Override
    public void resume(Transaction transaction) throws InvalidTransactionException {
        Context context = contexts.get();
        if (find(context) != null) {
            throw new IllegalStateException("thread already has a transaction " + context.current);
        }
        if (!(transaction instanceof JtaTransaction resumed) || !resumed.isResumable(this)) {
            throw new InvalidTransactionException("cannot resume transaction=" + transaction);
        }
        context.current = resumed;
    }

    @Override
    public Object getTransactionKey() {
        JtaTransaction transaction = find(contexts.get());
        return transaction == null ? null : transaction.id();
    }

    @Override
    public void putResource(Object key, Object value) {
        Objects.requireNonNull(key, "key");
        current(contexts.get()).attach(key, value);
    }

    @Override
    public Object getResource(Object key) {
        Objects.requireNonNull(key, "key");
        return current(contexts.get()).attached(key);
    }

    @Override
    public void registerInterposedSynchronization(Synchronization synchronization) {
        Objects.requireNonNull(synchronization, "synchronization");
        current(contexts.get()).registerInterposed(synchronization);
    }

    @Override
    public int getTransactionStatus() {
        return getStatus();
    }

    @Override
    public boolean getRollbackOnly() {
        int status = current(contexts.get()).getStatus();
        return status == Status.STATUS_MARKED_ROLLBACK
                || status == Status.STATUS_ROLLING_BACK
                || status == Status.STATUS_ROLLEDBACK;
    }

    /** Makes one pass of recovery now, in this thread, and returns what it has done. */
    public RecoveryReport recover() {
        return recovery.once();
    }

    /** Returns the decisions that some branch has still to carry out. */
    public Collection<Decision> pending() {
        return store.pending();
    }

    /** Returns the outcomes that an operator has to look at. */
    public Collection<HeuristicOutcome> heuristicOutcomes() {
        return store.kept();
    }

    /**
     * Forgets an outcome that an operator has looked at, and lets the resources that can be reached forget it too.
     * Where none is kept, forgets a decision that no resource is left to carry out: a branch of it that turns up
     * prepared is rolled back.
     *
     * @throws TransactionLogException if a resource that may remember its branch could not be told to forget it; the
     *     outcome is then kept, since it is what keeps recovery from rolling that branch back
     */
    public void forget(GlobalId transaction) {
        HeuristicOutcome outcome = kept(transaction);
        if (outcome != null) {
            recovery.forgetBranches(outcome);
            store.forgetOutcome(transaction);
        } else {
            store.forget(transaction);
        }
    }

    /** Returns what has been done since the manager was opened, and how long it took. */
    public TransactionStatistics statistics() {
        return new TransactionStatistics(
                committed.sum(),
                rolledBack.sum(),
                unknown.sum(),
                timedOut.sum(),
                Arrays.stream(Phase.values()).map(times::of).toList());
    }

    /** Returns how many transactions have committed. */
    public long committedCount() {
        return committed.sum();
    }

    /** Returns how many transactions have rolled back. */
    public long rolledBackCount() {
        return rolledBack.sum();
    }

    /** Returns how many transactions have ended with an unknown or a mixed outcome. */
    public long unknownCount() {
        return unknown.sum();
    }

    /**
     * Refuses new transactions, waits for the end of those that have begun, recovers until nothing is in doubt, and
     * returns what is left. {@link #close} still has to be called. An interrupt ends the waiting.
     *
     * @param patience how long to wait; with nothing, what can be ended at once is ended
     */
    public StopReport stop(Duration patience) {
        closed = true;
        long deadlineNs = System.nanoTime() + patience.toNanos();
        while (active() > 0 && isWaiting(deadlineNs)) {
            LockSupport.parkNanos(this, ENDING_PAUSE_NS);
        }
        RecoveryReport last = recovery.once();
        if (last.waiting() > 0) {
            last = recovery.once(); // a branch that is seen twice has no owner
        }
        while (!last.isDone() && isWaiting(deadlineNs)) {
            LockSupport.parkNanos(this, Math.min(RECOVERY_PAUSE_NS, Math.max(1, deadlineNs - System.nanoTime())));
            last = recovery.once();
        }
        return recovery.left(last);
    }

    private static boolean isWaiting(long deadlineNs) {
        return System.nanoTime() - deadlineNs < 0 && !Thread.currentThread().isInterrupted();
    }

    /** Returns how many transactions have begun and not ended. */
    long active() {
        long ended = committed.sum()
                + rolledBack.sum()
                + unknown.sum()
                + refused.sum(); // before what has begun, so never too few
        return sequence.get() - ended;
    }

    /** Stops without waiting; the next start ends what is left. */
    @Override
    public void close() {
        closed = true;
        timeouts.stop();
        recovery.stop();
        store.close();
    }
}
