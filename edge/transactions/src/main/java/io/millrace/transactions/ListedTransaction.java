package io.millrace.transactions;

import java.util.List;

/**
 * The content of a store about one transaction.
 *
 * @param transaction which transaction
 * @param state what is left to do
 * @param told the branches that recovery has still to tell to commit, as far as the store knows; empty where it knows
 *     of no decision
 * @param outcome what did not end as decided, or null
 */
public record ListedTransaction(
        GlobalId transaction, State state, List<Decision.BranchRecord> told, HeuristicOutcome outcome) {

    /** What is left to do with a transaction. */
    public enum State {
        /** It commits; recovery has still to tell some branches. */
        UNFINISHED,
        /** It commits, but a branch did not commit when it was told, and may still be prepared. */
        IN_DOUBT,
        /** All branches have ended, not as decided: an operator has to examine and then forget it. */
        HEURISTIC
    }

    /** Checks the arguments. */
    public ListedTransaction {
        told = List.copyOf(told);
    }
}
