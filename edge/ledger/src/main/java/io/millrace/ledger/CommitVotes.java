package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts what blocks say about commits, one vote of an author for each commit, and keeps own votes for the next block.
 * Votes are kept for a number of commits after the last proved one. Not thread-safe.
 */
final class CommitVotes {
    private static final long KEPT = 256;
    private static final int MOST_PENDING = 1024;

    private final Committee committee;
    private final int ownSeat;
    private final TreeMap<Long, Map<Integer, BlockHeader>> committed = new TreeMap<>();
    private final TreeMap<Long, Map<Integer, Digest>> executed = new TreeMap<>();
    private final TreeMap<Long, Digest> ownCommits = new TreeMap<>();
    private final TreeMap<Long, Digest> ownRoots = new TreeMap<>();
    private final ArrayDeque<CommitVote> pending = new ArrayDeque<>();
    private long proved;

    CommitVotes(Committee committee, int ownSeat) {
        this.committee = committee;
        this.ownSeat = ownSeat;
    }

    /** Returns the number of the last commit that a quorum has voted for. */
    long proved() {
        return proved;
    }

    /** Continues after a proved commit. */
    void resume(long index) {
        proved = Math.max(proved, index);
        pending.removeIf(vote -> vote.index() <= index);
        trim();
    }

    /** Notes an own commit; it is voted for in the next block. */
    Optional<CommitProof> commit(long index, Digest digest) {
        ownCommits.put(index, digest);
        vote(new CommitVote(VoteKind.COMMITTED, index, digest));
        return prove(index);
    }

    /** Notes the root after an own commit; returns what other seats agree on instead, if f + 1 do. */
    Optional<Digest> execute(long index, Digest root) {
        ownRoots.put(index, root);
        vote(new CommitVote(VoteKind.EXECUTED, index, root));
        return contradiction(index);
    }

    private void vote(CommitVote vote) {
        if (pending.size() >= MOST_PENDING) {
            pending.removeFirst();
        }
        pending.add(vote);
    }

    /** Takes the newest own votes for a block; a vote for a commit is one for those before. */
    List<CommitVote> take(int most) {
        while (pending.size() > most) {
            pending.removeFirst();
        }
        List<CommitVote> taken = new ArrayList<>(pending);
        pending.clear();
        return taken;
    }

    /** Counts the votes of an accepted block, and returns the proof that it completes. */
    Optional<CommitProof> count(BlockHeader header) {
        Optional<CommitProof> proof = Optional.empty();
        for (CommitVote vote : header.votes()) {
            if (vote.index() <= proved - KEPT || vote.index() > lastOwn() + KEPT) {
                continue;
            }
            switch (vote.kind()) {
                case COMMITTED -> {
                    committed
                            .computeIfAbsent(vote.index(), _ -> new HashMap<>())
                            .putIfAbsent(header.author(), header);
                    Optional<CommitProof> completed = prove(vote.index());
                    proof = completed.isPresent() ? completed : proof;
                }
                case EXECUTED ->
                    executed.computeIfAbsent(vote.index(), _ -> new HashMap<>())
                            .putIfAbsent(header.author(), vote.digest());
            }
        }
        return proof;
    }

    private long lastOwn() {
        return ownCommits.isEmpty() ? proved : Math.max(proved, ownCommits.lastKey());
    }

    private Optional<CommitProof> prove(long index) {
        Digest own = ownCommits.get(index);
        Map<Integer, BlockHeader> votes = committed.get(index);
        if (index <= proved || own == null || votes == null) {
            return Optional.empty();
        }
        CommitVote vote = new CommitVote(VoteKind.COMMITTED, index, own);
        List<BlockHeader> headers = votes.values().stream()
                .filter(header -> header.votes().contains(vote))
                .limit(committee.quorum())
                .toList();
        if (headers.size() < committee.quorum()) {
            return Optional.empty();
        }
        proved = index;
        trim();
        return Optional.of(new CommitProof(index, own, headers));
    }

    /** Returns the root that f + 1 other seats agree on, if it is not the own one. */
    Optional<Digest> contradiction(long index) {
        Digest own = ownRoots.get(index);
        Map<Integer, Digest> votes = executed.get(index);
        if (own == null || votes == null) {
            return Optional.empty();
        }
        Map<Digest, Integer> counts = new HashMap<>();
        votes.forEach((seat, root) -> {
            if (seat != ownSeat && !root.equals(own)) {
                counts.merge(root, 1, Integer::sum);
            }
        });
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() > committee.faults())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the commits about which a block has an opinion on the root. */
    static List<Long> executedIn(BlockHeader header) {
        return header.votes().stream()
                .filter(vote -> vote.kind() == VoteKind.EXECUTED)
                .map(CommitVote::index)
                .toList();
    }

    private void trim() {
        long until = proved - KEPT;
        committed.headMap(proved, true).clear();
        executed.headMap(until, true).clear();
        ownCommits.headMap(until, true).clear();
        ownRoots.headMap(until, true).clear();
    }

    /** Returns how many votes are kept. */
    int size() {
        return committed.size() + executed.size() + ownCommits.size() + ownRoots.size() + pending.size();
    }
}
