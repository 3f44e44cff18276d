package io.millrace.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/**
 * Asks for blocks that others refer to: each peer that sends a block whose history lacks them, and then one after the
 * other. So a correct peer is asked as soon as it sends such a block, whichever faulty one was asked before. Not
 * thread-safe.
 */
final class Fetcher {
    private final int seats;
    private final int ownSeat;
    private final long retryNs;
    private final SeatGraph graph;
    private final ObjIntConsumer<SeatMessage> sender;
    private final Map<Reference, Asked> asked = new HashMap<>();
    private Reference stuck;

    /** A request that is not answered yet. */
    private static final class Asked {
        final SeatSet askedPeers;
        int peer;
        int tries;
        long untilNs;

        Asked(int seats) {
            askedPeers = new SeatSet(seats);
        }
    }

    Fetcher(int seats, SeatOptions options, SeatGraph graph, ObjIntConsumer<SeatMessage> sender) {
        this.seats = seats;
        this.ownSeat = options.seat();
        this.retryNs = 2 * options.deltaNs();
        this.graph = graph;
        this.sender = sender;
    }

    /** Asks for what is missing and was not asked for lately; new blocks first at the peer that refers to them. */
    void run(int peer, long nowNs) {
        if (graph.missing().isEmpty() && asked.isEmpty()) {
            return;
        }
        asked.keySet().removeIf(reference -> !graph.isMissing(reference));
        Map<Integer, List<Reference>> requests = new HashMap<>();
        for (Reference reference : graph.missing()) {
            if (graph.isKnown(reference)) {
                asked.remove(reference); // it waits for its own parents
                continue;
            }
            Asked request = asked.get(reference);
            if (request == null) {
                request = new Asked(seats);
                request.peer = peer == ownSeat ? next(peer) : peer;
                asked.put(reference, request);
            } else if (nowNs >= request.untilNs) {
                request.peer = next(request.peer);
                request.tries++;
                stuck = request.tries > 2 * seats ? reference : stuck;
            } else {
                continue;
            }
            request.untilNs = nowNs + retryNs;
            request.askedPeers.add(request.peer);
            List<Reference> references = requests.computeIfAbsent(request.peer, _ -> new ArrayList<>());
            if (references.size() < SeatMessageCodec.MOST_ASKED) {
                references.add(reference);
            }
        }
        requests.forEach((to, references) -> sender.accept(new SeatMessage.Fetch(references), to));
    }

    /** Asks a peer that has sent a waiting block for what the block's history lacks, unless it was asked for it. */
    void sentBy(int peer, Reference block) {
        List<Reference> references = new ArrayList<>();
        for (Reference lacking : graph.lacking(block)) {
            Asked request = asked.get(lacking);
            boolean isNew = request != null && request.askedPeers.add(peer);
            if (isNew && references.size() < SeatMessageCodec.MOST_ASKED) {
                references.add(lacking);
            }
        }
        if (!references.isEmpty()) {
            sender.accept(new SeatMessage.Fetch(references), peer);
        }
    }

    private int next(int peer) {
        int next = (peer + 1) % seats;
        return next == ownSeat ? (next + 1) % seats : next;
    }

    /** Returns whether so many authors have blocks that wait for one that was asked for at all peers in vain. */
    boolean isStuck(int authors) {
        Reference waited = stuck;
        stuck = null;
        return waited != null && graph.authorsWaitingFor(waited) >= authors;
    }

    /** Returns when to ask again, or the largest time. */
    long dueNs() {
        long due = Long.MAX_VALUE;
        for (Asked request : asked.values()) {
            due = Math.min(due, request.untilNs);
        }
        return due;
    }

    int size() {
        return asked.size();
    }
}
