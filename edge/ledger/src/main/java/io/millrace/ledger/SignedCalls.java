package io.millrace.ledger;

import java.time.Duration;

/**
 * Calls that their clients have signed, for a channel that {@link LedgerSource} reads: a client makes them by {@link
 * CallSigner}, and they come into the order as that client's calls. No other seat or program can change them
 * or repeat them.
 */
public interface SignedCalls {
    /** A signed batch is valid for less time than this; so long the order remembers the newest number of its client. */
    Duration MOST_VALID = Duration.ofSeconds(60);

    /** Brings a batch that its client has signed into the order. */
    void signed(byte[] batch);
}
