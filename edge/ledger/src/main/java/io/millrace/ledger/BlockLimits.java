package io.millrace.ledger;

/**
 * How large blocks and messages may be. All seats of a chain use the same limits, since they decide which blocks are
 * valid.
 *
 * @param transactions the most transactions of a block, at least 1
 * @param payloadBytes the most bytes of all transactions of a block, at least 1
 * @param votes the most commit votes of a block, at least 2
 */
public record BlockLimits(int transactions, int payloadBytes, int votes) {
    /** Limits of 10,000 transactions, a mebibyte, and 32 votes. */
    public static final BlockLimits USUAL = new BlockLimits(10_000, 1 << 20, 32);

    private static final int MOST_BYTES = 1 << 26;
    private static final int MOST_VOTES = 1024;
    private static final int LEAST_MESSAGE = 1 << 18;

    /**
     * Checks the limits.
     *
     * @throws LedgerException if one is out of range
     */
    public BlockLimits {
        if (transactions < 1 || payloadBytes < 1 || payloadBytes > MOST_BYTES || transactions > payloadBytes) {
            throw new LedgerException("a block has 1 to " + MOST_BYTES + " bytes and no more transactions than bytes"
                    + " transactions=" + transactions + " payloadBytes=" + payloadBytes);
        }
        if (votes < 2 || votes > MOST_VOTES) {
            throw new LedgerException("a block has 2 to " + MOST_VOTES + " votes votes=" + votes);
        }
    }

    /** Returns the most bytes of a message: two blocks of the largest size, or a number of commits. */
    public int messageBytes(Committee committee) {
        return Math.max(2 * BlockCodec.mostBytes(committee, this), LEAST_MESSAGE) + SeatMessageCodec.OVERHEAD;
    }
}
