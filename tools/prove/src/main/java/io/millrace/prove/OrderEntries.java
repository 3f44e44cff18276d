package io.millrace.prove;

import java.time.Instant;

/** The calls of {@link OrderCalls} as the order writes them. */
public interface OrderEntries {
    /** Adds to an account. */
    void deposit(String account, long amount);

    /** Takes from an account. */
    void take(String account, long amount);

    /** Asks for the sum of all accounts at a time. */
    void remind(String token, Instant at);

    /** Lets the time pass. */
    void tick();
}
