package io.millrace.transactions;

import java.util.List;

/**
 * The results of one pass of recovery.
 *
 * @param committed prepared branches that were told to commit, since that had been decided
 * @param rolledBack prepared branches that were told to roll back, since nothing had been decided
 * @param waiting branches of this start without a decision that were seen for the first time; the next pass ends them
 * @param pending decisions that some branch has still to carry out
 * @param unreachable names of the resources that could not be asked
 */
public record RecoveryReport(
        int committed, int rolledBack, int waiting, List<GlobalId> pending, List<String> unreachable) {

    /** Creates a report. */
    public RecoveryReport {
        pending = List.copyOf(pending);
        unreachable = List.copyOf(unreachable);
    }

    /** Returns whether nothing is left to do, as far as the resources could be asked. */
    public boolean isDone() {
        return waiting == 0 && pending.isEmpty() && unreachable.isEmpty();
    }
}
