package io.millrace.client;

import java.util.Optional;

/** A channel that a client follows. Any thread may use it. */
public interface Subscription {

    /**
     * Lets more messages come, where it was begun with a credit.
     *
     * @param count how many, at least 1
     */
    void more(long count);

    /**
     * Ends what is followed and begins anew, with the same handler and other options: another filter, or another
     * snapshot. A message that is being handled is the last one of before; has no effect after the end.
     *
     * @param how from where it begins, and how; messages without a snapshot may continue after {@link #last}
     */
    void restart(FollowOptions how);

    /** Ends it; a message that is being handled is the last one. */
    void cancel();

    /**
     * Returns the position of the newest message given to the handler, or where it has begun; empty before that. With a
     * snapshot it has a meaning once that is complete.
     */
    Optional<String> last();

    /** Returns why it has ended; empty while it has not. */
    Optional<String> ended();
}
