package io.millrace.ledger;

import java.util.List;
import java.util.Objects;

/**
 * What a seat finds in its storage.
 *
 * @param record whether the storage has each block that this seat has signed
 * @param blocks the blocks, in the order in which they were stored
 * @param commits the number of the last commit, 0 without one
 * @param executed the number of the last commit that was carried out, at most that of the last commit; the seat has
 *     the later ones carried out when it starts
 */
public record SeatRecovery(RecordState record, List<Block> blocks, long commits, long executed) {
    /**
     * Takes a copy of the blocks.
     *
     * @throws LedgerException if more was carried out than there are commits, or a number is negative
     */
    public SeatRecovery {
        if (executed < 0 || executed > commits) {
            throw new LedgerException(
                    "more commits were carried out than there are executed=" + executed + " commits=" + commits);
        }
        Objects.requireNonNull(record, "record");
        blocks = List.copyOf(blocks);
    }

    /** Returns what the first start of a week finds. */
    public static SeatRecovery first() {
        return new SeatRecovery(RecordState.KEPT, List.of(), 0, 0);
    }
}
