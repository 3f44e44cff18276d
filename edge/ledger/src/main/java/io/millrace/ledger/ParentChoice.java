package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Chooses what the next block of a seat refers to: its own newest block, and of every other seat the newest block that
 * is not in its history. A seat of which two blocks of one round are in the history is referred to again only where
 * there is no quorum without it: a correct seat that has left the round out will never make a block for it.
 * Not thread-safe.
 */
final class ParentChoice {
    private final Committee committee;
    private final SeatGraph graph;
    private final int ownSeat;
    private final SeatSet excluded;
    private Reference own;

    ParentChoice(LedgerChain chain, SeatGraph graph, int ownSeat) {
        this.committee = chain.committee();
        this.graph = graph;
        this.ownSeat = ownSeat;
        this.excluded = new SeatSet(committee.seats());
        this.own = chain.genesis().get(ownSeat);
    }

    boolean isExcluded(int seat) {
        return excluded.contains(seat);
    }

    /** Returns the newest own block. */
    Reference own() {
        return own;
    }

    /** Notes an own block that is accepted, or below the horizon. */
    void made(Reference block) {
        if (block.round() > own.round()) {
            own = block;
        }
        SeatVertex vertex = graph.get(block);
        if (vertex == null || vertex.isReferred) {
            return;
        }
        ArrayDeque<SeatVertex> open = new ArrayDeque<>();
        vertex.isReferred = true;
        open.add(vertex);
        while (!open.isEmpty()) {
            SeatVertex next = open.remove();
            if (hasOtherInHistory(next)) {
                excluded.add(next.author);
            }
            for (Vertex parent : next.parents()) {
                SeatVertex before = (SeatVertex) parent;
                if (!before.isReferred) {
                    before.isReferred = true;
                    open.add(before);
                }
            }
        }
    }

    private boolean hasOtherInHistory(SeatVertex vertex) {
        for (SeatVertex other : graph.at(vertex.round).blocks()) {
            if (other.author == vertex.author && other != vertex && other.isReferred) {
                return true;
            }
        }
        return false;
    }

    /** Returns the parents of a block of a round, or nothing while a quorum of the round before is not there. */
    Optional<List<Reference>> choose(long round) {
        List<Reference> parents = new ArrayList<>();
        parents.add(own);
        int recent = own.round() == round - 1 ? 1 : 0;
        SeatVertex best = bestCandidate(round - 2);
        for (int seat = 0; seat < committee.seats(); seat++) {
            if (seat == ownSeat || isExcluded(seat)) {
                continue;
            }
            SeatVertex newest = preferred(graph.newest(seat, round), best);
            if (newest != null) {
                parents.add(newest.reference);
                recent += newest.round == round - 1 ? 1 : 0;
            }
        }
        for (int seat = 0; seat < committee.seats() && recent < committee.quorum(); seat++) {
            SeatVertex needed = isExcluded(seat) && seat != ownSeat
                    ? preferred(graph.at(round - 1).of(seat), best)
                    : null;
            if (needed != null) {
                parents.add(needed.reference);
                recent++;
            }
        }
        return recent >= committee.quorum() ? Optional.of(parents) : Optional.empty();
    }

    /** Returns the block of an author to refer to: one that is not in the history, and supports the best candidate. */
    private static SeatVertex preferred(List<SeatVertex> variants, SeatVertex best) {
        SeatVertex chosen = null;
        for (SeatVertex variant : variants) {
            if (variant.isReferred) {
                return null;
            }
            if (chosen == null
                    || (best != null
                            && Objects.equals(variant.supported(), best)
                            && !Objects.equals(chosen.supported(), best))) {
                chosen = variant;
            }
        }
        return chosen;
    }

    private SeatVertex bestCandidate(long round) {
        if (round < 1) {
            return null;
        }
        SeatVertex best = null;
        int most = -1;
        for (SeatVertex candidate : graph.at(round).of(committee.leader(round))) {
            int supporters = graph.at(round + 1).supporters(candidate);
            if (supporters > most) {
                best = candidate;
                most = supporters;
            }
        }
        return best;
    }
}
