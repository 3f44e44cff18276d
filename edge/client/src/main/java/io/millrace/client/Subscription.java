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

    /** Ends it; a message that is being handled is the last one. */
    void cancel();

    /** Returns the index of the newest message that was given to the handler, after which it continues. */
    Optional<String> last();

    /** Returns why it has ended; empty while it has not. */
    Optional<String> ended();
}
