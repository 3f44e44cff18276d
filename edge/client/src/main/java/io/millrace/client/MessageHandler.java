package io.millrace.client;

/** Gets the messages of a channel that a client follows, one after the other. */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Handles a message, in a thread of the client: while it does, no other message comes, and the server waits with
     * further ones. What it throws ends the subscription.
     */
    void message(Message message);
}
