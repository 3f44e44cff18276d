package io.millrace.transactions;

/**
 * How one branch of a transaction ended that did not end as decided.
 *
 * @param branch its number in the transaction
 * @param resource the name of its resource, or empty where it has none
 * @param outcome how it ended
 * @param errorCode what its resource answered, as {@link javax.transaction.xa.XAException} numbers it; 0 for no error
 * @param error the message of that answer, or empty
 */
public record BranchOutcome(int branch, String resource, Outcome outcome, int errorCode, String error) {

    private static final String[] HEURISTIC = {"XA_HEURMIX", "XA_HEURRB", "XA_HEURCOM", "XA_HEURHAZ"};
    private static final int FIRST_HEURISTIC = 5;
    private static final String[] ROLLBACK = {
        "XA_RBROLLBACK", "XA_RBCOMMFAIL", "XA_RBDEADLOCK", "XA_RBINTEGRITY",
        "XA_RBOTHER", "XA_RBPROTO", "XA_RBTIMEOUT", "XA_RBTRANSIENT"
    };
    private static final int FIRST_ROLLBACK = 100;
    private static final String[] ERROR = {
        "XAER_ASYNC", "XAER_RMERR", "XAER_NOTA", "XAER_INVAL",
        "XAER_PROTO", "XAER_RMFAIL", "XAER_DUPID", "XAER_OUTSIDE"
    };
    private static final int FIRST_ERROR = -2;

    /** Returns the same with a message of no more than so many characters. */
    BranchOutcome shortenedTo(int limit) {
        return error.length() <= limit
                ? this
                : new BranchOutcome(branch, resource, outcome, errorCode, error.substring(0, limit));
    }

    /** Returns the name of the error as the XA specification has it, the number of one it does not know, or nothing. */
    public String errorName() {
        return errorCode == 0 ? "" : errorName(errorCode);
    }

    static String errorName(int errorCode) {
        if (errorCode <= FIRST_ERROR && FIRST_ERROR - errorCode < ERROR.length) {
            return ERROR[FIRST_ERROR - errorCode];
        }
        if (errorCode >= FIRST_ROLLBACK && errorCode - FIRST_ROLLBACK < ROLLBACK.length) {
            return ROLLBACK[errorCode - FIRST_ROLLBACK];
        }
        if (errorCode >= FIRST_HEURISTIC && errorCode - FIRST_HEURISTIC < HEURISTIC.length) {
            return HEURISTIC[errorCode - FIRST_HEURISTIC];
        }
        return errorCode == 4 ? "XA_RETRY" : Integer.toString(errorCode);
    }

    @Override
    public String toString() {
        return "branch=" + branch + " resource=" + resource + " outcome=" + outcome
                + (errorCode == 0 ? "" : " errorCode=" + errorName())
                + (error.isEmpty() ? "" : " error=" + error);
    }
}
