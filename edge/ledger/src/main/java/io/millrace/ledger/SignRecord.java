package io.millrace.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a seat may sign. After a start it asks the others for their newest blocks and for its own newest that they
 * know. With its record, it waits for a quorum together with itself, and finds out whether its storage is older than
 * what it has signed. Without it, a quorum of others must answer; of the highest of their rounds, m, it signs from
 * m + 2 on: a block that it has lost had a quorum of parents, one of whose correct authors is among those that answer.
 * An answer counts once its block is accepted, so that no round is taken that correct seats have not reached. Not
 * thread-safe.
 */
final class SignRecord {
    private final Committee committee;
    private final SeatGraph graph;
    private final long nonce;
    private final Map<Integer, Reference> answers = new HashMap<>();
    private boolean isLost;
    private boolean isAsking = true;

    SignRecord(Committee committee, SeatGraph graph, long nonce, RecordState record) {
        this.committee = committee;
        this.graph = graph;
        this.nonce = nonce;
        this.isLost = record == RecordState.LOST;
    }

    long nonce() {
        return nonce;
    }

    /** Returns whether the seat must not sign yet. */
    boolean isAsking() {
        return isAsking;
    }

    boolean isLost() {
        return isLost;
    }

    /** Notes that others know a block of this seat that its record does not have. */
    void lose() {
        isLost = true;
        isAsking = true;
    }

    /** Notes the newest block of a peer, that of round 0 if it has none; the first answer counts. */
    void answered(int peer, Reference newest) {
        answers.putIfAbsent(peer, newest);
    }

    /** Returns the round to sign from, once enough have answered; nothing is left to ask then. */
    Optional<Long> settle() {
        if (!isAsking || settled() < needed()) {
            return Optional.empty();
        }
        isAsking = false;
        return Optional.of(isLost ? highest() + 2 : 1L);
    }

    /** Returns how many others must answer. */
    private int needed() {
        return Math.min(committee.seats() - 1, isLost ? committee.quorum() : committee.quorum() - 1);
    }

    private int settled() {
        return (int) answers.values().stream().filter(this::isSettled).count();
    }

    private boolean isSettled(Reference block) {
        return block.round() <= graph.horizon() || graph.get(block) != null;
    }

    private long highest() {
        return answers.values().stream()
                .filter(this::isSettled)
                .mapToLong(Reference::round)
                .max()
                .orElse(0);
    }
}
