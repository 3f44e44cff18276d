package io.millrace.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/**
 * Asks for blocks that others refer to: each peer that sends a block whose history lacks them, and one after the other
 * in turn. So a correct peer is asked as soon as it sends such a block, whichever faulty one was asked before.
 *
 * <p>A block that only faulty seats refer to may be asked for in vain as long as they like, until all correct seats but
 * one get it. What was asked before says nothing then: a peer that was asked in turn is asked again once it has sent
 * such a block, and tries count only while blocks of more authors wait than are tolerated to be faulty. Not
 * thread-safe.
 */
final class Fetcher {
    private final int seats;
    private final int faults;
    private final int ownSeat;
    private final long retryNs;
    private final SeatGraph graph;
    private final ObjIntConsumer<SeatMessage> sender;
    private final Map<Reference, Asked> asked = new HashMap<>();
    private boolean isStuck;

    /** A request that is not answered yet. */
    private static final class Asked {
        /** The peers that were asked since they have sent a block whose history lacks it. */
        final SeatSet askedSenders;

        int peer;
        int tries;
        long untilNs;

        Asked(int seats) {
            askedSenders = new SeatSet(seats);
        }
    }

    Fetcher(Committee committee, SeatOptions options, SeatGraph graph, ObjIntConsumer<SeatMessage> sender) {
        this.seats = committee.seats();
        this.faults = committee.faults();
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
        Map<Reference, SeatSet> authors = nowNs >= dueNs() ? graph.authorsWaiting() : Map.of();
        for (Reference reference : graph.missing()) {
            if (graph.isKnown(reference)) {
                asked.remove(reference); // it waits for its own parents
                continue;
            }
            Asked request = asked.get(reference);
            if (request == null) {
                request = new Asked(seats);
                asked.put(reference, request);
                request.peer = next(peer);
                if (peer != ownSeat) {
                    request.peer = peer;
                    request.askedSenders.add(peer);
                }
            } else if (nowNs >= request.untilNs) {
                request.peer = next(request.peer);
                request.tries += isNeeded(authors.get(reference)) ? 1 : 0;
                isStuck |= request.tries > 2 * seats;
            } else {
                continue;
            }
            request.untilNs = nowNs + retryNs;
            List<Reference> references = requests.computeIfAbsent(request.peer, _ -> new ArrayList<>());
            if (references.size() < SeatMessageCodec.MOST_ASKED) {
                references.add(reference);
            }
        }
        requests.forEach((to, references) -> sender.accept(new SeatMessage.Fetch(references), to));
    }

    /** Returns whether one of the authors whose blocks wait is correct, and has what its block waits for. */
    private boolean isNeeded(SeatSet authors) {
        return authors.size() > faults;
    }

    /** Asks a peer that has sent a waiting block for what the block's history lacks, once. */
    void sentBy(int peer, Reference block) {
        List<Reference> references = new ArrayList<>();
        for (Reference lacking : graph.lacking(block)) {
            Asked request = asked.get(lacking);
            boolean isNew = request != null && request.askedSenders.add(peer);
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

    /** Returns once whether a block was asked for at all peers in vain while a correct seat needed it. */
    boolean takeStuck() {
        boolean wasStuck = isStuck;
        isStuck = false;
        return wasStuck;
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
