package io.millrace.ledger;

import java.util.List;
import java.util.Objects;

/**
 * A commit as seats vote for it. Each names the one before, so that a vote for one is a vote for all before it.
 *
 * @param index its number, from 1 without gaps
 * @param previous the digest of the commit before, that of the committee for the first
 * @param leader the committed leader block
 * @param timeMs the time of the commit in milliseconds since 1970, never falling
 * @param root the Merkle root over the digests of the blocks
 * @param blocks the blocks that it brings into the order, the leader block among them
 */
public record CommitRecord(
        long index, Digest previous, Reference leader, long timeMs, Digest root, List<Reference> blocks) {
    /** Takes a copy of the blocks. */
    public CommitRecord {
        Objects.requireNonNull(previous, "previous");
        Objects.requireNonNull(leader, "leader");
        Objects.requireNonNull(root, "root");
        blocks = List.copyOf(blocks);
    }

    /** Returns the commit of these blocks. */
    static CommitRecord of(long index, Digest previous, Reference leader, long timeMs, List<Reference> blocks) {
        return new CommitRecord(index, previous, leader, timeMs, rootOf(blocks), blocks);
    }

    /** Returns the Merkle root over the digests of blocks. */
    static Digest rootOf(List<Reference> blocks) {
        return Sha256.root(Sha256.leaves(
                blocks.stream().map(block -> block.digest().rawBytes()).toList()));
    }

    /** Returns the digest that seats vote for. */
    public Digest digest() {
        return Sha256.of("millrace.ledger.commit.1")
                .add(index)
                .add(previous)
                .add(leader.round())
                .add(leader.author())
                .add(leader.digest())
                .add(timeMs)
                .add(root)
                .digest();
    }
}
