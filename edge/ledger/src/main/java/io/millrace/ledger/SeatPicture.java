package io.millrace.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * The newest rounds of a seat: its accepted blocks, and what is decided about their slots.
 *
 * @param blocks the blocks by round
 * @param slots what is decided, one entry for each of these rounds from the lowest on
 */
record SeatPicture(List<Drawn> blocks, List<SlotDecision> slots) {
    private static final int ID_DIGITS = 10;

    /**
     * A block.
     *
     * @param round its round
     * @param author its seat
     * @param id the first digits of its digest
     * @param parents the ids of its parents
     * @param transactions how many it has
     * @param isOrdered whether it is in the order
     */
    record Drawn(long round, int author, String id, List<String> parents, int transactions, boolean isOrdered) {}

    /** Returns the picture of so many rounds at most. */
    static SeatPicture of(SeatGraph graph, SeatOrder order, int rounds) {
        long last = graph.highestRound();
        long first = Math.max(Math.max(1, graph.horizon() + 1), last - rounds + 1);
        List<Drawn> blocks = new ArrayList<>();
        List<SlotDecision> slots = new ArrayList<>();
        for (long round = first; round <= last; round++) {
            slots.add(order.decision(round));
            for (SeatVertex vertex : graph.at(round).blocks()) {
                blocks.add(new Drawn(
                        round,
                        vertex.author,
                        id(vertex.reference),
                        vertex.block.header().parents().stream()
                                .map(SeatPicture::id)
                                .toList(),
                        vertex.block.size(),
                        order.isOutput(vertex)));
            }
        }
        return new SeatPicture(List.copyOf(blocks), List.copyOf(slots));
    }

    private static String id(Reference block) {
        return block.digest().toString().substring(0, ID_DIGITS);
    }
}
