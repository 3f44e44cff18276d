package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The blocks of a seat above its horizon: those that are accepted, and those that wait for parents. What a peer can
 * make it keep is bounded: rounds up to {@code aheadRounds} after that of the seat, one block for an author and round
 * unless another block needs more, and {@code quota} blocks for each peer that wait; the one of the highest round goes
 * first, so that what waits is completed from below. Not thread-safe.
 */
final class SeatGraph {
    private final Committee committee;
    private final int ownSeat;
    private final int quota;
    private final Consumer<SeatVertex> accepted;
    private final Consumer<Block> proved;
    private final Map<Reference, SeatVertex> vertices = new LinkedHashMap<>();
    private final Map<Long, RoundBlocks> rounds = new HashMap<>();
    private final Map<Reference, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Reference, List<Waiting>> missing = new LinkedHashMap<>();
    private final Map<Long, Map<Integer, Reference>> first = new HashMap<>();
    private final Map<Integer, Block> evidence = new HashMap<>();
    private final int[] waitingOf;
    private final ArrayDeque<Waiting> complete = new ArrayDeque<>();
    private boolean isCompleting;
    private long horizon = -1;
    private long highestRound;

    /** A block whose parents above the horizon are not all there. */
    private static final class Waiting {
        final Block block;
        final int peer;
        final Set<Reference> missing = new HashSet<>();

        Waiting(Block block, int peer) {
            this.block = block;
            this.peer = peer;
        }
    }

    SeatGraph(LedgerChain chain, int ownSeat, int quota, Consumer<SeatVertex> accepted, Consumer<Block> proved) {
        this.proved = proved;
        this.ownSeat = ownSeat;
        this.committee = chain.committee();
        this.quota = quota;
        this.accepted = accepted;
        this.waitingOf = new int[committee.seats()];
        for (Reference implied : chain.genesis()) {
            SeatVertex vertex = new SeatVertex(implied, committee.seats());
            vertices.put(implied, vertex);
            round(0).add(vertex);
        }
    }

    private RoundBlocks round(long number) {
        return rounds.computeIfAbsent(number, _ -> new RoundBlocks(committee));
    }

    /** Returns the accepted blocks of a round. */
    RoundBlocks at(long number) {
        RoundBlocks found = rounds.get(number);
        return found == null ? new RoundBlocks(committee) : found;
    }

    /** Returns an accepted block above the horizon, or null. */
    SeatVertex get(Reference reference) {
        return vertices.get(reference);
    }

    boolean isKnown(Reference reference) {
        return vertices.containsKey(reference) || waiting.containsKey(reference);
    }

    /** Returns the accepted blocks, parents before children. */
    Collection<SeatVertex> vertices() {
        return vertices.values();
    }

    /** Returns the references of blocks that others wait for. */
    Collection<Reference> missing() {
        return missing.keySet();
    }

    boolean isMissing(Reference reference) {
        return missing.containsKey(reference);
    }

    /** Returns the blocks of the history of a waiting block that are not known, none if it does not wait. */
    Set<Reference> lacking(Reference block) {
        Set<Reference> lacking = new HashSet<>();
        Set<Reference> seen = new HashSet<>();
        ArrayDeque<Reference> open = new ArrayDeque<>();
        open.add(block);
        while (!open.isEmpty()) {
            Waiting pending = waiting.get(open.remove());
            if (pending == null) {
                continue;
            }
            for (Reference parent : pending.missing) {
                if (seen.add(parent)) {
                    open.add(parent);
                    if (!isKnown(parent)) {
                        lacking.add(parent);
                    }
                }
            }
        }
        return lacking;
    }

    /** Returns two blocks of one author and round, of which this is the second, for each author that made them. */
    Map<Integer, Block> evidence() {
        return evidence;
    }

    long horizon() {
        return horizon;
    }

    /** Returns the highest round of an accepted block. */
    long highestRound() {
        return highestRound;
    }

    /** Returns which authors have blocks that wait for each missing one; of more than are tolerated one is correct. */
    Map<Reference, SeatSet> authorsWaiting() {
        List<Waiting> highestFirst = new ArrayList<>(waiting.values());
        highestFirst.sort(
                Comparator.comparingLong(pending -> -pending.block.header().round()));
        Map<Reference, SeatSet> authors = new HashMap<>();
        SeatSet none = new SeatSet(committee.seats());
        for (Waiting pending : highestFirst) {
            SeatSet onIt = authors.getOrDefault(pending.block.reference(), none);
            for (Reference parent : pending.missing) {
                SeatSet onParent = authors.computeIfAbsent(parent, _ -> new SeatSet(committee.seats()));
                onParent.addAll(onIt);
                onParent.add(pending.block.header().author());
            }
        }
        return authors;
    }

    int waitingCount() {
        return waiting.size();
    }

    /** Returns the newest accepted block of an author below a round, or null. */
    List<SeatVertex> newest(int author, long below) {
        for (long number = Math.min(below - 1, highestRound); number > horizon; number--) {
            RoundBlocks at = rounds.get(number);
            if (at != null && at.has(author)) {
                return at.of(author);
            }
        }
        return List.of();
    }

    /**
     * Takes a block whose signature is right.
     *
     * @param block a block that is not known yet
     * @param peer the seat that sent it
     * @throws RejectedException if it is not taken
     */
    void offer(Block block, int peer) {
        Reference reference = block.reference();
        if (isBelow(reference)) {
            throw new RejectedException(
                    Rejection.HORIZON, "a block is below the horizon block=" + reference + " horizon=" + horizon);
        }
        if (isUnneededVariant(reference)) {
            if (evidence.putIfAbsent(reference.author(), block) == null) {
                proved.accept(block);
            }
            throw new RejectedException(
                    Rejection.VARIANT, "the author has another block in this round block=" + reference);
        }
        take(block, peer);
    }

    /** Takes an own block, or one that was accepted before a restart: it has passed all tests. */
    void restore(Block block) {
        take(block, ownSeat);
    }

    private void take(Block block, int peer) {
        Reference reference = block.reference();
        Waiting pending = new Waiting(block, peer);
        for (Reference parent : block.header().parents()) {
            if (!isBelow(parent) && !vertices.containsKey(parent)) {
                pending.missing.add(parent);
            }
        }
        if (!pending.missing.isEmpty()) {
            makeRoom(pending);
            waiting.put(reference, pending);
            waitingOf[peer]++;
            pending.missing.forEach(parent ->
                    missing.computeIfAbsent(parent, _ -> new ArrayList<>()).add(pending));
        } else {
            complete.add(pending);
        }
        first.computeIfAbsent(reference.round(), _ -> new HashMap<>()).putIfAbsent(reference.author(), reference);
        complete();
    }

    private boolean isBelow(Reference reference) {
        return reference.round() <= horizon;
    }

    private boolean isUnneededVariant(Reference reference) {
        Map<Integer, Reference> ofRound = first.get(reference.round());
        Reference other = ofRound == null ? null : ofRound.get(reference.author());
        return other != null && !other.equals(reference) && !missing.containsKey(reference);
    }

    /** Makes room among the blocks of a peer that wait, by the one of the highest round. */
    private void makeRoom(Waiting pending) {
        if (waitingOf[pending.peer] < quota || pending.peer == ownSeat) {
            return;
        }
        Waiting highest = pending;
        for (Waiting other : waiting.values()) {
            if (other.peer == pending.peer
                    && other.block.header().round() > highest.block.header().round()) {
                highest = other;
            }
        }
        if (highest == pending) {
            throw new RejectedException(
                    Rejection.QUOTA,
                    "too many blocks of a peer wait peer=" + pending.peer + " most=" + quota + " block="
                            + pending.block);
        }
        drop(highest);
    }

    /** Forgets a block that waits. */
    private void drop(Waiting pending) {
        Reference reference = pending.block.reference();
        waiting.remove(reference);
        waitingOf[pending.peer]--;
        for (Reference parent : pending.missing) {
            List<Waiting> others = missing.get(parent);
            if (others != null && others.remove(pending) && others.isEmpty()) {
                missing.remove(parent);
            }
        }
        Map<Integer, Reference> ofRound = first.get(reference.round());
        if (ofRound != null) {
            ofRound.remove(reference.author(), reference);
        }
    }

    private void complete() {
        if (isCompleting) {
            return;
        }
        isCompleting = true;
        try {
            while (!complete.isEmpty()) {
                Waiting pending = complete.remove();
                if (!isBelow(pending.block.reference())) {
                    accept(pending.block);
                }
            }
        } finally {
            isCompleting = false;
        }
    }

    private void accept(Block block) {
        List<SeatVertex> parents = new ArrayList<>();
        for (Reference parent : block.header().parents()) {
            SeatVertex vertex = vertices.get(parent);
            if (vertex != null) {
                parents.add(vertex);
            }
        }
        SeatVertex vertex = new SeatVertex(block, parents, committee);
        vertices.put(vertex.reference, vertex);
        round(vertex.round).add(vertex);
        highestRound = Math.max(highestRound, vertex.round);
        accepted.accept(vertex);
        List<Waiting> released = missing.remove(vertex.reference);
        if (released != null) {
            released.forEach(pending -> resolve(pending, vertex.reference));
        }
    }

    private void resolve(Waiting pending, Reference parent) {
        pending.missing.remove(parent);
        if (pending.missing.isEmpty()) {
            waiting.remove(pending.block.reference());
            waitingOf[pending.peer]--;
            complete.add(pending);
        }
    }

    /** Drops everything up to a round; blocks that waited for blocks there wait no more. */
    void raiseHorizon(long round, Consumer<SeatVertex> dropped) {
        if (round <= horizon) {
            return;
        }
        horizon = round;
        first.keySet().removeIf(this::isBelow);
        rounds.entrySet().removeIf(entry -> {
            if (!isBelow(entry.getKey())) {
                return false;
            }
            for (SeatVertex vertex : entry.getValue().blocks()) {
                vertices.remove(vertex.reference);
                dropped.accept(vertex);
                vertex.forgetHistory();
            }
            return true;
        });
        for (Waiting pending : List.copyOf(waiting.values())) {
            if (isBelow(pending.block.reference())) {
                drop(pending);
            }
        }
        for (Reference parent : List.copyOf(missing.keySet())) {
            if (isBelow(parent)) {
                missing.remove(parent).forEach(pending -> resolve(pending, parent));
            }
        }
        complete();
    }

    private boolean isBelow(long round) {
        return round <= horizon;
    }
}
