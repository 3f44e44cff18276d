package io.millrace.prove;

import java.time.Instant;

/** What the component of {@link OrderProof} tells. */
public interface OrderEvents {
    /** Tells the balance of an account, and the time by the clock of the node where that is asked. */
    void changed(String account, long balance, long clockNs);

    /** Tells the sum of all accounts. */
    void reminded(String token, Instant at, long sum);
}
