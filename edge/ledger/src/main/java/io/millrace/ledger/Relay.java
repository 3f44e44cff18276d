package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/** Sends each peer the accepted blocks that it is not known to have. Not thread-safe. */
final class Relay {
    private final int seats;
    private final int ownSeat;
    private final long relayNs;
    private final int messageBytes;
    private final ObjIntConsumer<SeatMessage> sender;
    private final ArrayDeque<SeatVertex> unsent = new ArrayDeque<>();

    Relay(int seats, SeatOptions options, int messageBytes, ObjIntConsumer<SeatMessage> sender) {
        this.seats = seats;
        this.ownSeat = options.seat();
        this.relayNs = options.sending().relayDeltas() * options.deltaNs();
        this.messageBytes = messageBytes;
        this.sender = sender;
    }

    void accepted(SeatVertex vertex) {
        unsent.add(vertex);
        if (vertex.author != ownSeat) {
            noteKnown(vertex, vertex.author);
        }
    }

    /** Notes that a peer has a block and its history. */
    void noteKnown(SeatVertex vertex, int peer) {
        if (!vertex.knownBy.add(peer)) {
            return;
        }
        ArrayDeque<SeatVertex> open = new ArrayDeque<>();
        open.add(vertex);
        while (!open.isEmpty()) {
            for (Vertex parent : open.remove().parents()) {
                SeatVertex before = (SeatVertex) parent;
                if (before.knownBy.add(peer)) {
                    open.add(before);
                }
            }
        }
    }

    /** Returns when blocks of others are to be sent on, or the largest time. */
    long dueNs() {
        return relayNs == 0 || unsent.isEmpty() ? Long.MAX_VALUE : unsent.getFirst().acceptedNs + relayNs;
    }

    /** Sends what peers are not known to have, blocks of others once their time has come. */
    void flush(long nowNs, long horizon) {
        List<SeatVertex> due = new ArrayList<>();
        while (!unsent.isEmpty() && unsent.getFirst().acceptedNs + relayNs <= nowNs) {
            due.add(unsent.removeFirst());
        }
        for (SeatVertex vertex : unsent) {
            if (vertex.author == ownSeat) {
                due.add(vertex);
            }
        }
        due.removeIf(vertex -> vertex.round <= horizon);
        if (due.isEmpty()) {
            return;
        }
        for (int peer = 0; peer < seats; peer++) {
            if (peer != ownSeat) {
                flush(due, peer);
            }
        }
    }

    private void flush(List<SeatVertex> due, int peer) {
        List<Block> blocks = new ArrayList<>();
        for (SeatVertex vertex : due) {
            if (vertex.knownBy.add(peer)) {
                blocks.add(vertex.block);
            }
        }
        send(blocks, peer);
    }

    /** Sends blocks in as many messages as they need. */
    void send(List<Block> blocks, int peer) {
        chunks(blocks, messageBytes).forEach(chunk -> sender.accept(new SeatMessage.Blocks(chunk), peer));
    }

    static List<List<Block>> chunks(List<Block> blocks, int messageBytes) {
        List<List<Block>> chunks = new ArrayList<>();
        List<Block> chunk = new ArrayList<>();
        int left = messageBytes - SeatMessageCodec.OVERHEAD;
        for (Block block : blocks) {
            int size = BlockCodec.size(block);
            if (size > left && !chunk.isEmpty()) {
                chunks.add(chunk);
                chunk = new ArrayList<>();
                left = messageBytes - SeatMessageCodec.OVERHEAD;
            }
            chunk.add(block);
            left -= size;
        }
        if (!chunk.isEmpty()) {
            chunks.add(chunk);
        }
        return chunks;
    }

    int waiting() {
        return unsent.size();
    }
}
