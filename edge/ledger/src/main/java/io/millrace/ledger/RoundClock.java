package io.millrace.ledger;

/**
 * In which round a seat is, and when it makes its block. A seat enters a round with a quorum of blocks of the round
 * before and its own among them. It leaves rounds out only after it has caught up, lost its record or fallen below its
 * horizon, and then only rounds whose slot two rounds before is decided: a hole among certificates would else stall all
 * (ten seats suffice). Not thread-safe.
 */
final class RoundClock {
    private final Committee committee;
    private final SeatGraph graph;
    private final long timeoutNs;
    private long entered = 1;
    private long enteredNs;
    private long made;
    private long signFrom = 1;
    private boolean isJumping;

    RoundClock(Committee committee, SeatGraph graph, long timeoutNs) {
        this.committee = committee;
        this.graph = graph;
        this.timeoutNs = timeoutNs;
    }

    /** Begins with the newest own block, 0 without one. */
    void start(long newest, long nowNs) {
        made = newest;
        entered = Math.max(1, newest);
        enteredNs = nowNs;
    }

    long entered() {
        return entered;
    }

    long made() {
        return made;
    }

    boolean isMade() {
        return made == entered;
    }

    /** Returns when the seat waits no longer for what it may have to do without. */
    long timeoutNs() {
        return enteredNs + timeoutNs;
    }

    /** Allows to leave rounds out until the next block is made. */
    void allowLeavingOut() {
        isJumping = true;
    }

    /** Allows to leave rounds out if the parents of the next own block are not there any more. */
    void keepAbove(long horizon) {
        if (entered - 1 <= horizon) {
            isJumping = true;
        }
    }

    private boolean isJumping() {
        return isJumping;
    }

    /** Returns whether an own block of this round is one that this seat does not know, and has not lost knowingly. */
    boolean isUnknown(long round) {
        return round > made && round >= signFrom;
    }

    /** Demands that no block below a round is made. */
    void signFrom(long round) {
        signFrom = Math.max(signFrom, round);
    }

    /** Returns whether a round was entered. */
    boolean advance(long decidedRound, long nowNs) {
        long next = isJumping() ? jump(decidedRound) : entered + 1;
        if (next <= entered || !hasQuorum(next - 1) || !(isJumping() || isMade())) {
            return false;
        }
        entered = next;
        enteredNs = nowNs;
        return true;
    }

    /** Returns the highest round that may be entered with rounds left out, or 0. */
    private long jump(long decidedRound) {
        for (long round = graph.highestRound() + 1; round > entered && round >= signFrom; round--) {
            boolean isNext = round - 1 == made; // nothing is left out
            if (hasQuorum(round - 1) && (isNext || mayLeaveOut(round - 1, decidedRound))) {
                return round;
            }
        }
        return 0;
    }

    /** Returns whether the slot two rounds before is decided, and with it all earlier ones. */
    private boolean mayLeaveOut(long round, long decidedRound) {
        return round - 2 <= decidedRound;
    }

    private boolean hasQuorum(long round) {
        return graph.at(round).authors() >= committee.quorum();
    }

    /** Returns whether the block of this round is to be made now. */
    boolean isDue(ParentChoice parents, long nowNs) {
        return made < entered
                && entered >= signFrom
                && (isLeaderSettled(parents) || isTimedOut(nowNs) || isOvertaken());
    }

    private boolean isLeaderSettled(ParentChoice parents) {
        long before = entered - 1;
        if (before < 1) {
            return true;
        }
        int leader = committee.leader(before);
        if (!graph.at(before).has(leader) && !parents.isExcluded(leader)) {
            return false;
        }
        return before < 2 || graph.at(before).settles(graph.at(before - 1).of(committee.leader(before - 1)));
    }

    private boolean isTimedOut(long nowNs) {
        return nowNs >= timeoutNs();
    }

    private boolean isOvertaken() {
        return hasQuorum(entered);
    }

    /** Notes the own block of a round. */
    void made(long round) {
        made = Math.max(made, round);
        isJumping = false;
    }
}
