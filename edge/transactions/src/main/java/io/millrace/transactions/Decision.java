package io.millrace.transactions;

import java.util.List;

/**
 * What is recorded once per transaction of several branches: it commits, and these branches have to be told. That none
 * is recorded means rollback (presumed abort).
 *
 * @param transaction which transaction
 * @param branches the branches that voted to commit, in the order in which they were enlisted
 */
public record Decision(GlobalId transaction, List<BranchRecord> branches) {

    /** The highest number of branches in a transaction. */
    public static final int MAX_BRANCHES = 1024;

    /** The longest name of a resource, in characters. */
    public static final int MAX_NAME_LENGTH = 255;

    /** Creates a decision. */
    public Decision {
        branches = List.copyOf(branches);
    }

    /**
     * One branch.
     *
     * @param branch its number in the transaction
     * @param resource the name of its resource, or empty where it has none
     */
    public record BranchRecord(int branch, String resource) {}
}
