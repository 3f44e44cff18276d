package io.millrace.prove;

/** The state of {@link OrderBook}. */
public interface OrderBookState {
    /** Restores an account. */
    void account(String account, long balance);

    /** Restores a reminder. */
    void reminder(long atNs, String token);
}
