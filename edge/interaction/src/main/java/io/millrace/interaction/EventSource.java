package io.millrace.interaction;

/**
 * Makes the events of one {@link ServedSubscription}; for the thread of the service.
 *
 * @param <F> the type of the filter
 */
public interface EventSource<F> {

    /**
     * Calls the subscriber with the next event, if there is one now.
     *
     * @param filter what the subscriber wants
     * @return false if there was none
     */
    boolean next(F filter);

    /**
     * Learns that the filter has changed.
     *
     * @param filter the new one
     */
    default void filtered(F filter) {}

    /**
     * Learns that the subscription has ended.
     *
     * @param reason why
     */
    default void ended(String reason) {}
}
