package io.millrace.transactions;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * One transaction. One thread at a time uses it, not always the same; its timeout may expire in another thread at any
 * moment.
 *
 * <p>{@code state} is the status, and has one owner at a time. While it is active, the thread that changes it by
 * compare-and-set ends the transaction: a commit sets preparing, a timeout or a rollback sets rolling back. So a commit
 * either has the whole transaction or none of it, and a timeout that expires too late has no effect. A branch that is
 * enlisted at the moment of the timeout is seen by at least one of the two threads, since each first writes and then
 * reads; {@link Branch#takeEnd} says which of them ends it.
 *
 * <p>Foreign code runs in between: resources, and synchronizations before and after the end. It may call this
 * transaction again, from its thread or another one. The monitor keeps what is enlisted and registered apart from the
 * step that takes the transaction to its end; {@code enlisting} and {@code completing} refuse, with {@link
 * IllegalStateException}, what such a call must not do. A timeout never waits for the monitor, since the thread that
 * has it may wait for a resource.
 */
final class JtaTransaction implements Transaction {

    private static final VarHandle STATE;
    private static final Branch[] NONE = {};

    /** Added to the status by a timeout that ends the transaction, and never removed. */
    private static final int TIMED_OUT = 1 << 8;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(JtaTransaction.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Transactions transactions;
    private final GlobalId id;
    final long deadlineNs;
    private final long beginNs;
    private final TransactionEvent event = FlightEvents.transaction();

    /** The next transaction in the stack of new ones; belongs to {@link Timeouts}. */
    JtaTransaction next;

    private volatile int state = Status.STATUS_ACTIVE;
    private volatile Branch[] branches = NONE;
    private volatile Synchronizations synchronizations;

    /** Whether the thread in the monitor is inside a call of a resource. */
    private boolean enlisting;

    /** Whether a commit has begun and tells the synchronizations before it. */
    private boolean completing;

    /** Whether no thread belongs to the transaction any more: it has ended, and its owner knows. */
    private volatile boolean released;

    private Map<Object, Object> attachments;
    private Throwable rollbackCause;

    JtaTransaction(Transactions transactions, GlobalId id, long beginNs, long timeoutNs) {
        this.transactions = transactions;
        this.id = id;
        this.beginNs = beginNs;
        this.deadlineNs = beginNs + timeoutNs;
    }

    GlobalId id() {
        return id;
    }

    @Override
    public int getStatus() {
        return state & ~TIMED_OUT;
    }

    private boolean isTimedOut() {
        return (state & TIMED_OUT) != 0;
    }

    boolean isCompleted() {
        int now = getStatus();
        return now == Status.STATUS_COMMITTED || now == Status.STATUS_ROLLEDBACK || now == Status.STATUS_UNKNOWN;
    }

    /** Returns the branches so far; the array is never written again. */
    Branch[] branches() {
        return branches;
    }

    /** Returns whether a thread that has the transaction may begin another one. */
    boolean isReleased() {
        return released;
    }

    /** Returns whether a thread may take the transaction over: it has not ended, or its owner does not know yet. */
    boolean isResumable(Transactions by) {
        return by == transactions && !(isCompleted() && (released || isTimedOut()));
    }

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        if (!takeToCommit()) {
            throw rolledBackInstead();
        }
        try {
            Branch[] all = branches;
            if (!endWork(XAResource.TMSUCCESS)) {
                RollbackException exception = refused("a resource did not end its work", all);
                enter(Status.STATUS_ROLLING_BACK);
                rollbackAll();
                throw exception;
            }
            new CommitProtocol(transactions, this, all).run();
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    /**
     * Calls the synchronizations and begins the commit, before any resource is told, so that a timeout does not roll
     * back branches that are ending their work. Returns false if the transaction must roll back instead.
     */
    private boolean takeToCommit() {
        synchronized (this) {
            checkMayEnd("committed");
            if (synchronizations == null || getStatus() != Status.STATUS_ACTIVE) {
                return STATE.compareAndSet(this, Status.STATUS_ACTIVE, Status.STATUS_PREPARING);
            }
            completing = true;
        }
        while (true) {
            Synchronizations told = synchronizations; // null once a timeout has ended the transaction
            boolean all = told == null || tellBefore(told);
            synchronized (this) {
                if (!all || told == null || told.areToldBefore() || getStatus() != Status.STATUS_ACTIVE) {
                    return STATE.compareAndSet(this, Status.STATUS_ACTIVE, Status.STATUS_PREPARING);
                }
            }
        }
    }

    /**
     * Calls all synchronizations registered by now; returns false if one has failed, and the transaction rolls back.
     */
    private boolean tellBefore(Synchronizations told) {
        try {
            told.beforeCompletion();
            return true;
        } catch (Throwable e) {
            markRollback(e);
            return false;
        }
    }

    /** Ends a transaction whose commit has failed outside its resources, and returns the exception for the caller. */
    private SystemException failed(Throwable error) throws RollbackException {
        switch (getStatus()) {
            case Status.STATUS_PREPARING, Status.STATUS_ROLLING_BACK -> {
                enter(Status.STATUS_ROLLING_BACK);
                rollbackAll();
                throw rolledBack("its commit failed", error);
            }
            case Status.STATUS_PREPARED, Status.STATUS_COMMITTING -> {
                transactions.recovery().branchWasLeft();
                finish(Status.STATUS_UNKNOWN);
            }
            default -> {}
        }
        SystemException exception = new SystemException("commit failed; recovery will complete the"
                + " transaction transaction=" + id + " status=" + StatusText.of(getStatus()));
        exception.initCause(error);
        return exception;
    }

    private boolean endWork(int flags) {
        boolean whole = true;
        for (Branch branch : branches) {
            whole &= branch.endWork(flags);
        }
        return whole;
    }

    /** Rolls back a transaction that cannot commit, and returns the exception with the reason. */
    private RollbackException rolledBackInstead() {
        if (takeTowards(Status.STATUS_ROLLING_BACK)) {
            rollbackAll();
        } else if (isTimedOut()) {
            released = true; // now its owner knows
        }
        return rolledBack(isTimedOut() ? "it exceeded its timeout" : "it was marked for rollback", rollbackCause);
    }

    /** Returns an exception that names the resources that refused; created before the rollback, which may fail too. */
    RollbackException refused(String why, Branch[] all) {
        XAException cause = null;
        StringBuilder reasons = new StringBuilder(why);
        for (Branch branch : all) {
            if (branch.failure() != null) {
                reasons.append("; ").append(branch.describe());
                cause = cause == null ? branch.failure() : cause;
            }
        }
        return rolledBack(reasons.toString(), cause);
    }

    RollbackException rolledBack(String why, Throwable cause) {
        RollbackException exception =
                new RollbackException("transaction was rolled back; " + why + " transaction=" + id);
        if (cause != null) {
            exception.initCause(cause);
        }
        return exception;
    }

    @Override
    public void rollback() {
        synchronized (this) {
            if (!isTimedOut()) {
                checkMayEnd("rolled back");
            }
            if (!takeTowards(Status.STATUS_ROLLING_BACK)) {
                released |= isTimedOut(); // now its owner knows
                return;
            }
        }
        rollbackAll();
    }

    /** Rolls back, in the thread of the timeouts; returns false if another thread has ended it before. */
    boolean timeOut() {
        if (!takeTowards(Status.STATUS_ROLLING_BACK | TIMED_OUT)) {
            return false;
        }
        transactions.timedOut(id);
        rollbackAll();
        return true;
    }

    private boolean takeTowards(int ending) {
        return STATE.compareAndSet(this, Status.STATUS_ACTIVE, ending)
                || STATE.compareAndSet(this, Status.STATUS_MARKED_ROLLBACK, ending);
    }

    /** Ends the transaction as rolled back, in the thread that has set that status. */
    private void rollbackAll() {
        PhaseTimer timer = PhaseTimer.start(transactions, id, Phase.ROLLBACK);
        for (Branch branch : branches) {
            rollback(branch, XAResource.TMFAIL);
        }
        timer.end();
        finish(Status.STATUS_ROLLEDBACK);
    }

    /** Rolls one branch back, if no other thread does, and keeps an answer for the operator. */
    void rollback(Branch branch, int flags) {
        if (!branch.takeEnd()) {
            return;
        }
        branch.endWork(flags);
        switch (branch.rollback()) {
            case ROLLED_BACK -> branch.forgetIfHeuristic();
            case RETRY, REFUSED -> transactions.recovery().branchWasLeft();
            case COMMITTED, MIXED, HAZARD -> transactions.keep(id, branch.outcome());
        }
    }

    /** Refuses to end the transaction from inside a call that it makes, or beside a commit that has begun. */
    private void checkMayEnd(String what) {
        checkNotEnlisting(what);
        int now = getStatus();
        if (completing && (now == Status.STATUS_ACTIVE || now == Status.STATUS_MARKED_ROLLBACK)) {
            throw new IllegalStateException("transaction cannot be " + what + " now; its commit has begun, and"
                    + " it can only be marked for rollback transaction=" + id + " status=" + StatusText.of(now));
        }
        checkNotEnded(what);
    }

    private void checkNotEnlisting(String what) {
        if (enlisting) {
            throw new IllegalStateException("transaction cannot be " + what + " while a resource is being"
                    + " enlisted or delisted transaction=" + id + " status=" + StatusText.of(getStatus()));
        }
    }

    private void checkNotEnded(String what) {
        int now = getStatus();
        if (now != Status.STATUS_ACTIVE && now != Status.STATUS_MARKED_ROLLBACK && !isTimedOut()) {
            throw new IllegalStateException(
                    "transaction cannot be " + what + " now transaction=" + id + " status=" + StatusText.of(now));
        }
    }

    /** Sets a status that only the thread that ends the transaction sets. */
    void enter(int ending) {
        state = ending | (state & TIMED_OUT);
    }

    /** Ends the transaction and calls the synchronizations. */
    void finish(int ended) {
        enter(ended);
        Synchronizations told = synchronizations;
        if (told != null) {
            told.afterCompletion(ended, transactions.errors());
        }
        transactions.ended(ended);
        transactions.times().record(Phase.TRANSACTION, System.nanoTime() - beginNs);
        if (event != null) {
            event.ended(id, ended, branches.length);
        }
        branches = NONE;
        synchronizations = null;
        attachments = null;
        if (!isTimedOut()) {
            released = true;
        }
    }

    @Override
    public void setRollbackOnly() {
        if (!STATE.compareAndSet(this, Status.STATUS_ACTIVE, Status.STATUS_MARKED_ROLLBACK)) {
            checkNotEnded("marked for rollback");
        }
    }

    private void markRollback(Throwable cause) {
        rollbackCause = cause;
        STATE.compareAndSet(this, Status.STATUS_ACTIVE, Status.STATUS_MARKED_ROLLBACK);
    }

    @Override
    public boolean enlistResource(XAResource resource) throws RollbackException, SystemException {
        Objects.requireNonNull(resource, "resource");
        synchronized (this) {
            checkNotEnlisting("changed");
            checkActive();
            enlisting = true;
            try {
                enlist(resource);
                return true;
            } catch (XAException e) {
                throw failedToChange("start to work for the transaction", resource, e);
            } finally {
                enlisting = false;
            }
        }
    }

    private SystemException failedToChange(String what, XAResource resource, XAException error) {
        markRollback(error);
        SystemException exception = new SystemException("resource did not " + what + " transaction=" + id
                + " resource=" + NamedResource.describe(resource) + " errorCode="
                + BranchOutcome.errorName(error.errorCode));
        exception.initCause(error);
        return exception;
    }

    private void enlist(XAResource resource) throws XAException, RollbackException {
        Branch known = branchOf(resource);
        if (known != null) {
            known.startAgain();
            return;
        }
        XAResource shared = transactions.options().joining() == TransactionOptions.Joining.SAME_RESOURCE_MANAGER
                ? sharedWith(resource)
                : null;
        if (shared != null) {
            ResourceCalls.start(resource, branchOf(shared).xid, XAResource.TMJOIN);
            return;
        }
        enlistNew(resource);
    }

    private void enlistNew(XAResource resource) throws XAException, RollbackException {
        int number = branches.length;
        if (number == Decision.MAX_BRANCHES) {
            throw new IllegalStateException("too many branches in a transaction limit=" + number);
        }
        CommitMarkableConnection marked = NamedResource.marked(resource);
        if (marked != null) {
            checkMarked(marked);
        }
        BranchXid xid = new BranchXid(transactions.logName(), id, number);
        Branch branch = new Branch(resource, xid, transactions.errors());
        try {
            branch.start(XAResource.TMNOFLAGS);
        } catch (DriverFaultException e) {
            markRollback(e);
            add(branch);
            throw e;
        }
        add(branch);
    }

    /** Adds a branch; if the timeout has missed it, rolls it back here. */
    private void add(Branch branch) throws RollbackException {
        Branch[] more = Arrays.copyOf(branches, branches.length + 1);
        more[branches.length] = branch;
        branches = more;
        if (isTimedOut()) {
            rollback(branch, XAResource.TMFAIL);
            throw rolledBack("it exceeded its timeout", null);
        }
    }

    private void checkMarked(CommitMarkableConnection marked) {
        if (!transactions.recovery().reads(marked.database)) {
            throw new IllegalStateException("the manager was opened without this database, so recovery"
                    + " would not read its table resource=" + marked.database.name());
        }
        for (Branch branch : branches) {
            CommitMarkableConnection other = NamedResource.marked(branch.resource);
            if (other != null) {
                throw new IllegalStateException("a transaction has at most one database without XA transaction=" + id
                        + " resource=" + marked.database.name() + " enlisted=" + other.database.name());
            }
        }
    }

    private XAResource sharedWith(XAResource resource) throws XAException {
        for (Branch branch : branches) {
            if (branch.isActive() && ResourceCalls.isSameRM(branch.resource, resource)) {
                return branch.resource;
            }
        }
        return null;
    }

    private Branch branchOf(XAResource resource) {
        for (Branch branch : branches) {
            if (NamedResource.isSame(branch.resource, resource)) {
                return branch;
            }
        }
        return null;
    }

    private void checkActive() throws RollbackException {
        int now = getStatus();
        if (now == Status.STATUS_MARKED_ROLLBACK || isTimedOut()) {
            throw rolledBack("it accepts no more work", rollbackCause);
        }
        if (now != Status.STATUS_ACTIVE) {
            throw new IllegalStateException(
                    "transaction accepts no more work now transaction=" + id + " status=" + StatusText.of(now));
        }
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) throws SystemException {
        Objects.requireNonNull(resource, "resource");
        if (flag != XAResource.TMSUCCESS && flag != XAResource.TMFAIL && flag != XAResource.TMSUSPEND) {
            throw new IllegalArgumentException(
                    "a resource is delisted with TMSUCCESS, TMFAIL or TMSUSPEND flag=" + flag + " transaction=" + id);
        }
        synchronized (this) {
            checkNotEnlisting("changed");
            checkNotEnded("changed");
            Branch branch = branchOf(resource);
            if (branch == null || !branch.isActive()) {
                return false;
            }
            enlisting = true;
            try {
                branch.end(flag);
            } catch (XAException e) {
                throw failedToChange("end its work", resource, e);
            } finally {
                enlisting = false;
            }
            if (flag == XAResource.TMFAIL) {
                setRollbackOnly();
            }
            return true;
        }
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) throws RollbackException {
        Objects.requireNonNull(synchronization, "synchronization");
        synchronized (this) {
            checkActive();
            synchronizations().add(synchronization);
        }
    }

    void registerInterposed(Synchronization synchronization) {
        synchronized (this) {
            int now = getStatus();
            if (now != Status.STATUS_ACTIVE && now != Status.STATUS_MARKED_ROLLBACK) {
                throw new IllegalStateException(
                        "too late to register a synchronization transaction=" + id + " status=" + StatusText.of(now));
            }
            synchronizations().addInterposed(synchronization);
        }
    }

    private Synchronizations synchronizations() {
        if (synchronizations == null) {
            synchronizations = new Synchronizations();
        }
        return synchronizations;
    }

    synchronized void attach(Object key, Object value) {
        if (attachments == null) {
            attachments = new HashMap<>();
        }
        attachments.put(key, value);
    }

    synchronized Object attached(Object key) {
        return attachments == null ? null : attachments.get(key);
    }

    @Override
    public String toString() {
        return "transaction=" + id + " status=" + StatusText.of(getStatus());
    }
}
