package io.millrace.transactions;

import java.util.List;

/**
 * What a store knows of one transaction.
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
        /** It commits, and recovery tells the branches that do not know it yet. */
        UNFINISHED,
        /** It commits, but a branch has not done so when it was told, and may still be prepared. */
        IN_DOUBT,
        /** All has ended, not as decided: an operator has to look at it, and then to forget it. */
        HEURISTIC
    }

    /** Checks the arguments. */
    public ListedTransaction {
        told = List.copyOf(told);
    }
}
