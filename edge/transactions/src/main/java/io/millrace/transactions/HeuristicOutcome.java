package io.millrace.transactions;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A transaction with a mixed or an unknown outcome. It is kept until an operator has examined and forgotten it.
 *
 * @param transaction which transaction
 * @param outcome how it ended
 * @param branches the known outcomes of its branches, with the beginning of their messages
 */
public record HeuristicOutcome(GlobalId transaction, Outcome outcome, List<BranchOutcome> branches) {

    private static final int MANY_BRANCHES = 256;
    private static final int LONG_MESSAGE = 170;
    private static final int SHORT_MESSAGE = 20;

    /** Creates an outcome; messages are shortened so that the whole fits in a record of a store. */
    public HeuristicOutcome {
        int limit = branches.size() > MANY_BRANCHES ? SHORT_MESSAGE : LONG_MESSAGE;
        branches = branches.stream().map(branch -> branch.shortenedTo(limit)).toList();
    }

    /** Returns this outcome with one more branch, or with a newer result of a branch. */
    HeuristicOutcome with(BranchOutcome branch) {
        List<BranchOutcome> more = new ArrayList<>(branches);
        more.removeIf(known -> known.branch() == branch.branch());
        more.add(branch);
        return new HeuristicOutcome(transaction, outcome.and(branch.outcome()), more);
    }

    /** Returns the branches as text, for messages. */
    public String detail() {
        return branches.stream().map(BranchOutcome::toString).collect(Collectors.joining("; "));
    }
}
