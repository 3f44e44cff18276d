package io.millrace.ledger;

import java.util.List;
import java.util.Optional;

/** What seats send each other. */
sealed interface SeatMessage {
    /** Blocks that the receiver is not known to have, or has asked for. */
    record Blocks(List<Block> blocks) implements SeatMessage {}

    /** Asks for blocks above the horizon. */
    record Fetch(List<Reference> blocks) implements SeatMessage {}

    /** Asks a peer for its newest block and for the newest of the sender. */
    record Ask(long nonce) implements SeatMessage {}

    /** Answers {@link Ask}: the newest block of the answering seat, and the newest of the asking one that it knows. */
    record Newest(long nonce, Optional<Block> own, Optional<Block> yours) implements SeatMessage {}

    /** Asks for commits from this number on. */
    record FetchCommits(long from) implements SeatMessage {}

    /** Commits in their order, and the proof of the last; none if the sender has no proof at or after the number. */
    record Commits(long from, List<CommitRecord> commits, List<BlockHeader> proof) implements SeatMessage {}

    /** Asks for blocks of commits. */
    record FetchCommitted(List<Reference> blocks) implements SeatMessage {}

    /** Blocks of commits that were asked for. */
    record Committed(List<Block> blocks) implements SeatMessage {}
}
