package io.millrace.transactions;

import java.util.List;

/**
 * The unfinished work of a stopped manager. The next start of the same node ends it, and each resource may hold locks
 * until then.
 *
 * @param active transactions that have begun and not ended; they can still do so until the manager is closed
 * @param pending decisions that some branch has still to carry out
 * @param undecided branches that are prepared and have not been told how they end: nothing is decided, or only the next
 *     start can tell what is
 * @param unreachable names of the resources that could not be asked; what they have prepared is not known
 * @param kept outcomes that an operator has to look at
 */
public record StopReport(
        long active,
        List<Decision> pending,
        List<PreparedBranch> undecided,
        List<String> unreachable,
        List<HeuristicOutcome> kept) {

    /** Creates a report. */
    public StopReport {
        pending = List.copyOf(pending);
        undecided = List.copyOf(undecided);
        unreachable = List.copyOf(unreachable);
        kept = List.copyOf(kept);
    }

    /**
     * A branch that is prepared.
     *
     * @param transaction its transaction
     * @param branch its number there
     * @param resource the name of the resource that holds it
     */
    public record PreparedBranch(GlobalId transaction, int branch, String resource) {}

    /** Returns whether nothing is in doubt: all has ended, and every resource could say so. */
    public boolean isDone() {
        return active == 0 && pending.isEmpty() && undecided.isEmpty() && unreachable.isEmpty();
    }
}
