package io.millrace.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/** Answers what other seats ask, with as much as one message may have. Not thread-safe. */
final class SeatServer {
    private static final int ENOUGH_BLOCKS = 1024;

    private final Committee committee;
    private final SeatGraph graph;
    private final SeatPort port;
    private final int messageBytes;
    private final ObjIntConsumer<SeatMessage> sender;

    SeatServer(
            Committee committee, SeatGraph graph, SeatPort port, int messageBytes, ObjIntConsumer<SeatMessage> sender) {
        this.committee = committee;
        this.graph = graph;
        this.port = port;
        this.messageBytes = messageBytes;
        this.sender = sender;
    }

    void serve(int peer, SeatMessage.Fetch fetch) {
        List<Block> found = new ArrayList<>();
        for (Reference reference : fetch.blocks()) {
            SeatVertex vertex = graph.get(reference);
            if (vertex == null) {
                port.block(reference).ifPresent(found::add);
            } else if (vertex.block != null) {
                found.add(vertex.block);
            }
        }
        List<List<Block>> chunks = Relay.chunks(found, messageBytes);
        if (!chunks.isEmpty()) {
            sender.accept(new SeatMessage.Blocks(chunks.getFirst()), peer);
        }
    }

    void answer(int peer, SeatMessage.Ask ask, Block ownNewest) {
        List<SeatVertex> known = graph.newest(peer, Long.MAX_VALUE);
        Optional<Block> yours = known.isEmpty() ? Optional.empty() : Optional.ofNullable(known.getLast().block);
        sender.accept(new SeatMessage.Newest(ask.nonce(), Optional.ofNullable(ownNewest), yours), peer);
    }

    /**
     * Sends commits up to one that has a proof; none if there is no such. They end at the first proof after which they
     * have {@link #ENOUGH_BLOCKS}, since the peer keeps all blocks of one answer in memory.
     */
    void serve(int peer, SeatMessage.FetchCommits fetch) {
        List<CommitRecord> commits = new ArrayList<>();
        List<BlockHeader> proof = List.of();
        int left = messageBytes - proofBytes() - SeatMessageCodec.OVERHEAD;
        List<CommitRecord> pending = new ArrayList<>();
        int count = 0;
        Optional<CommitProof> next = fetch.from() < 1 ? Optional.empty() : port.proofFrom(fetch.from());
        for (long index = fetch.from(); next.isPresent() && left > 0 && count < ENOUGH_BLOCKS; index++) {
            Optional<CommitRecord> commit = port.commit(index);
            if (commit.isEmpty() || commits.size() + pending.size() == SeatMessageCodec.MOST_COMMITS) {
                break;
            }
            left -= SeatMessageCodec.size(commit.get());
            pending.add(commit.get());
            if (index == next.get().index() && left >= 0) {
                commits.addAll(pending);
                for (CommitRecord proved : pending) {
                    count += proved.blocks().size();
                }
                pending.clear();
                proof = next.get().headers();
                next = port.proofFrom(index + 1);
            }
        }
        sender.accept(new SeatMessage.Commits(fetch.from(), commits, proof), peer);
    }

    private int proofBytes() {
        return messageBytes / 2;
    }

    void serve(int peer, SeatMessage.FetchCommitted fetch) {
        List<Block> found = new ArrayList<>();
        for (Reference reference : fetch.blocks()) {
            if (reference.author() < committee.seats()) {
                port.block(reference).ifPresent(found::add);
            }
        }
        List<List<Block>> chunks = Relay.chunks(found, messageBytes);
        if (!chunks.isEmpty()) {
            sender.accept(new SeatMessage.Committed(chunks.getFirst()), peer);
        }
    }
}
