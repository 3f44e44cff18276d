package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The order of a seat: the committer, the commits as records, what blocks say about them, and the horizon. Not
 * thread-safe.
 */
final class SeatOrder {
    /**
     * How many rounds below the horizon blocks are still served. A block just above the horizon may be referred to by a
     * seat whose next commit raises its horizon; others need it for the blocks by which they reach that commit.
     */
    private static final long SERVED_ROUNDS = 20;

    private final SeatOptions options;
    private final LedgerChain chain;
    private final SeatGraph graph;
    private final SeatPort port;
    private final TransactionPool pool;
    private final CommitChain commits;
    private final CommitVotes votes;

    /** Rounds above the horizon whose own block is in the order, also while that block waits for its parents here. */
    private final Set<Long> ownOrdered = new HashSet<>();

    private Committer committer;
    private boolean isPaused;
    private boolean isCommitting;
    private boolean isExecuting = true;

    SeatOrder(SeatOptions options, LedgerChain chain, SeatGraph graph, SeatPort port, TransactionPool pool) {
        this.options = options;
        this.chain = chain;
        this.graph = graph;
        this.port = port;
        this.pool = pool;
        this.commits = new CommitChain(chain, options.horizonRounds());
        this.votes = new CommitVotes(chain.committee(), options.seat());
        this.committer = new Committer(chain.committee(), options.horizonRounds());
    }

    long index() {
        return commits.index();
    }

    Digest last() {
        return commits.last();
    }

    long decidedRound() {
        return committer.decidedRound();
    }

    long committedRound() {
        return committer.committedRound();
    }

    long provedIndex() {
        return votes.proved();
    }

    boolean isExecuting() {
        return isExecuting;
    }

    List<CommitVote> takeVotes(int most) {
        return votes.take(most);
    }

    /** Continues after the last commit in storage, with what those before it say about the rounds above the horizon. */
    void resume(long index, long executed) {
        if (index == 0) {
            return;
        }
        List<CommitRecord> window = window(index, Math.min(index, executed + 1));
        for (CommitRecord commit : window) {
            List<Block> ordered = new ArrayList<>();
            commit.blocks()
                    .forEach(block -> ordered.add(port.block(block)
                            .orElseThrow(() -> new LedgerException("a block of a commit is not stored commit="
                                    + commit.index() + " block=" + block))));
            List<byte[]> fresh = commits.take(commit, ordered);
            if (commit.index() > executed) {
                port.execute(commit, fresh);
            }
        }
        continueAfter(window);
        votes.resume(index);
    }

    /** Returns the commits up to one, in their order, from a horizon before another on. */
    private List<CommitRecord> window(long index, long first) {
        ArrayDeque<CommitRecord> window = new ArrayDeque<>();
        long firstRound =
                port.commit(first).map(commit -> commit.leader().round()).orElse(0L);
        for (long number = index; number >= 1; number--) {
            Optional<CommitRecord> commit = port.commit(number);
            if (commit.isEmpty()) {
                if (number == index) {
                    throw new LedgerException("the last commit is not stored commit=" + index);
                }
                break;
            }
            window.addFirst(commit.get());
            if (commit.get().leader().round() <= firstRound - options.horizonRounds()) {
                break;
            }
        }
        return List.copyOf(window);
    }

    private void continueAfter(List<CommitRecord> window) {
        CommitRecord last = window.getLast();
        long horizon = horizonAfter(last);
        committer = new Committer(chain.committee(), options.horizonRounds());
        List<Reference> ordered = new ArrayList<>();
        for (CommitRecord commit : window) {
            commit.blocks().stream().filter(block -> block.round() > horizon).forEach(ordered::add);
        }
        committer.resume(last.index(), last.leader().round(), ordered);
        raiseHorizon(horizon);
    }

    private long horizonAfter(CommitRecord commit) {
        return commit.leader().round() - options.horizonRounds();
    }

    private void raiseHorizon(long round) {
        graph.raiseHorizon(round, vertex -> {
            if (vertex.author == options.seat() && !isOutput(vertex) && vertex.block != null) {
                pool.giveBack(vertex.block.rawTransactions());
            }
        });
        ownOrdered.removeIf(own -> own <= round);
        committer.forget(round);
        if (round > SERVED_ROUNDS) {
            port.forget(round - SERVED_ROUNDS);
        }
    }

    /** Returns whether a block is in the order, or a variant of it. */
    boolean isOutput(SeatVertex vertex) {
        boolean isOwnOrdered = vertex.author == options.seat() && ownOrdered.contains(vertex.round);
        return vertex.isOutput || isOwnOrdered || committer.isOrdered(vertex);
    }

    /** Takes a block whose parents were taken before it. */
    void accepted(SeatVertex vertex) {
        count(vertex);
        if (!isPaused) {
            committer.add(vertex);
            commit();
        }
    }

    private void count(SeatVertex vertex) {
        votes.count(vertex.block.header()).ifPresent(port::store);
        for (long index : CommitVotes.executedIn(vertex.block.header())) {
            stopIfContradicted(index);
        }
    }

    /** Takes new commits; a commit may raise the horizon, by which blocks enter the graph that bring more commits. */
    private void commit() {
        if (isCommitting) {
            return;
        }
        isCommitting = true;
        try {
            List<OrderedCommit> fresh = committer.takeOrdered();
            while (!fresh.isEmpty()) {
                fresh.forEach(this::commit);
                fresh = committer.takeOrdered();
            }
        } finally {
            isCommitting = false;
        }
    }

    private void commit(OrderedCommit ordered) {
        List<Block> blocks = new ArrayList<>();
        for (Vertex vertex : ordered.blocks()) {
            blocks.add(((SeatVertex) vertex).block);
        }
        CommitRecord commit = commits.next(
                (SeatVertex) ordered.leader(),
                blocks.stream().map(Block::reference).toList());
        take(commit, blocks);
    }

    /** Takes a commit with its blocks, which are stored. */
    void take(CommitRecord commit, List<Block> blocks) {
        for (Block block : blocks) {
            // An own block whose variant comes into the order must not give its transactions back.
            Reference place = block.reference();
            graph.at(place.round()).of(place.author()).forEach(vertex -> vertex.isOutput = true);
            if (place.author() == options.seat()) {
                ownOrdered.add(place.round());
            }
        }
        port.store(commit);
        List<byte[]> fresh = commits.take(commit, blocks);
        votes.commit(commit.index(), commit.digest()).ifPresent(port::store);
        if (isExecuting) {
            port.execute(commit, fresh);
        }
        raiseHorizon(horizonAfter(commit));
    }

    /** Decides nothing until {@link #proceed}, since commits come from others. */
    void pause() {
        isPaused = true;
    }

    /** Notes that a quorum has voted for the last commit. */
    void proved(CommitProof proof) {
        port.store(proof);
        votes.resume(proof.index());
    }

    /** Decides again, after the last commit. */
    void proceed() {
        if (index() > 0) {
            continueAfter(window(index(), index()));
        } else {
            committer = new Committer(chain.committee(), options.horizonRounds());
        }
        for (SeatVertex vertex : List.copyOf(graph.vertices())) {
            if (vertex.round > 0 && vertex.round > graph.horizon()) {
                vertex.ordered = false;
                vertex.search = 0;
                committer.add(vertex);
            }
        }
        isPaused = false;
        commit();
    }

    /** Returns what is decided about the slot of a round, undecided where it is below the horizon. */
    SlotDecision decision(long round) {
        return committer.decision(round);
    }

    /** Takes the root after a commit. */
    void executed(long index, Digest root) {
        votes.execute(index, root).ifPresent(other -> stop(index, other));
    }

    private void stopIfContradicted(long index) {
        votes.contradiction(index).ifPresent(other -> stop(index, other));
    }

    private void stop(long index, Digest other) {
        if (isExecuting) {
            isExecuting = false;
            port.event(SeatEvent.DIVERGED, "others agree about another root commit=" + index + " root=" + other);
        }
    }

    int size() {
        return commits.remembered() + votes.size();
    }
}
