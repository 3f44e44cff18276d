package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The valid blocks that are known with all their parents. A block is offered with {@link #add}; it is accepted, waits
 * for parents, or is refused. All variants of a block that a faulty seat makes for one round are accepted, since
 * correct seats may have referred to either. Each accepted block is handed on once, its parents before it.
 *
 * <p>The rules are those of an uncertified graph of blocks: the author's own block first; parents of earlier rounds and
 * of different authors; a quorum of them of the round before (Mysticeti, arXiv:2310.14821). Not thread-safe.
 */
public final class Dag {
    private final Committee committee;
    private final Consumer<Vertex> accepted;
    private final Map<Digest, Vertex> vertices = new HashMap<>();
    private final Map<Digest, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Digest, List<Waiting>> waitingFor = new HashMap<>();
    private final Set<Digest> invalid = new HashSet<>();
    private final List<RefusedBlock> refused = new ArrayList<>();

    /** A block whose parents are not all there. */
    private static final class Waiting {
        final DagBlock block;
        int missing;

        Waiting(DagBlock block, int missing) {
            this.block = block;
            this.missing = missing;
        }
    }

    /**
     * Creates a graph with the blocks of round 0.
     *
     * @param committee the seats
     * @param genesis the digest of the block of round 0 of each seat
     * @param committer what decides on the accepted blocks
     * @throws LedgerException if there is not one digest for each seat, or a digest stands twice
     */
    public Dag(Committee committee, List<Digest> genesis, Committer committer) {
        this(committee, genesis, committer::add);
    }

    Dag(Committee committee, List<Digest> genesis, Consumer<Vertex> accepted) {
        this.committee = Objects.requireNonNull(committee, "committee");
        this.accepted = Objects.requireNonNull(accepted, "accepted");
        if (genesis.size() != committee.seats()) {
            throw new LedgerException(
                    "each seat has one block of round 0 seats=" + committee.seats() + " blocks=" + genesis.size());
        }
        for (int seat = 0; seat < genesis.size(); seat++) {
            Vertex before = vertices.put(genesis.get(seat), new Vertex(seat, genesis.get(seat)));
            if (before != null) {
                throw new LedgerException("two blocks of round 0 have one digest digest=" + genesis.get(seat));
            }
        }
    }

    /**
     * Offers a block. The state is that of this block; blocks that waited for it may have been accepted or refused too.
     *
     * @throws TooManyFaultsException if the blocks prove that more seats are faulty than the committee tolerates
     */
    public BlockState add(DagBlock block) {
        Optional<Refusal> broken = checkAlone(block);
        if (broken.isPresent()) {
            refuse(block, broken.get());
            return BlockState.REFUSED;
        }
        Waiting pending = new Waiting(block, 0);
        for (Digest parent : block.parents()) {
            if (!vertices.containsKey(parent)) {
                pending.missing++;
                waitingFor.computeIfAbsent(parent, _ -> new ArrayList<>()).add(pending);
            }
        }
        if (pending.missing > 0) {
            waiting.put(block.digest(), pending);
            return BlockState.WAITING;
        }
        return complete(block);
    }

    /** Returns the refused blocks, in the order in which they were refused. */
    public List<RefusedBlock> refused() {
        return Collections.unmodifiableList(refused);
    }

    /** Returns the digests of the blocks that wait for parents, the longest waiting first. */
    public List<Digest> waiting() {
        return List.copyOf(waiting.keySet());
    }

    private Optional<Refusal> checkAlone(DagBlock block) {
        Digest digest = block.digest();
        if (vertices.containsKey(digest) || waiting.containsKey(digest) || invalid.contains(digest)) {
            return Optional.of(Refusal.DUPLICATE_DIGEST);
        }
        if (block.author() < 0 || block.author() >= committee.seats()) {
            return Optional.of(Refusal.AUTHOR);
        }
        if (block.round() < 1) {
            return Optional.of(Refusal.ROUND);
        }
        if (block.parents().isEmpty()) {
            return Optional.of(Refusal.QUORUM);
        }
        if (new HashSet<>(block.parents()).size() < block.parents().size()) {
            return Optional.of(Refusal.DUPLICATE_PARENT);
        }
        return Optional.empty();
    }

    private Optional<Refusal> checkParents(DagBlock block, List<Vertex> parents) {
        if (parents.getFirst().author != block.author()) {
            return Optional.of(Refusal.OWN_PARENT);
        }
        SeatSet authors = new SeatSet(committee.seats());
        int recent = 0;
        boolean twice = false;
        for (Vertex parent : parents) {
            if (parent.round >= block.round()) {
                return Optional.of(Refusal.PARENT_ROUND);
            }
            twice |= !authors.add(parent.author);
            recent += parent.round == block.round() - 1 ? 1 : 0;
        }
        if (twice) {
            return Optional.of(Refusal.DUPLICATE_AUTHOR);
        }
        return recent < committee.quorum() ? Optional.of(Refusal.QUORUM) : Optional.empty();
    }

    /** Takes a block whose parents are there, and then all blocks that become complete by it. */
    private BlockState complete(DagBlock first) {
        ArrayDeque<DagBlock> complete = new ArrayDeque<>();
        complete.add(first);
        BlockState state = null;
        while (!complete.isEmpty()) {
            DagBlock block = complete.remove();
            List<Vertex> parents = block.parents().stream().map(vertices::get).toList();
            Optional<Refusal> broken = checkParents(block, parents);
            if (broken.isPresent()) {
                refuse(block, broken.get());
            } else {
                Vertex vertex = new Vertex(block.author(), block.round(), block.digest(), parents, committee);
                vertices.put(block.digest(), vertex);
                accepted.accept(vertex);
                release(block.digest(), complete);
            }
            if (state == null) {
                state = broken.isPresent() ? BlockState.REFUSED : BlockState.ACCEPTED;
            }
        }
        return state;
    }

    private void release(Digest digest, ArrayDeque<DagBlock> complete) {
        List<Waiting> released = waitingFor.remove(digest);
        if (released == null) {
            return;
        }
        for (Waiting pending : released) {
            pending.missing--;
            if (pending.missing == 0) {
                waiting.remove(pending.block.digest());
                complete.add(pending.block);
            }
        }
    }

    private void refuse(DagBlock block, Refusal reason) {
        if (reason != Refusal.DUPLICATE_DIGEST) {
            invalid.add(block.digest());
        }
        refused.add(new RefusedBlock(block.digest(), reason));
    }
}
