package io.millrace.ledger;

import java.util.List;

/**
 * The signed part of a block, without its transactions. Its digest is SHA-256 over its bytes; the signature, which is
 * over the digest, is not among them. Immutable and thread-safe.
 */
public final class BlockHeader {
    private final Reference reference;
    private final List<Reference> parents;
    private final long timeMs;
    private final Digest payloadRoot;
    private final List<CommitVote> votes;
    private final byte[] bytes;
    private final byte[] signature;

    BlockHeader(
            Reference reference,
            List<Reference> parents,
            long timeMs,
            Digest payloadRoot,
            List<CommitVote> votes,
            byte[] bytes,
            byte[] signature) {
        this.reference = reference;
        this.parents = List.copyOf(parents);
        this.timeMs = timeMs;
        this.payloadRoot = payloadRoot;
        this.votes = List.copyOf(votes);
        this.bytes = bytes;
        this.signature = signature;
    }

    /** Returns round, author and digest. */
    public Reference reference() {
        return reference;
    }

    /** Returns the seat that made the block. */
    public int author() {
        return reference.author();
    }

    /** Returns the round of the block, at least 1 in a valid one. */
    public long round() {
        return reference.round();
    }

    /** Returns the blocks that it refers to, the author's own first. */
    public List<Reference> parents() {
        return parents;
    }

    /** Returns the author's clock, in milliseconds since 1970; any value is valid. */
    public long timeMs() {
        return timeMs;
    }

    /** Returns the Merkle root over the transactions. */
    public Digest payloadRoot() {
        return payloadRoot;
    }

    /** Returns what the author says about commits. */
    public List<CommitVote> votes() {
        return votes;
    }

    /** Returns the header itself, which must not be changed. */
    byte[] rawBytes() {
        return bytes;
    }

    /** Returns the signature itself, which must not be changed. */
    byte[] rawSignature() {
        return signature;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockHeader that && reference.equals(that.reference);
    }

    @Override
    public int hashCode() {
        return reference.hashCode();
    }

    /** Returns the name of the block. */
    @Override
    public String toString() {
        return reference.toString();
    }
}
