package io.millrace.fix.acceptance;

import java.util.List;

/** The acceptor that the scripts talk to, and the time that passes for it. */
interface ScriptAcceptor extends AutoCloseable {

    /** The versions of its sessions. */
    List<String> VERSIONS = List.of("FIX.4.0", "FIX.4.1", "FIX.4.2", "FIX.4.3", "FIX.4.4", "FIXT.1.1");

    /** So far time passes in one step. */
    long STEP_NS = 100_000_000L;

    /** When it begins. */
    long START_NS = 1_772_438_400_000_000_000L;

    /** A client of the acceptor. */
    interface Client {

        /** Sends bytes, unless the acceptor has closed the connection. */
        void send(byte[] bytes);

        /** Returns the next message, for which so much time passes, or null. */
        String next(long mostNs);

        /** Returns whether the acceptor closes the connection, for which so much time passes. */
        boolean closes(long mostNs);
    }

    /** Returns the time. */
    long nowNs();

    /** Returns the client of a number. */
    Client client(int number);

    /** Connects a client; an older one of the number is disconnected first. */
    void connect(int number);

    /** Disconnects a client. */
    void disconnect(int number);

    /** Disconnects all clients. */
    void disconnectAll();

    /** Obeys an order such as {@code FIX.4.4:ISLD->TW NEXTSENDERSEQNUM=5}. */
    void set(String order);

    @Override
    void close();
}
