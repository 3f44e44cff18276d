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
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * One transaction. One thread at a time uses it, whichever that is; its timeout may strike from another one at any
 * moment.
 *
 * <p>{@code state} is the status, and has one owner at a time. As long as it is active, whoever takes it out of that by
 * compare-and-set ends the transaction: the committer towards preparing, the timeout or a rollback towards rolling
 * back. So a commit either has the whole transaction or none of it, and a timeout that comes too late leaves no trace.
 * A branch that is enlisted at the moment in which the timeout strikes is seen by at least one of the two threads,
 * since each first writes and then reads; {@link Branch#takeEnd} says which of them ends it.
 */
final class JtaTransaction implements Transaction {

    private static final VarHandle STATE;
    private static final Branch[] NONE = {};

    /** Added to the status by a timeout that has taken the transaction, and never taken away. */
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

    /** The next one among those that the timeouts have not sorted in; belongs to {@link Timeouts}. */
    JtaTransaction next;

    private volatile int state = Status.STATUS_ACTIVE;
    private volatile Branch[] branches = NONE;
    private Synchronizations synchronizations;
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

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        checkNotEnded("committed");
        if (getStatus() == Status.STATUS_ACTIVE) {
            tellBefore();
        }
        Branch[] all = branches;
        int towards = all.length > 1 ? Status.STATUS_PREPARING : Status.STATUS_COMMITTING;
        // Taken before any resource is told, so that a timeout does not roll back what is just ending its work.
        if (!STATE.compareAndSet(this, Status.STATUS_ACTIVE, towards)) {
            rollbackInstead();
        }
        if (!endWork(XAResource.TMSUCCESS)) {
            RollbackException exception = refused("A resource did not end its work", all);
            enter(Status.STATUS_ROLLING_BACK);
            rollbackAll();
            throw exception;
        }
        new CommitProtocol(transactions, this, all).run();
    }

    private void tellBefore() {
        if (synchronizations != null) {
            try {
                synchronizations.beforeCompletion();
            } catch (RuntimeException e) {
                markRollback(e);
            }
        }
    }

    private boolean endWork(int flags) {
        boolean whole = true;
        for (Branch branch : branches) {
            whole &= branch.endWork(flags);
        }
        return whole;
    }

    /** Rolls back what was to be committed but cannot be, and says why. */
    private void rollbackInstead() throws RollbackException {
        if (takeTowards(Status.STATUS_ROLLING_BACK)) {
            rollbackAll();
        }
        throw rolledBack(
                isTimedOut() ? "It took longer than its timeout" : "It was marked for rollback", rollbackCause);
    }

    /** Says which resources refused and why; called before the rollback, which may fail in another way. */
    RollbackException refused(String why, Branch[] all) {
        XAException cause = null;
        StringBuilder who = new StringBuilder(why);
        for (Branch branch : all) {
            if (branch.failure() != null) {
                who.append(cause == null ? ". " : "; ").append(branch.describe());
                cause = cause == null ? branch.failure() : cause;
            }
        }
        return rolledBack(who.toString(), cause);
    }

    RollbackException rolledBack(String why, Throwable cause) {
        RollbackException exception =
                new RollbackException("The transaction was rolled back. " + why + ": transaction=" + id);
        if (cause != null) {
            exception.initCause(cause);
        }
        return exception;
    }

    @Override
    public void rollback() {
        if (isTimedOut()) {
            return;
        }
        checkNotEnded("rolled back");
        if (takeTowards(Status.STATUS_ROLLING_BACK)) {
            rollbackAll();
        }
    }

    /** Rolls back, in the thread that looks after timeouts; false if another thread has ended it before. */
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

    /** Ends the transaction as rolled back, in the one thread that has taken it there. */
    private void rollbackAll() {
        long startNs = System.nanoTime();
        PhaseEvent phase = FlightEvents.phase();
        for (Branch branch : branches) {
            rollback(branch, XAResource.TMFAIL);
        }
        transactions.phaseEnded(id, Phase.ROLLBACK, startNs, phase);
        finish(Status.STATUS_ROLLEDBACK);
    }

    /** Rolls one branch back, if no other thread does, and keeps an answer that an operator has to see. */
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

    private void checkNotEnded(String what) {
        int now = getStatus();
        if (now != Status.STATUS_ACTIVE && now != Status.STATUS_MARKED_ROLLBACK && !isTimedOut()) {
            throw new IllegalStateException(
                    "The transaction cannot be " + what + " now: transaction=" + id + " status=" + StatusText.of(now));
        }
    }

    /** Goes on to a status that only the thread that ends the transaction gives. */
    void enter(int ending) {
        state = ending | (state & TIMED_OUT);
    }

    /** Ends the transaction and tells who wants to know. */
    void finish(int ended) {
        enter(ended);
        Synchronizations told = synchronizations;
        if (told != null) {
            told.afterCompletion(ended, transactions.options().errorHandler());
        }
        transactions.ended(ended);
        transactions.times().record(Phase.TRANSACTION, System.nanoTime() - beginNs);
        if (event != null) {
            event.ended(id, ended, branches.length);
        }
        branches = NONE;
        synchronizations = null;
        attachments = null;
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
        checkActive();
        try {
            for (Branch branch : branches) {
                if (NamedResource.isSame(branch.resource, resource)) {
                    branch.startAgain();
                    return true;
                }
            }
            XAResource shared = transactions.options().joining() == TransactionOptions.Joining.SAME_RESOURCE_MANAGER
                    ? sharedWith(resource)
                    : null;
            if (shared != null) {
                resource.start(branchOf(shared).xid, XAResource.TMJOIN);
                return true;
            }
            enlistNew(resource);
            return true;
        } catch (XAException e) {
            markRollback(e);
            SystemException exception = new SystemException("The resource did not start to work for the transaction:"
                    + " transaction=" + id + " resource=" + resource + " errorCode="
                    + BranchOutcome.errorName(e.errorCode));
            exception.initCause(e);
            throw exception;
        }
    }

    private void enlistNew(XAResource resource) throws XAException, RollbackException {
        int number = branches.length;
        if (number == Decision.MAX_BRANCHES) {
            throw new IllegalStateException("A transaction has no more branches than: limit=" + number);
        }
        MarkedConnection marked = NamedResource.marked(resource);
        if (marked != null) {
            checkMarked(marked);
        }
        BranchXid xid = new BranchXid(transactions.options().node(), id, number);
        Branch branch = new Branch(resource, xid, NamedResource.nameOf(resource));
        branch.start(XAResource.TMNOFLAGS);
        Branch[] more = Arrays.copyOf(branches, number + 1);
        more[number] = branch;
        branches = more;
        if (isTimedOut()) {
            rollback(branch, XAResource.TMFAIL);
            throw rolledBack("It took longer than its timeout", null);
        }
    }

    private void checkMarked(MarkedConnection marked) {
        if (!transactions.recovery().reads(marked.database)) {
            throw new IllegalStateException(
                    "Recovery would not read the table of this database, it was not given to the"
                            + " manager when it was opened: resource=" + marked.database.name());
        }
        for (Branch branch : branches) {
            MarkedConnection other = NamedResource.marked(branch.resource);
            if (other != null) {
                throw new IllegalStateException("A transaction has one database without XA at most: transaction=" + id
                        + " resource=" + marked.database.name() + " enlisted=" + other.database.name());
            }
        }
    }

    private XAResource sharedWith(XAResource resource) throws XAException {
        for (Branch branch : branches) {
            if (branch.isActive() && branch.resource.isSameRM(resource)) {
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
            throw rolledBack("Nothing can be added to it", rollbackCause);
        }
        if (now != Status.STATUS_ACTIVE) {
            throw new IllegalStateException(
                    "Nothing can be added to the transaction now: transaction=" + id + " status=" + StatusText.of(now));
        }
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) throws SystemException {
        checkNotEnded("changed");
        Branch branch = branchOf(resource);
        if (branch == null || !branch.isActive()) {
            return false;
        }
        try {
            branch.end(flag);
        } catch (XAException e) {
            markRollback(e);
            SystemException exception = new SystemException("The resource did not end its work: transaction=" + id
                    + " resource=" + resource + " errorCode="
                    + BranchOutcome.errorName(e.errorCode));
            exception.initCause(e);
            throw exception;
        }
        if (flag == XAResource.TMFAIL) {
            setRollbackOnly();
        }
        return true;
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) throws RollbackException {
        checkActive();
        synchronizations().add(synchronization);
    }

    void registerInterposed(Synchronization synchronization) {
        int now = getStatus();
        if (now != Status.STATUS_ACTIVE && now != Status.STATUS_MARKED_ROLLBACK) {
            throw new IllegalStateException("Nobody can be told of the transaction's end any more: transaction=" + id
                    + " status=" + StatusText.of(now));
        }
        synchronizations().addInterposed(synchronization);
    }

    private Synchronizations synchronizations() {
        if (synchronizations == null) {
            synchronizations = new Synchronizations();
        }
        return synchronizations;
    }

    Map<Object, Object> attachments() {
        if (attachments == null) {
            attachments = new HashMap<>();
        }
        return attachments;
    }

    @Override
    public String toString() {
        return "transaction " + id + " " + StatusText.of(getStatus());
    }
}
