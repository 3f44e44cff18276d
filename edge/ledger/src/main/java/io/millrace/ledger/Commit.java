package io.millrace.ledger;

import java.util.List;

/**
 * A committed leader block and the blocks that it brings into the order.
 *
 * @param index its number, from 1 without gaps
 * @param round the round of the leader block
 * @param leader the digest of the leader block
 * @param blocks the digests of the ordered blocks, the leader block among them
 */
public record Commit(long index, long round, Digest leader, List<Digest> blocks) {
    /** Takes a copy of the blocks. */
    public Commit {
        blocks = List.copyOf(blocks);
    }
}
