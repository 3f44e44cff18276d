package io.millrace.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What is counted for one slot: per candidate, which authors support it, do not, or certify it. Not thread-safe. */
final class Slot {
    private final Committee committee;
    private final long round;
    private final List<Candidate> candidates = new ArrayList<>(1);
    private final SeatSet voters;
    private SlotOutcome outcome = SlotOutcome.UNDECIDED;
    private Vertex committed;
    private boolean isDirect;

    /** A block of the leader, and the authors of the next two rounds that are for or against it. */
    private static final class Candidate {
        final Vertex vertex;
        final SeatSet opponents;
        final SeatSet certifiers;

        Candidate(Vertex vertex, int seats) {
            this.vertex = vertex;
            this.opponents = new SeatSet(seats);
            this.certifiers = new SeatSet(seats);
        }
    }

    Slot(Committee committee, long round) {
        this.committee = committee;
        this.round = round;
        this.voters = new SeatSet(committee.seats());
    }

    /** Adds a block of the leader. Blocks of the next round that are there already cannot have it as a parent. */
    void addCandidate(Vertex vertex) {
        Candidate candidate = new Candidate(vertex, committee.seats());
        candidate.opponents.addAll(voters);
        candidates.add(candidate);
    }

    /** Counts a block of the next round; returns whether the slot is decided by it. */
    boolean addVote(Vertex vertex) {
        voters.add(vertex.author);
        for (Candidate candidate : candidates) {
            if (!Objects.equals(vertex.supported(), candidate.vertex)) {
                candidate.opponents.add(vertex.author);
            }
        }
        return decideDirectly();
    }

    /** Counts a block that certifies a candidate, two rounds later; returns whether the slot is decided by it. */
    boolean addCertificate(Vertex vertex) {
        for (Candidate candidate : candidates) {
            if (Objects.equals(vertex.certified(), candidate.vertex)) {
                candidate.certifiers.add(vertex.author);
            }
        }
        return decideDirectly();
    }

    /** Decides by a committed anchor, in whose history {@code certified} was found, which may be null. */
    void decideByAnchor(Vertex certified) {
        outcome = certified == null ? SlotOutcome.SKIP : SlotOutcome.COMMIT;
        committed = certified;
    }

    SlotOutcome outcome() {
        return outcome;
    }

    /** Returns the committed block, or null. */
    Vertex committed() {
        return committed;
    }

    boolean isDirect() {
        return isDirect;
    }

    private boolean decideDirectly() {
        Candidate certified = null;
        boolean skip = voters.size() >= committee.quorum();
        for (Candidate candidate : candidates) {
            skip &= candidate.opponents.size() >= committee.quorum();
            if (candidate.certifiers.size() > 0) {
                if (certified != null) {
                    throw new TooManyFaultsException("two blocks of one slot are certified round=" + round + " first="
                            + certified.vertex.digest + " second=" + candidate.vertex.digest + tolerated());
                }
                certified = candidate;
            }
        }
        if (skip && certified != null) {
            throw new TooManyFaultsException("a quorum skips a slot with a certified block round=" + round + " block="
                    + certified.vertex.digest + tolerated());
        }
        boolean commit = certified != null && certified.certifiers.size() >= committee.quorum();
        if (outcome != SlotOutcome.UNDECIDED || !(skip || commit)) {
            return false;
        }
        outcome = commit ? SlotOutcome.COMMIT : SlotOutcome.SKIP;
        committed = commit ? certified.vertex : null;
        isDirect = true;
        return true;
    }

    private String tolerated() {
        return " tolerated=" + committee.faults();
    }
}
