package io.millrace.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/**
 * Fetches commits that a quorum has voted for, and their blocks from all peers in parallel. A run of commits is taken
 * only if each names the one before, the first the last own one, and the last has a proof. It ends once peers, of which
 * one is correct, have hardly more; while others commit there is always one more. Not thread-safe.
 */
final class CatchUp {
    private static final int ASKED_AT_ONCE = 64;

    /** A peer that has not answered after so many times what an answer took before is taken for silent. */
    private static final int PATIENCE = 4;

    /** The shortest time to wait, as a part of the longest, which is four bounds on delays. */
    private static final int SHORTEST_PATIENCE_PART = 32;

    private static final int MOST_DOUBLINGS = 20;

    /** So few commits say that a peer has hardly more: the rest comes with the blocks above the horizon. */
    private static final int NEAR_COMMITS = 16;

    private final LedgerChain chain;
    private final SeatSignatures signatures;
    private final int ownSeat;
    private final long retryNs;
    private final ObjIntConsumer<SeatMessage> sender;
    private final Map<Reference, Block> blocks = new HashMap<>();
    private List<CommitRecord> run = List.of();
    private List<BlockHeader> proof = List.of();
    private boolean isActive;
    private int peer;

    /** The peers that were asked for commits and have not answered. */
    private final Set<Integer> owing = new HashSet<>();

    private int nearAnswers;
    private long askedNs;
    private boolean isMeasured;

    /** How long the first answer to the last question took: the bound on delays may be a hundred times as long. */
    private long answerNs;

    private long untilNs = Long.MAX_VALUE;
    private int tries;

    CatchUp(LedgerChain chain, SeatSignatures signatures, SeatOptions options, ObjIntConsumer<SeatMessage> sender) {
        this.chain = chain;
        this.signatures = signatures;
        this.ownSeat = options.seat();
        this.retryNs = 4 * options.deltaNs();
        this.sender = sender;
        this.peer = options.seat();
        this.answerNs = retryNs;
    }

    boolean isActive() {
        return isActive;
    }

    long dueNs() {
        return untilNs;
    }

    /** Begins after a commit. */
    void start(long index, long nowNs) {
        isActive = true;
        nearAnswers = 0;
        answerNs = retryNs;
        ask(index, nowNs);
    }

    private void ask(long index, long nowNs) {
        run = List.of();
        blocks.clear();
        tries = 0;
        askForCommits(index, nowNs);
    }

    private void askForCommits(long index, long nowNs) {
        peer = next(peer);
        owing.add(peer);
        await(nowNs);
        sender.accept(new SeatMessage.FetchCommits(index + 1), peer);
    }

    /**
     * Waits for answers, longer with each try. While a seat waits for one that is silent, others commit; if it waited
     * for the bound on delays each time, it would never have what they have.
     */
    private void await(long nowNs) {
        long firstNs = Math.max(retryNs / SHORTEST_PATIENCE_PART, PATIENCE * answerNs);
        long patienceNs = firstNs << Math.min(tries, MOST_DOUBLINGS);
        askedNs = nowNs;
        isMeasured = tries > 0;
        untilNs = nowNs + Math.min(retryNs, patienceNs);
    }

    private void measure(long nowNs) {
        if (!isMeasured) {
            isMeasured = true;
            answerNs = nowNs - askedNs;
        }
    }

    private int next(int seat) {
        int next = (seat + 1) % chain.committee().seats();
        return next == ownSeat ? (next + 1) % chain.committee().seats() : next;
    }

    /** Asks again for what did not come in time. */
    void tick(long index, long nowNs) {
        if (!isActive || nowNs < untilNs) {
            return;
        }
        tries++;
        if (tries > 2 * chain.committee().seats()) {
            ask(index, nowNs);
        } else if (run.isEmpty()) {
            askForCommits(index, nowNs);
        } else {
            askForBlocks(nowNs);
        }
    }

    /** Takes commits; returns whether the seat has all that peers have proofs of. */
    boolean received(SeatMessage.Commits commits, int from, long index, Digest last, long nowNs) {
        if (!owing.contains(from)) {
            throw new RejectedException(
                    Rejection.NOT_ASKED, "commits that were not asked for from=" + commits.from() + " peer=" + from);
        }
        if (!isActive || !run.isEmpty() || commits.from() != index + 1) {
            owing.remove(from); // another one was faster
            return false;
        }
        if (commits.commits().isEmpty()) {
            owing.remove(from);
            measure(nowNs);
            nearAnswers++;
            return proceed(index, nowNs);
        }
        check(commits, index, last);
        owing.remove(from);
        measure(nowNs);
        nearAnswers = commits.commits().size() <= NEAR_COMMITS ? nearAnswers + 1 : 0;
        run = commits.commits();
        proof = commits.proof();
        for (CommitRecord commit : run) {
            commit.blocks().forEach(block -> blocks.put(block, null));
        }
        return false;
    }

    private void check(SeatMessage.Commits commits, long index, Digest last) {
        long expected = index;
        Digest previous = last;
        for (CommitRecord commit : commits.commits()) {
            expected++;
            if (commit.index() != expected
                    || !commit.previous().equals(previous)
                    || !commit.root().equals(CommitRecord.rootOf(commit.blocks()))
                    || !commit.blocks().contains(commit.leader())) {
                throw new RejectedException(
                        Rejection.UNPROVED,
                        "a commit does not follow index=" + commit.index() + " expected=" + expected);
            }
            previous = commit.digest();
        }
        if (!new CommitProof(expected, previous, commits.proof()).isWhole(chain.committee(), signatures)) {
            throw new RejectedException(Rejection.UNPROVED, "no quorum has voted for a commit index=" + expected);
        }
    }

    /** Uses a block that the seat has already. */
    void offer(Block block) {
        if (blocks.containsKey(block.reference())) {
            blocks.put(block.reference(), block);
        }
    }

    /** Returns the blocks that the run needs. */
    List<Reference> needed() {
        return List.copyOf(blocks.keySet());
    }

    /** Asks all peers in turn for what is missing. */
    void askForBlocks(long nowNs) {
        await(nowNs);
        Map<Integer, List<Reference>> requests = new LinkedHashMap<>();
        int to = next(peer + tries);
        for (CommitRecord commit : run) {
            for (Reference block : commit.blocks()) {
                if (blocks.get(block) == null) {
                    List<Reference> request = requests.computeIfAbsent(to, _ -> new ArrayList<>());
                    if (request.size() < ASKED_AT_ONCE) {
                        request.add(block);
                    }
                    to = next(to);
                }
            }
        }
        requests.forEach((seat, references) -> sender.accept(new SeatMessage.FetchCommitted(references), seat));
    }

    /** Takes blocks of commits, all or none; returns whether some were new. */
    boolean received(List<Block> sent, long nowNs) {
        sent.forEach(this::demandAsked);
        measure(nowNs);
        boolean isNew = false;
        for (Block block : sent) {
            isNew |= blocks.putIfAbsent(block.reference(), block) == null;
        }
        return isNew;
    }

    private void demandAsked(Block block) {
        if (!blocks.containsKey(block.reference())) {
            throw new RejectedException(Rejection.NOT_ASKED, "a block of a commit was not asked for block=" + block);
        }
        // Commits prove its content alone, and others will ask this seat for the block with its signature.
        if (!signatures.verify(
                block.header().author(),
                block.reference().digest(),
                block.header().rawSignature())) {
            throw new RejectedException(Rejection.SIGNATURE, "the signature is wrong block=" + block);
        }
    }

    /** Returns the run with its proof once all its blocks are there. */
    Optional<CommitProof> complete() {
        if (run.isEmpty() || blocks.containsValue(null)) {
            return Optional.empty();
        }
        CommitRecord last = run.getLast();
        return Optional.of(new CommitProof(last.index(), last.digest(), proof));
    }

    List<CommitRecord> run() {
        return run;
    }

    Block block(Reference reference) {
        return blocks.get(reference);
    }

    /** Continues after a commit; returns whether that is not needed, since the seat has about all that peers have. */
    boolean proceed(long index, long nowNs) {
        if (nearAnswers <= chain.committee().faults()) {
            ask(index, nowNs);
            return false;
        }
        isActive = false;
        untilNs = Long.MAX_VALUE;
        run = List.of();
        blocks.clear();
        return true;
    }

    int size() {
        return blocks.size() + run.size();
    }
}
