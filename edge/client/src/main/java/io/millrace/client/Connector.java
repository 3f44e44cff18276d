package io.millrace.client;

/** Connects with a server, again and again. */
interface Connector {

    /**
     * Connects.
     *
     * @param received takes what the server sends
     * @throws ClientException where that fails, with the reason
     */
    Connection connect(ServerMessages received);

    /** Ends what the connections share; {@code waits} says whether this thread may wait for the others. */
    void close(Closing closing);

    /** How to close. */
    enum Closing {
        /** And wait until the threads have ended. */
        WAIT,
        /** Without waiting, since a thread of the client itself closes it. */
        LEAVE
    }
}
