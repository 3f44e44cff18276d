package io.millrace.client;

import java.util.function.BiConsumer;

/** Connects with a server, again and again. */
interface Connector {

    /**
     * Connects.
     *
     * @param received gets each text of the server with its connection, one after the other
     * @throws ClientException where that fails, with the reason
     */
    Connection connect(BiConsumer<Connection, String> received);

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
