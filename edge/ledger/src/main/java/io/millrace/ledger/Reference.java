package io.millrace.ledger;

import java.util.Objects;

/**
 * A block as other blocks name it. All three parts are its name: a reference whose round or author is not that of the
 * block with this digest names no block. Immutable and thread-safe.
 *
 * @param round the round of the block, 0 for the implied block of a seat
 * @param author the seat that made it
 * @param digest the digest of its header
 */
public record Reference(long round, int author, Digest digest) {
    /** Checks that there is a digest. */
    public Reference {
        Objects.requireNonNull(digest, "digest");
    }

    /** Returns round, author and the beginning of the digest. */
    @Override
    public String toString() {
        String hex = digest.toString();
        return round + "/" + author + "/" + hex.substring(0, Math.min(8, hex.length()));
    }
}
