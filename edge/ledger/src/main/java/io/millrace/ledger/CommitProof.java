package io.millrace.ledger;

import java.util.List;
import java.util.Objects;

/**
 * Headers of blocks by a quorum of authors that vote for one commit, and so for all before it.
 *
 * @param index the number of the commit
 * @param digest its digest
 * @param headers the signed headers, each of another author
 */
public record CommitProof(long index, Digest digest, List<BlockHeader> headers) {
    /** Takes a copy of the headers. */
    public CommitProof {
        Objects.requireNonNull(digest, "digest");
        headers = List.copyOf(headers);
    }

    /** Returns whether headers of a quorum vote for it, by right signatures. */
    boolean isWhole(Committee committee, SeatSignatures signatures) {
        SeatSet authors = new SeatSet(committee.seats());
        CommitVote vote = new CommitVote(VoteKind.COMMITTED, index, digest);
        for (BlockHeader header : headers) {
            if (!header.votes().contains(vote)
                    || !authors.add(header.author())
                    || !signatures.verify(header.author(), header.reference().digest(), header.rawSignature())) {
                return false;
            }
        }
        return authors.size() >= committee.quorum();
    }
}
