package io.millrace.prove;

import java.time.Instant;

/** What the component of {@link OrderProof} takes. */
public interface OrderCalls {
    /** Adds to an account. */
    void deposit(String account, long amount);

    /** Takes from an account and returns what is left; refuses what is not there. */
    long take(String account, long amount);

    /** Asks for the sum of all accounts at a time. */
    void remind(String token, Instant at);

    /** Lets the time pass. */
    void tick();
}
