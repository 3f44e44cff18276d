package io.millrace.ledger;

import java.util.Objects;

/**
 * What the author of a block says about a commit.
 *
 * @param kind what the digest is of
 * @param index the number of the commit, at least 1
 * @param digest the digest of the commit, or the root over the receipts up to it
 */
public record CommitVote(VoteKind kind, long index, Digest digest) {
    /** Checks that nothing is null. */
    public CommitVote {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(digest, "digest");
    }
}
