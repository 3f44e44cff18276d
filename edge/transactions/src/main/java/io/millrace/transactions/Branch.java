package io.millrace.transactions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

    private Association association = Association.ACTIVE;
    private XAException failure;
    private boolean stillRemembered;
    boolean votedToCommit;
    Answer answer;

    /** Written through {@link #ENDING}: whoever sets it is the one who ends the branch. */
    @SuppressWarnings("unused")
    private boolean ending;

    Branch(XAResource resource, BranchXid xid, String name) {
        this.resource = resource;
        this.xid = xid;
        this.name = name;
    }

    /** Returns true once: to the thread that is to commit or roll back this branch. */
    boolean takeEnd() {
        return ENDING.compareAndSet(this, false, true);
    }

    void start(int flags) throws XAException {
        resource.start(xid, flags);
        association = Association.ACTIVE;
    }

    /** Has the resource work for the branch again. */
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
            resource.end(xid, flags);
        } catch (XAException e) {
            association = Association.FAILED;
            failure = e;
            throw e;
        } catch (RuntimeException e) {
            association = Association.FAILED;
            failure = unexpected(e);
            throw failure;
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

    /** Ends work that did not end before: a resource does not roll back what it still works for. */
    private void endAgain() {
        try {
            resource.end(xid, XAResource.TMFAIL);
        } catch (XAException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Asks for the vote; true if there is something to commit. */
    boolean prepare() throws XAException {
        try {
            votedToCommit = resource.prepare(xid) != XAResource.XA_RDONLY;
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
        return votedToCommit;
    }

    Answer commitOnePhase() {
        try {
            resource.commit(xid, true);
            answer = Answer.COMMITTED;
        } catch (XAException e) {
            failed(e, Answer.toOnePhase(e));
            if (answer == Answer.REFUSED || e.errorCode == XAException.XA_RETRY) {
                rollbackRefused();
            }
        } catch (RuntimeException e) {
            failed(unexpected(e), Answer.HAZARD);
        }
        return answer;
    }

    /** Lets go of a branch that its resource did not commit, so that it holds no locks; the answer stays. */
    private void rollbackRefused() {
        try {
            resource.rollback(xid);
        } catch (XAException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Returns a driver's own fault as the answer of a resource that cannot be reached: what it did is not known. */
    private static XAException unexpected(RuntimeException error) {
        XAException exception = new XAException(XAException.XAER_RMFAIL);
        exception.initCause(error);
        return exception;
    }

    Answer commit() {
        try {
            resource.commit(xid, false);
            answer = Answer.COMMITTED;
        } catch (XAException e) {
            failed(e, Answer.toCommit(e, Answer.When.FIRST_TIME));
        } catch (RuntimeException e) {
            failed(unexpected(e), Answer.RETRY);
        }
        return answer;
    }

    Answer rollback() {
        try {
            resource.rollback(xid);
            answer = Answer.ROLLED_BACK;
        } catch (XAException e) {
            failed(e, Answer.toRollback(e));
        } catch (RuntimeException e) {
            failed(unexpected(e), Answer.RETRY);
        }
        return answer;
    }

    private void failed(XAException error, Answer meaning) {
        failure = error;
        answer = meaning;
    }

    /** Lets the resource forget a heuristic outcome that is the one that was decided. */
    void forgetIfHeuristic() {
        if (failure != null && Answer.isHeuristic(failure)) {
            try {
                resource.forget(xid);
            } catch (XAException | RuntimeException e) {
                stillRemembered = true;
                failure.addSuppressed(e);
            }
        }
    }

    /** Returns whether recovery has something to do with the branch: it may be prepared, or is not forgotten. */
    boolean isLeft() {
        return answer.isLeft() || stillRemembered;
    }

    void failedToVote(XAException error) {
        failure = error;
    }

    XAException failure() {
        return failure;
    }

    /** Returns how the branch has ended; it has answered. */
    BranchOutcome outcome() {
        String message = failure == null || failure.getMessage() == null ? "" : failure.getMessage();
        return new BranchOutcome(xid.branch, name, answer.outcome(), failure == null ? 0 : failure.errorCode, message);
    }

    /** Returns the branch and what its resource has said, for people. */
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
