package io.millrace.ledger;

import java.time.Duration;
import java.util.Objects;

/**
 * How the node of a seat runs.
 *
 * @param interval how long one block of the seat is after the one before, at least; zero makes blocks as fast as the
 *     device forces them
 * @param delta the bound on delays: what one correct seat has, all have so much later
 * @param sending when blocks of others are sent on
 * @param limits how large blocks may be, the same at all seats
 */
public record NodeOptions(Duration interval, Duration delta, Sending sending, BlockLimits limits) {
    private static final NodeOptions DEFAULTS =
            new NodeOptions(Duration.ofMillis(20), Duration.ofMillis(200), Sending.PUSH, BlockLimits.USUAL);

    /**
     * Checks the options.
     *
     * @throws LedgerException if the interval is negative, or the bound is not positive
     */
    public NodeOptions {
        Objects.requireNonNull(sending, "sending");
        Objects.requireNonNull(limits, "limits");
        if (interval.isNegative() || !delta.isPositive()) {
            throw new LedgerException("a node has an interval of at least 0 and a positive bound on delays interval="
                    + interval + " delta=" + delta);
        }
    }

    /** Returns an interval of 20 ms, a bound of 200 ms, blocks of others at once, and the usual limits. */
    public static NodeOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with another pace. */
    public NodeOptions withPace(Duration newInterval, Duration newDelta) {
        return new NodeOptions(newInterval, newDelta, sending, limits);
    }

    /** Returns these options with another way to send blocks of others. */
    public NodeOptions withSending(Sending newSending) {
        return new NodeOptions(interval, delta, newSending, limits);
    }

    /** Returns these options with other limits. */
    public NodeOptions withLimits(BlockLimits newLimits) {
        return new NodeOptions(interval, delta, sending, newLimits);
    }
}
