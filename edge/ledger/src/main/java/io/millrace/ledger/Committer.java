package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides which leader blocks are committed and in which order all blocks come, from the accepted blocks alone. Two
 * nodes with the same blocks decide the same, in whatever order the blocks came; with different blocks, what both have
 * decided is equal, as long as no more seats are faulty than the committee tolerates.
 *
 * <p>The rule is that of Mysticeti-C (arXiv:2310.14821) with one leader slot in each round. A block of the next round
 * <em>supports</em> the leader's block among its parents. A block two rounds later <em>certifies</em> it if parents
 * of a quorum of authors support it. A slot is <em>committed directly</em> by certificates of a quorum of authors, and
 * <em>skipped directly</em> if a quorum of authors has blocks of the next round that do not support it, for every block
 * that the leader made. A slot that is neither is decided by its <em>anchor</em>, the first slot at least three rounds
 * later that is not skipped: once the anchor is committed, the slot is committed if a certificate is in the anchor's
 * history, and skipped otherwise. The history of a committed leader that is above the horizon and not yet in the order
 * follows: by round, and within a round by seat, beginning with the leader's.
 *
 * <p>Work is done for new blocks alone: each block is counted for three slots, and slots are searched again only when
 * one was decided directly. Not thread-safe.
 */
public final class Committer {
    /** How many rounds before the last committed leader a block may be and still come into the order, by default. */
    public static final long HORIZON_ROUNDS = 60;

    private final Committee committee;
    private final long horizonRounds;
    private final Map<Long, Slot> slots = new HashMap<>();
    private final Map<Long, SeatSet> inOrder = new HashMap<>();
    private final List<OrderedCommit> fresh = new ArrayList<>();
    private long highestRound;
    private long nextRound = 1;
    private long commits;
    private long committedRound;
    private long searches;

    /**
     * Creates a committer without blocks.
     *
     * @param committee the seats
     * @param horizonRounds how many rounds before the last committed leader a block may be and still come into the
     *     order, at least 3
     * @throws LedgerException if the number of rounds is below 3
     */
    public Committer(Committee committee, long horizonRounds) {
        this.committee = Objects.requireNonNull(committee, "committee");
        if (horizonRounds < 3) {
            throw new LedgerException("a horizon is at least 3 rounds away rounds=" + horizonRounds);
        }
        this.horizonRounds = horizonRounds;
    }

    /**
     * Counts an accepted block whose parents were counted before it.
     *
     * @throws TooManyFaultsException if the blocks prove that too many seats are faulty
     */
    void add(Vertex vertex) {
        long round = vertex.round;
        highestRound = Math.max(highestRound, round);
        if (vertex.author == committee.leader(round)) {
            slot(round).addCandidate(vertex);
        }
        boolean decided = false;
        if (round > 1) {
            decided = slot(round - 1).addVote(vertex);
        }
        if (vertex.certified() != null) {
            decided |= slot(round - 2).addCertificate(vertex);
        }
        if (decided) {
            decideByAnchors();
            commitDecided();
        }
    }

    /** Returns the commits since the last call, in their order. */
    public List<Commit> takeCommits() {
        return takeOrdered().stream().map(OrderedCommit::commit).toList();
    }

    /** Returns the commits since the last call with their blocks, in their order. */
    List<OrderedCommit> takeOrdered() {
        List<OrderedCommit> taken = List.copyOf(fresh);
        fresh.clear();
        return taken;
    }

    /**
     * Continues after a commit, before any block was added.
     *
     * @param index the number of the commit
     * @param round the round of its leader
     * @param ordered the blocks of this commit and of those before whose rounds are above the horizon
     */
    void resume(long index, long round, Iterable<Reference> ordered) {
        commits = index;
        committedRound = round;
        nextRound = round + 1;
        for (Reference block : ordered) {
            inOrder.computeIfAbsent(block.round(), _ -> new SeatSet(committee.seats()))
                    .add(block.author());
        }
    }

    /** Returns the highest round up to which each slot is decided, 0 without one. */
    long decidedRound() {
        return nextRound - 1;
    }

    /** Returns the round of the last committed leader, 0 without one. */
    long committedRound() {
        return committedRound;
    }

    /** Returns whether a block of this author and round is in the order; not far below the horizon. */
    boolean isOrdered(Vertex vertex) {
        SeatSet authors = inOrder.get(vertex.round);
        return authors != null && authors.contains(vertex.author);
    }

    /** Forgets the slots up to a round, which are all decided. */
    void forget(long round) {
        slots.keySet().removeIf(number -> number <= round);
    }

    /** Returns the highest round of a block, 0 without one. */
    public long highestRound() {
        return highestRound;
    }

    /** Returns what is decided about the slot of a round, which is at least 1. */
    public SlotDecision decision(long round) {
        Slot slot = slots.get(round);
        int leader = committee.leader(round);
        if (slot == null) {
            return new SlotDecision(round, leader, SlotOutcome.UNDECIDED, Optional.empty(), false);
        }
        Optional<Digest> block = Optional.ofNullable(slot.committed()).map(committed -> committed.digest);
        return new SlotDecision(round, leader, slot.outcome(), block, slot.isDirect());
    }

    private Slot slot(long round) {
        return slots.computeIfAbsent(round, number -> new Slot(committee, number));
    }

    private SlotOutcome outcome(long round) {
        Slot slot = slots.get(round);
        return slot == null ? SlotOutcome.UNDECIDED : slot.outcome();
    }

    private void decideByAnchors() {
        long anchor = 0;
        for (long round = highestRound; round >= nextRound; round--) {
            if (anchor == 0 || outcome(round + 3) != SlotOutcome.SKIP) {
                anchor = round + 3;
            }
            if (outcome(round) == SlotOutcome.UNDECIDED && outcome(anchor) == SlotOutcome.COMMIT) {
                slot(round).decideByAnchor(certifiedInHistory(slots.get(anchor).committed(), round));
            }
        }
    }

    /** Returns the candidate of a slot for which a certificate is in the history of a block, or null. */
    private Vertex certifiedInHistory(Vertex anchor, long round) {
        long certificateRound = round + 2;
        long search = ++searches;
        ArrayDeque<Vertex> open = new ArrayDeque<>();
        open.add(anchor);
        anchor.search = search;
        while (!open.isEmpty()) {
            Vertex vertex = open.remove();
            if (vertex.round == certificateRound) {
                if (vertex.certified() != null) {
                    return vertex.certified();
                }
                continue;
            }
            for (Vertex parent : vertex.parents()) {
                if (parent.round >= certificateRound && parent.search != search) {
                    parent.search = search;
                    open.add(parent);
                }
            }
        }
        return null;
    }

    private void commitDecided() {
        while (outcome(nextRound) != SlotOutcome.UNDECIDED) {
            Vertex leader = slots.get(nextRound).committed();
            if (leader != null) {
                commits++;
                List<Vertex> ordered = order(leader);
                List<Digest> digests =
                        ordered.stream().map(vertex -> vertex.digest).toList();
                fresh.add(
                        new OrderedCommit(new Commit(commits, leader.round, leader.digest, digests), leader, ordered));
                committedRound = leader.round;
            }
            nextRound++;
        }
    }

    private List<Vertex> order(Vertex leader) {
        long horizon = Math.max(0, committedRound - horizonRounds);
        inOrder.keySet().removeIf(round -> round <= horizon - horizonRounds);
        Map<Long, Map<Integer, Vertex>> chosen = new HashMap<>();
        ArrayDeque<Vertex> open = new ArrayDeque<>();
        open.add(leader);
        leader.ordered = true;
        while (!open.isEmpty()) {
            Vertex vertex = open.remove();
            SeatSet before = inOrder.get(vertex.round);
            if (before == null || !before.contains(vertex.author)) {
                chosen.computeIfAbsent(vertex.round, _ -> new HashMap<>())
                        .merge(vertex.author, vertex, (one, other) -> preferred(one, other, leader));
            }
            for (Vertex parent : vertex.parents()) {
                if (parent.round > horizon && !parent.ordered) {
                    parent.ordered = true;
                    open.add(parent);
                }
            }
        }
        List<Vertex> ordered = new ArrayList<>();
        chosen.values().forEach(ofRound -> ordered.addAll(ofRound.values()));
        ordered.sort(Comparator.<Vertex>comparingLong(vertex -> vertex.round)
                .thenComparingInt(vertex -> Math.floorMod(vertex.author - leader.author, committee.seats())));
        for (Vertex vertex : ordered) {
            inOrder.computeIfAbsent(vertex.round, _ -> new SeatSet(committee.seats()))
                    .add(vertex.author);
        }
        return ordered;
    }

    /** Returns the block to order of two of one author and round: the leader itself, else the smaller digest. */
    private static Vertex preferred(Vertex one, Vertex other, Vertex leader) {
        if (Objects.equals(one, leader) || Objects.equals(other, leader)) {
            return leader;
        }
        return one.digest.compareTo(other.digest) <= 0 ? one : other;
    }
}
