package io.millrace.prove;

import io.millrace.transactions.GlobalId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The outside view of one simulated transaction: the outcome that its caller was told, and the acts of its branches.
 */
final class TransactionRecord {

    /** The outcome that the caller was told. */
    enum Verdict {
        COMMITTED,
        ROLLED_BACK,
        HEURISTIC,
        UNKNOWN
    }

    /** The state of a branch in its resource. */
    enum State {
        WORKING,
        ENDED,
        PREPARED,
        /** It ended by itself, and the resource remembers it until it is told to forget. */
        HEURISTIC,
        GONE
    }

    /** The fate of a branch's work. */
    enum Truth {
        OPEN,
        READ_ONLY,
        COMMITTED,
        ROLLED_BACK,
        MIXED
    }

    /** One branch, as its resource knows it. */
    static final class Branch {
        final TransactionRecord transaction;
        final String resource;
        State state = State.WORKING;
        Truth truth = Truth.OPEN;
        int heuristicCode;

        /** Whether the resource has acted without a request. */
        boolean byItself;

        /** The number of crashes when the resource reported that and forgot it; -1 if it has not. */
        int crashesWhenForgotten = -1;

        /** Whether it was told to commit what it had prepared. */
        boolean toldToCommit;

        /** Whether it was told to roll back after that. */
        boolean toldBoth;

        /** Whether the resource has refused to release it, so that it stays until its connection is closed. */
        boolean refused;

        Branch(TransactionRecord transaction, String resource) {
            this.transaction = transaction;
            this.resource = resource;
        }

        void end(Truth how) {
            truth = how;
            state = State.GONE;
        }

        void endHeuristically(Truth how, int code) {
            truth = how;
            state = State.HEURISTIC;
            heuristicCode = code;
        }

        @Override
        public String toString() {
            return resource + "=" + state + "/" + truth + (byItself ? "/byItself" : "") + (toldBoth ? "/toldBoth" : "");
        }
    }

    final List<Branch> branches = new ArrayList<>();
    GlobalId id;
    Verdict verdict = Verdict.UNKNOWN;

    /** The statuses that the second of its two synchronizations was told after the end. */
    final List<Integer> ends = new CopyOnWriteArrayList<>();

    /** How often a resource has answered with an error to the end of this transaction. */
    int errors;

    @Override
    public String toString() {
        return "transaction=" + id + " verdict=" + verdict + " errors=" + errors + " ends=" + ends + " branches="
                + branches;
    }
}
