package io.millrace.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The commits of a seat as records that name each other, and the transactions that they bring. A transaction that came
 * within the rounds of the horizon before, carried out or not, is left out. So the commits of these rounds say all, and
 * a seat that starts again with them leaves out the same as one that runs. Not thread-safe.
 */
final class CommitChain {
    private final Committee committee;
    private final long startMs;
    private final long horizonRounds;
    private final Map<Digest, Long> seen = new HashMap<>();
    private final Map<Long, List<Digest>> seenIn = new HashMap<>();
    private long oldestRound = 1;
    private long index;
    private Digest last;
    private long timeMs;

    CommitChain(LedgerChain chain, long horizonRounds) {
        this.committee = chain.committee();
        this.startMs = chain.startMs();
        this.horizonRounds = horizonRounds;
        this.last = chain.committeeHash();
        this.timeMs = startMs;
    }

    long index() {
        return index;
    }

    /** Returns the digest of the last commit, that of the committee without one. */
    Digest last() {
        return last;
    }

    /** Returns the record of the next commit, with the lower median of the clocks of the round below the leader. */
    CommitRecord next(SeatVertex leader, List<Reference> blocks) {
        return CommitRecord.of(index + 1, last, leader.reference, Math.max(timeMs, medianMs(leader)), blocks);
    }

    private long medianMs(SeatVertex leader) {
        long[] times = new long[committee.seats()];
        int count = 0;
        for (Vertex parent : leader.parents()) {
            if (parent.round == leader.round - 1) {
                times[count++] = ((SeatVertex) parent).timeMs(startMs);
            }
        }
        Arrays.sort(times, 0, count);
        return times[(count - 1) / 2];
    }

    /** Continues after a commit without its transactions. */
    void resume(CommitRecord commit) {
        index = commit.index();
        last = commit.digest();
        timeMs = commit.timeMs();
    }

    /** Takes a commit with its blocks in their order, and returns the transactions that were not seen before. */
    List<byte[]> take(CommitRecord commit, List<Block> blocks) {
        resume(commit);
        return fresh(commit.leader().round(), blocks);
    }

    /** Notes the transactions of a commit, and returns those that were not seen before. */
    List<byte[]> fresh(long round, List<Block> blocks) {
        for (; oldestRound <= round - horizonRounds; oldestRound++) {
            List<Digest> gone = seenIn.remove(oldestRound);
            if (gone != null) {
                long expired = oldestRound;
                gone.forEach(digest -> seen.remove(digest, expired));
            }
        }
        List<byte[]> fresh = new ArrayList<>();
        List<Digest> digests = new ArrayList<>();
        for (Block block : blocks) {
            for (int i = 0; i < block.size(); i++) {
                Digest digest = block.transactionDigests().get(i);
                Long before = seen.put(digest, round);
                if (before == null || before < round) {
                    digests.add(digest);
                }
                if (before == null) {
                    fresh.add(block.rawTransactions().get(i));
                }
            }
        }
        if (!digests.isEmpty()) {
            seenIn.put(round, digests);
        }
        return fresh;
    }

    /** Returns how many transactions are remembered. */
    int remembered() {
        return seen.size();
    }
}
