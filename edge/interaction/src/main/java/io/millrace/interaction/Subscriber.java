package io.millrace.interaction;

import java.util.Optional;

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

    /**
     * Returns after which point it wants to begin; asked once, when the subscription is made. A service that can do so
     * leaves out what was before. One that cannot calls {@link #restarted}, and begins with a snapshot.
     *
     * @return {@link ResumePoint#START} to begin with a snapshot; empty for a subscriber that wants no {@link
     *     #position}
     */
    default Optional<ResumePoint> after() {
        return Optional.empty();
    }

    /**
     * Learns before an event up to where it will have seen everything with this event. Takes no credit.
     *
     * @param complete after which a later subscription may begin
     * @param event the index of the event, which no other one has; -1 where it has none. Where it is greater than that
     *     of {@code complete}, a later subscription brings the event again
     */
    default void position(ResumePoint complete, long event) {}

    /**
     * Learns that a new snapshot comes, and that what it has heard so far does not count any more. Takes no credit.
     *
     * @param reason why its events cannot continue after the last one
     */
    default void restarted(String reason) {}
}
