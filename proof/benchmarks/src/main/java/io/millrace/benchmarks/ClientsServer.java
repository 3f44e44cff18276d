package io.millrace.benchmarks;

import java.net.InetSocketAddress;

/** A server of one round. */
interface ClientsServer extends AutoCloseable {

    /** Returns where it listens. */
    InetSocketAddress address(ClientsSuite.Wire wire);

    /** Sends messages to all followers; may return before they have arrived. */
    void fanOut(long messages) throws Exception;

    @Override
    void close();
}
