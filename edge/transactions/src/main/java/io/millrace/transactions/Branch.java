package io.millrace.transactions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** The part of a transaction that one resource does. One thread at a time, except for {@link #takeEnd}. */
final class Branch {

    private static final VarHandle ENDING;

    static {
        try {
            ENDING = MethodHandles.lookup().findVarHandle(Branch.class, "ending", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Whether the resource works for the branch at this moment. */
    enum Association {
        ACTIVE,
        SUSPENDED,
        ENDED,
        FAILED
    }

    final XAResource resource;
    final BranchXid xid;
    final String name;

    private final Consumer<Throwable> errors;
    private Association association = Association.ACTIVE;
    private XAException failure;
    private boolean stillRemembered;
    boolean votedToCommit;
    Answer answer;

    /** Written through {@link #ENDING}; the thread that sets it ends the branch. */
    @SuppressWarnings("unused")
    private boolean ending;

    /**
     * Creates a branch that its resource has not started.
     *
     * @param errors told what a driver throws that XA does not provide for: not every such fault is one of the caller
     */
    Branch(XAResource resource, BranchXid xid, Consumer<Throwable> errors) {
        this.resource = resource;
        this.xid = xid;
        this.name = NamedResource.nameOf(resource);
        this.errors = errors;
    }

    /** Returns true once: to the thread that is to commit or roll back this branch. */
    boolean takeEnd() {
        return ENDING.compareAndSet(this, false, true);
    }

    void start(int flags) throws XAException {
        try {
            ResourceCalls.start(resource, xid, flags);
            association = Association.ACTIVE;
        } catch (DriverFaultException e) {
            fault(e); // it may have started, and then has to be ended and rolled back
            throw e;
        }
    }

    private void fault(DriverFaultException error) {
        association = Association.FAILED;
        failure = error;
        errors.accept(error);
    }

    /** Notes an answer; a driver's fault is reported too. */
    private void answered(XAException error) {
        failure = error;
        if (error instanceof DriverFaultException) {
            errors.accept(error);
        }
    }

    /** Starts the resource's work for the branch again. */
    void startAgain() throws XAException {
        switch (association) {
            case ACTIVE -> {}
            case SUSPENDED -> start(XAResource.TMRESUME);
            case ENDED -> start(XAResource.TMJOIN);
            case FAILED -> throw new XAException(XAException.XA_RBROLLBACK);
        }
    }

    boolean isActive() {
        return association == Association.ACTIVE;
    }

    void end(int flags) throws XAException {
        association = switch (flags) {
            case XAResource.TMSUSPEND -> Association.SUSPENDED;
            case XAResource.TMFAIL -> Association.FAILED;
            default -> Association.ENDED;
        };
        try {
            ResourceCalls.end(resource, xid, flags);
        } catch (XAException e) {
            association = Association.FAILED;
            answered(e);
            throw e;
        }
    }

    /** Ends the work of the resource, if it has not ended, and returns whether the branch may still commit. */
    boolean endWork(int flags) {
        if (association == Association.ACTIVE || association == Association.SUSPENDED) {
            try {
                end(flags);
            } catch (XAException e) {
                failure = e;
            }
        }
        if (failure != null && association == Association.FAILED && flags == XAResource.TMFAIL) {
            endAgain();
        }
        return association == Association.ENDED;
    }

    /** Ends work that is still associated: a resource does not roll back a branch that it works for. */
    private void endAgain() {
        try {
            ResourceCalls.end(resource, xid, XAResource.TMFAIL);
        } catch (XAException e) {
            ErrorReports.suppress(failure, e);
        }
    }

    /** Asks for the vote; true if there is something to commit. */
    boolean prepare() throws XAException {
        votedToCommit = ResourceCalls.prepare(resource, xid) != XAResource.XA_RDONLY;
        return votedToCommit;
    }

    Answer commitOnePhase() {
        try {
            ResourceCalls.commitOnePhase(resource, xid);
            answer = Answer.COMMITTED;
        } catch (XAException e) {
            failed(e, Answer.toOnePhase(e));
            if (answer == Answer.REFUSED || e.errorCode == XAException.XA_RETRY) {
                rollbackRefused();
            }
        }
        return answer;
    }

    /** Releases a branch that its resource did not commit, so that it holds no locks; the answer stays. */
    private void rollbackRefused() {
        try {
            ResourceCalls.rollback(resource, xid);
        } catch (XAException e) {
            ErrorReports.suppress(failure, e);
        }
    }

    Answer commit() {
        try {
            ResourceCalls.commit(resource, xid);
            answer = Answer.COMMITTED;
        } catch (XAException e) {
            failed(e, Answer.toCommit(e, Answer.When.FIRST_TIME));
        }
        return answer;
    }

    Answer rollback() {
        try {
            ResourceCalls.rollback(resource, xid);
            answer = Answer.ROLLED_BACK;
        } catch (XAException e) {
            failed(e, Answer.toRollback(e));
        }
        return answer;
    }

    private void failed(XAException error, Answer meaning) {
        answer = meaning;
        answered(error);
    }

    /** Lets the resource forget a heuristic outcome that is the one that was decided. */
    void forgetIfHeuristic() {
        if (failure != null && Answer.isHeuristic(failure)) {
            try {
                ResourceCalls.forget(resource, xid);
            } catch (XAException e) {
                stillRemembered = true;
                ErrorReports.suppress(failure, e);
            }
        }
    }

    /** Returns whether recovery has something to do with the branch: it may be prepared, or is not forgotten. */
    boolean isLeft() {
        return answer.isLeft() || stillRemembered;
    }

    void failedToVote(XAException error) {
        answered(error);
    }

    XAException failure() {
        return failure;
    }

    /** Returns how the branch has ended; it has answered. */
    BranchOutcome outcome() {
        String message = failure == null || failure.getMessage() == null ? "" : failure.getMessage();
        return new BranchOutcome(xid.branch, name, answer.outcome(), failure == null ? 0 : failure.errorCode, message);
    }

    /** Returns a description of the branch and the answer of its resource, for messages. */
    String describe() {
        StringBuilder text = new StringBuilder("branch=" + xid.branch + " resource=" + name);
        if (answer != null) {
            text.append(" answer=").append(answer);
        }
        if (failure != null) {
            text.append(" errorCode=").append(BranchOutcome.errorName(failure.errorCode));
            Throwable why = failure.getMessage() == null ? failure.getCause() : failure;
            text.append(why == null ? "" : " error=" + why.getMessage());
        }
        return text.toString();
    }
}
