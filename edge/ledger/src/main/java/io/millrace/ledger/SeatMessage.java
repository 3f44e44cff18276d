package io.millrace.ledger;

import java.util.List;
import java.util.Optional;

/** What seats send each other. */
public sealed interface SeatMessage {
    /**
     * Blocks that the receiver is not known to have, or has asked for.
     *
     * @param blocks the blocks
     */
    record Blocks(List<Block> blocks) implements SeatMessage {
        /** Takes a copy of the list. */
        public Blocks {
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * Asks for blocks above the horizon.
     *
     * @param blocks which
     */
    record Fetch(List<Reference> blocks) implements SeatMessage {
        /** Takes a copy of the list. */
        public Fetch {
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * Asks a peer for its newest block and for the newest of the sender.
     *
     * @param nonce a number that the answer repeats
     */
    record Ask(long nonce) implements SeatMessage {}

    /**
     * Answers {@link Ask}.
     *
     * @param nonce the number of the question
     * @param own the newest block of the answering seat
     * @param yours the newest block of the asking seat that the answering one knows
     */
    record Newest(long nonce, Optional<Block> own, Optional<Block> yours) implements SeatMessage {}

    /**
     * Asks for commits.
     *
     * @param from the number of the first
     */
    record FetchCommits(long from) implements SeatMessage {}

    /**
     * Commits in their order, none if the sender has no proof at or after the number.
     *
     * @param from the number that was asked for
     * @param commits the commits
     * @param proof the headers of blocks that vote for the last
     */
    record Commits(long from, List<CommitRecord> commits, List<BlockHeader> proof) implements SeatMessage {
        /** Takes copies of the lists. */
        public Commits {
            commits = List.copyOf(commits);
            proof = List.copyOf(proof);
        }
    }

    /**
     * Asks for blocks of commits.
     *
     * @param blocks which
     */
    record FetchCommitted(List<Reference> blocks) implements SeatMessage {
        /** Takes a copy of the list. */
        public FetchCommitted {
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * Blocks of commits that were asked for.
     *
     * @param blocks the blocks
     */
    record Committed(List<Block> blocks) implements SeatMessage {
        /** Takes a copy of the list. */
        public Committed {
            blocks = List.copyOf(blocks);
        }
    }
}
