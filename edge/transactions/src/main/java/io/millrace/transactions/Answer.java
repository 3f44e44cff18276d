package io.millrace.transactions;

import javax.transaction.xa.XAException;

/** The meaning of a resource's answer to the end of a branch, after the tables of the XA specification. */
enum Answer {
    COMMITTED,
    ROLLED_BACK,
    HAZARD,
    MIXED,

    /** Unknown, and the branch may still be prepared: the call was refused. It is told again, as after RETRY. */
    REFUSED,

    /** Nothing yet: the branch stays prepared and is told again, through a new connection. */
    RETRY;

    /** When an answer is given: the same code means other things the second time. */
    enum When {
        FIRST_TIME,
        REPLAY
    }

    /** Returns whether the resource may still have the branch prepared. */
    boolean isLeft() {
        return this == RETRY || this == REFUSED;
    }

    Outcome outcome() {
        return switch (this) {
            case COMMITTED, RETRY -> Outcome.COMMITTED;
            case ROLLED_BACK -> Outcome.ROLLED_BACK;
            case HAZARD, REFUSED -> Outcome.HAZARD;
            case MIXED -> Outcome.MIXED;
        };
    }

    /** Returns what an error means that a prepared branch answers to commit. */
    static Answer toCommit(XAException error, When when) {
        return switch (error.errorCode) {
            case XAException.XA_HEURCOM -> COMMITTED;
            case XAException.XA_HEURMIX -> MIXED;
            case XAException.XA_RETRY, XAException.XAER_RMFAIL -> RETRY;
            case XAException.XAER_NOTA -> when == When.REPLAY ? COMMITTED : HAZARD;
            case XAException.XA_HEURRB, XAException.XAER_RMERR -> ROLLED_BACK;
            case XAException.XA_HEURHAZ -> HAZARD;
            default -> isRollback(error.errorCode) ? ROLLED_BACK : REFUSED;
        };
    }

    /** Returns what an error means that a branch answers to commit in one phase, where there is no second time. */
    static Answer toOnePhase(XAException error) {
        return switch (error.errorCode) {
            case XAException.XA_HEURCOM -> COMMITTED;
            case XAException.XA_HEURMIX -> MIXED;
            case XAException.XA_HEURRB, XAException.XAER_RMERR, XAException.XA_RETRY -> ROLLED_BACK;
            case XAException.XA_HEURHAZ, XAException.XAER_RMFAIL, XAException.XAER_NOTA -> HAZARD;
            default -> isRollback(error.errorCode) ? ROLLED_BACK : REFUSED;
        };
    }

    /** Returns what an error means that a branch answers to rollback, for the first time. */
    static Answer toRollback(XAException error) {
        return switch (error.errorCode) {
            case XAException.XA_HEURCOM -> COMMITTED;
            case XAException.XA_HEURMIX -> MIXED;
            case XAException.XA_HEURHAZ -> HAZARD;
            case XAException.XA_RETRY, XAException.XAER_RMFAIL -> RETRY;
            // What is unknown to the resource, or was refused by it, is not going to commit: rollback is presumed.
            default -> ROLLED_BACK;
        };
    }

    /** Returns whether the resource remembers the branch until it is told to forget it. */
    static boolean isHeuristic(XAException error) {
        return isHeuristic(error.errorCode);
    }

    private static boolean isHeuristic(int errorCode) {
        return switch (errorCode) {
            case XAException.XA_HEURCOM, XAException.XA_HEURRB, XAException.XA_HEURMIX, XAException.XA_HEURHAZ -> true;
            default -> false;
        };
    }

    /** Returns what an error means that a branch answers to rollback which its resource has just listed as prepared. */
    static Answer toRollbackOfPrepared(XAException error) {
        Answer first = toRollback(error);
        boolean hasEnded = first != ROLLED_BACK || hasEndedByItself(error.errorCode);
        return hasEnded && error.errorCode != XAException.XAER_RMERR ? first : REFUSED;
    }

    /**
     * Returns whether an error says that a branch which was to commit has ended without that, in whatever way. If the
     * resource lists it afterwards, it remembers it for an operator, or contradicts itself.
     */
    static boolean hasEndedByItself(int errorCode) {
        return switch (errorCode) {
            case XAException.XAER_NOTA, XAException.XAER_RMERR -> true;
            default -> isHeuristic(errorCode) || isRollback(errorCode);
        };
    }

    private static boolean isRollback(int errorCode) {
        return errorCode >= XAException.XA_RBBASE && errorCode <= XAException.XA_RBEND;
    }
}
