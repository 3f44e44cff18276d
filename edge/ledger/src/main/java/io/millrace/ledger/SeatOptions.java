package io.millrace.ledger;

import java.util.Objects;

/**
 * How a seat takes part. All seats of a chain have the same horizon.
 *
 * @param seat the number of the seat
 * @param deltaNs the bound on delays in nanoseconds: what one correct seat has accepted, all have accepted so much
 *     later; a longer delay costs time, never safety
 * @param sending when blocks of others are sent on
 * @param horizonRounds how many rounds before the last committed leader a block may be and still come into the order
 * @param aheadRounds how many rounds ahead of the seat a block may be; a seat that lags more catches up by commits
 * @param waitingBlocks how many blocks of one peer may wait for their parents
 * @param pool how many transactions may wait for a block
 */
public record SeatOptions(
        int seat, long deltaNs, Sending sending, long horizonRounds, long aheadRounds, int waitingBlocks, int pool) {
    private static final long AHEAD_ROUNDS = 40;
    private static final int WAITING_A_ROUND = 4;
    private static final int POOL = 20_000;

    /**
     * Checks the options.
     *
     * @throws LedgerException if one is out of range
     */
    public SeatOptions {
        Objects.requireNonNull(sending, "sending");
        if (seat < 0 || deltaNs < 1 || waitingBlocks < 1 || pool < 1) {
            throw new LedgerException("options of a seat are positive seat=" + seat + " deltaNs=" + deltaNs
                    + " waitingBlocks=" + waitingBlocks + " pool=" + pool);
        }
        if (aheadRounds < 3 || horizonRounds <= aheadRounds) {
            throw new LedgerException("a seat may lag 3 rounds or more, and the horizon is further away"
                    + " aheadRounds=" + aheadRounds + " horizonRounds=" + horizonRounds);
        }
    }

    /** Returns the usual options of a seat among so many, with a bound on delays in nanoseconds. */
    public static SeatOptions of(int seat, int seats, long deltaNs) {
        return new SeatOptions(
                seat,
                deltaNs,
                Sending.PUSH,
                Committer.HORIZON_ROUNDS,
                AHEAD_ROUNDS,
                (int) AHEAD_ROUNDS * WAITING_A_ROUND * seats,
                POOL);
    }

    /** Returns these options with another way to send blocks of others. */
    public SeatOptions withSending(Sending other) {
        return new SeatOptions(seat, deltaNs, other, horizonRounds, aheadRounds, waitingBlocks, pool);
    }
}
