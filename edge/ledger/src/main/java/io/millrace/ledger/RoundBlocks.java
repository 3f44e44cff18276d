package io.millrace.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The accepted blocks of one round. Not thread-safe. */
final class RoundBlocks {
    private final List<SeatVertex> blocks = new ArrayList<>();
    private final SeatSet authors;
    private final Committee committee;

    RoundBlocks(Committee committee) {
        this.committee = committee;
        this.authors = new SeatSet(committee.seats());
    }

    void add(SeatVertex vertex) {
        blocks.add(vertex);
        authors.add(vertex.author);
    }

    List<SeatVertex> blocks() {
        return blocks;
    }

    int authors() {
        return authors.size();
    }

    boolean has(int author) {
        return authors.contains(author);
    }

    /** Returns the blocks of an author, several if it is faulty. */
    List<SeatVertex> of(int author) {
        if (!authors.contains(author)) {
            return List.of();
        }
        return blocks.stream().filter(vertex -> vertex.author == author).toList();
    }

    /** Returns how many authors have a block here that supports a candidate of the round before. */
    int supporters(SeatVertex candidate) {
        SeatSet supporters = new SeatSet(committee.seats());
        for (SeatVertex vertex : blocks) {
            if (Objects.equals(vertex.supported(), candidate)) {
                supporters.add(vertex.author);
            }
        }
        return supporters.size();
    }

    /** Returns whether a quorum here supports one of these candidates of the round before, or does so for none. */
    boolean settles(List<SeatVertex> candidates) {
        boolean isSkipped = authors.size() >= committee.quorum();
        for (SeatVertex candidate : candidates) {
            if (supporters(candidate) >= committee.quorum()) {
                return true;
            }
            SeatSet opponents = new SeatSet(committee.seats());
            for (SeatVertex vertex : blocks) {
                if (!Objects.equals(vertex.supported(), candidate)) {
                    opponents.add(vertex.author);
                }
            }
            isSkipped &= opponents.size() >= committee.quorum();
        }
        return isSkipped;
    }
}
