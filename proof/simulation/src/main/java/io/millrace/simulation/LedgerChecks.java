package io.millrace.simulation;

import io.millrace.ledger.Block;
import io.millrace.ledger.CommitRecord;
import io.millrace.ledger.Digest;
import io.millrace.ledger.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What holds at every step of a run of the ledger, over all seats that follow the rules. */
final class LedgerChecks {

    private static final int ID_BYTES = Long.BYTES;
    /** A faulty seat does not answer for so long, and then another one is asked. */
    private static final int ANSWER_DELTAS = 2;

    /** How many rounds it is remembered what was signed and ordered: more than a host keeps. */
    private static final long KEPT_ROUNDS = 4000;

    private final LedgerPlan plan;
    private final Coverage coverage;
    private final List<Digest> commits = new ArrayList<>();
    private final List<Digest> roots = new ArrayList<>();
    private final List<Long> leaders = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final Set<Long> places = new HashSet<>();
    private final Map<Long, Long> transactions = new HashMap<>();
    private final Map<Long, Digest> signed = new HashMap<>();
    private final Map<Long, Long> entered = new HashMap<>();
    private long forgottenRound;
    private long watchedFrom = Long.MAX_VALUE;
    private long chain;

    LedgerChecks(LedgerPlan plan, Coverage coverage) {
        this.plan = plan;
        this.coverage = coverage;
    }

    private long place(Reference block) {
        return block.round() * plan.seats() + block.author();
    }

    /** Checks a commit of a seat against those of all others. */
    void committed(int seat, CommitRecord commit) {
        int index = (int) commit.index();
        if (index <= commits.size()) {
            if (!commits.get(index - 1).equals(commit.digest())) {
                throw new ViolationException("two seats have different commits seat=" + seat + " commit=" + commit);
            }
            return;
        }
        if (index > commits.size() + 1) {
            throw new ViolationException(
                    "a commit is left out seat=" + seat + " commit=" + commit + " expected=" + (commits.size() + 1));
        }
        if (!leaders.isEmpty() && leaders.getLast() >= commit.leader().round()) {
            throw new ViolationException("leaders are not in the order of rounds commit=" + commit);
        }
        commits.add(commit.digest());
        leaders.add(commit.leader().round());
        sizes.add(commit.blocks().size());
        chain = ModelFrame.mix(chain, ByteBuffer.wrap(commit.digest().bytes()).getLong());
        coverage.count("commits");
        for (Reference block : commit.blocks()) {
            Digest made = signed.get(place(block));
            if (made != null && !made.equals(block.digest())) {
                throw new ViolationException("a block is in the order that its author has not made block=" + block);
            }
            if (!places.add(place(block))) {
                throw new ViolationException("a seat and round is in the order twice block=" + block);
            }
        }
        forget(commit.leader().round() - KEPT_ROUNDS);
    }

    /** Returns how many blocks the commits after one have that a seat fetches at a time. */
    int blocksAfter(long index, int count) {
        int first = (int) Math.min(index, sizes.size());
        int end = (int) Math.min(sizes.size(), index + count);
        return sizes.subList(first, Math.max(first, end)).stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private void forget(long round) {
        if (round >= forgottenRound + KEPT_ROUNDS) {
            forgottenRound = round;
            long last = (round + 1) * plan.seats();
            places.removeIf(place -> place < last);
            signed.keySet().removeIf(place -> place < last);
            entered.keySet().removeIf(number -> number <= round);
        }
    }

    /** Checks what a seat has carried out. */
    void executed(int seat, CommitRecord commit, List<byte[]> carriedOut, Digest root) {
        int index = (int) commit.index();
        if (index <= roots.size()) {
            if (!roots.get(index - 1).equals(root)) {
                throw new ViolationException("two seats have different roots seat=" + seat + " commit=" + commit);
            }
            return;
        }
        roots.add(root);
        for (byte[] transaction : carriedOut) {
            if (transaction.length >= ID_BYTES) {
                long id = ByteBuffer.wrap(transaction).getLong();
                Long before = transactions.putIfAbsent(id, commit.leader().round());
                if (before != null) {
                    throw new ViolationException("a transaction is carried out twice id=" + id + " round="
                            + commit.leader().round() + " before=" + before);
                }
                coverage.count("transactions");
            }
        }
    }

    /** Checks that a seat signs one block a round, over all its restarts. */
    void signed(Block block) {
        Digest before =
                signed.putIfAbsent(place(block.reference()), block.reference().digest());
        if (before != null && !before.equals(block.reference().digest())) {
            throw new ViolationException("a seat has signed two blocks of one round block=" + block.reference());
        }
    }

    /** Begins to check that all seats enter rounds soon one after the other. */
    void watch(long fromRound) {
        watchedFrom = fromRound;
    }

    /** Checks when a seat enters a round. */
    void entered(int seat, long round, long nowNs) {
        long first = entered.computeIfAbsent(round, _ -> nowNs);
        // Blocks that a faulty seat sends to one seat alone come to the others when that one sends them on.
        int laterDeltas = plan.byzantine() == 0 ? 0 : plan.sending().relayDeltas() + ANSWER_DELTAS;
        long mostNs = (1 + laterDeltas) * plan.deltaNs();
        if (round >= watchedFrom && nowNs - first > mostNs) {
            throw new ViolationException("a seat enters a round late seat=" + seat + " round=" + round + " lateNs="
                    + (nowNs - first) + " deltaNs=" + plan.deltaNs());
        }
    }

    /** Checks that no time ends a wait when all seats are correct. */
    void made(int seat, long round, long waitedNs) {
        long timeoutNs = plan.sending().timeoutDeltas() * plan.deltaNs();
        if (round >= watchedFrom && plan.byzantine() == 0 && waitedNs >= timeoutNs) {
            throw new ViolationException("a seat waits in vain though all are correct seat=" + seat + " round=" + round
                    + " waitedNs=" + waitedNs);
        }
    }

    boolean isOrdered(Reference block) {
        return places.contains(place(block));
    }

    boolean isCarriedOut(long id) {
        return transactions.containsKey(id);
    }

    long commits() {
        return commits.size();
    }

    /** Returns when the first seat has entered a round, in nanoseconds. */
    long enteredNs(long round) {
        return entered.get(round);
    }

    /** Returns the round of the last committed leader. */
    long lastLeader() {
        return leaders.isEmpty() ? 0 : leaders.getLast();
    }

    long chain() {
        return chain;
    }
}
