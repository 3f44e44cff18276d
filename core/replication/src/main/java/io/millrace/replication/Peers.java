package io.millrace.replication;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The links that this member has opened, at most one for an address, and at most one attempt at a time. Pauses between
 * attempts grow and vary. Links that no part of the member uses are closed.
 */
final class Peers {

    private static final class Peer {
        private boolean isDialling;
        private MemberLink link;
        private long notBeforeNs;
        private long pauseNs;
        private long wantedNs;
    }

    private final LocalState local;
    private final Connector connector;
    private final RandomGenerator random;
    private final Map<String, Peer> peers = new LinkedHashMap<>();
    private long probeAtNs;

    Peers(LocalState local, Connector connector, RandomGenerator random) {
        this.local = local;
        this.connector = connector;
        this.random = random;
    }

    /** Returns the open link to an address, or null and begins an attempt if one is due. */
    MemberLink want(String address) {
        Peer peer = peers.computeIfAbsent(address, _ -> new Peer());
        peer.wantedNs = local.nowNs();
        if (peer.link == null && !peer.isDialling && local.nowNs() >= peer.notBeforeNs) {
            peer.isDialling = true;
            connector.connect(address);
        }
        return peer.link;
    }

    /** Takes a connection that was wanted, or returns false if it is not. */
    boolean connected(String address, MemberLink link) {
        Peer peer = peers.get(address);
        if (peer == null || !peer.isDialling) {
            return false;
        }
        peer.isDialling = false;
        peer.link = link;
        return true;
    }

    void notConnected(String address) {
        Peer peer = peers.get(address);
        if (peer != null && peer.isDialling) {
            peer.isDialling = false;
            pause(peer);
        }
    }

    void closed(MemberLink link) {
        Peer peer = peers.get(link.address());
        if (peer != null && peer.link == link) {
            peer.link = null;
            pause(peer);
        }
    }

    /** Notes that a peer works: the next pause is the shortest again. */
    void works(MemberLink link) {
        Peer peer = peers.get(link.address());
        if (peer != null && peer.link == link) {
            peer.pauseNs = 0;
        }
    }

    /** Closes links that were not wanted for a time. */
    void tick() {
        List<MemberLink> idle = new ArrayList<>(0);
        for (Peer peer : peers.values()) {
            if (peer.link != null && local.nowNs() - peer.wantedNs > local.options.deadAfterNs()) {
                idle.add(peer.link);
            }
        }
        idle.forEach(link -> link.close("the link is not used"));
    }

    /** Asks members that are missing for their epoch, so that a former source learns that it is one. */
    void probe(SourceSide source) {
        if (local.nowNs() < probeAtNs) {
            return;
        }
        probeAtNs = local.nowNs() + local.options.deadAfterNs() / 2;
        for (MemberEntry member : local.saved().configuration().everyone()) {
            CopyProgress progress = source.acknowledgements().of(member.number());
            if (member.copyId() != local.saved().copyId() && (progress == null || !progress.isConnected())) {
                MemberLink link = want(member.address());
                if (link != null) {
                    link.send(new Message.StatusRequest());
                }
            }
        }
    }

    private void pause(Peer peer) {
        MemberOptions options = local.options;
        peer.pauseNs = Math.clamp(2 * peer.pauseNs, options.retryNs(), options.longestRetryNs());
        peer.notBeforeNs = local.nowNs() + peer.pauseNs / 2 + random.nextLong(peer.pauseNs / 2 + 1);
    }
}
