package io.millrace.interaction;

/** Connects to a server; the connection ends with the client that it returns. */
@FunctionalInterface
public interface SessionOpener {

    /**
     * Opens a session, for which it may wait.
     *
     * @param options the client
     * @throws RuntimeException if it cannot connect; the message says why
     */
    InteractionClient open(ClientOptions options);
}
