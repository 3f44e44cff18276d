package io.millrace.ledger;

import java.util.List;

/** An accepted block of a seat: what it knows of it beside what the commit rule reads. Not thread-safe. */
final class SeatVertex extends Vertex {
    final Reference reference;

    /** The block, null for one of round 0. */
    final Block block;

    /** Peers that this seat has sent it to, or whose blocks have it in their history. */
    final SeatSet knownBy;

    /** Whether a block of this seat has it in its history. */
    boolean isReferred;

    /** Whether it is in the order. */
    boolean isOutput;

    /** When it was accepted. */
    long acceptedNs;

    SeatVertex(Reference implied, int seats) {
        super(implied.author(), implied.digest());
        this.reference = implied;
        this.block = null;
        this.knownBy = new SeatSet(seats);
        this.isOutput = true;
    }

    SeatVertex(Block block, List<SeatVertex> parents, Committee committee) {
        super(block.header().author(), block.header().round(), block.reference().digest(), parents, committee);
        this.reference = block.reference();
        this.block = block;
        this.knownBy = new SeatSet(committee.seats());
    }

    /** Returns the author's clock, the start of the chain for round 0. */
    long timeMs(long startMs) {
        return block == null ? startMs : block.header().timeMs();
    }
}
