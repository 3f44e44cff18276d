package io.millrace.replication;

/** Opens connections for a member. */
public interface Connector {

    /**
     * Begins to connect. The driver reports the end of each attempt once, with {@link Member#connected} or
     * {@link Member#notConnected}.
     */
    void connect(String address);
}
