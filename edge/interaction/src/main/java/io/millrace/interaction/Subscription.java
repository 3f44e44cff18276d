package io.millrace.interaction;

/**
 * A subscription as the subscriber sees it. Nothing comes before {@link #more} was called. Its calls do not wait, so
 * the subscriber may make them while it is called itself.
 *
 * @param <F> the type of the filter; {@code Void} where there is none
 */
public interface Subscription<F> {

    /**
     * Allows so many more events.
     *
     * @param count at least 1
     */
    @OneWay
    void more(long count);

    /**
     * Changes the filter. Events that were sent before the change may still come.
     *
     * @param filter the new one
     */
    @OneWay
    void filter(F filter);

    /**
     * Ends the subscription; the subscriber learns the end with this reason. Has no effect where it has ended.
     *
     * @param reason why, for both sides
     */
    @OneWay
    void cancel(String reason);
}
