package io.millrace.interaction;

/**
 * What a subscription calls: an interface that extends this one declares void methods for its events. First come those
 * of the snapshot, then {@link #live}, then what changes. Each event takes one of the credit that {@link
 * Subscription#more} gave. Over a transport all calls are made by the thread that receives.
 */
public interface Subscriber {

    /**
     * Learns that the snapshot is complete. Takes no credit.
     *
     * @param index the index at which the snapshot was taken, as text; the events that follow are after it
     */
    default void live(String index) {}

    /**
     * Learns that nothing more will come; called exactly once. Takes no credit.
     *
     * @param reason why: that of a cancellation, of the service, or of a connection that was lost
     */
    void ended(String reason);
}
