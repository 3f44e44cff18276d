package io.millrace.fix;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** The bytes of a connection, in the clear, over a socket that never blocks. One thread. */
interface FixTransport {

    /** Reads what has arrived; returns how many bytes, -1 if the peer has closed. */
    int read(ByteBuffer into) throws IOException;

    /** Writes from a buffer, and what waits from earlier calls; returns how many bytes of the buffer were taken. */
    int write(ByteBuffer from) throws IOException;

    /** Returns whether the beginning of the connection is complete. */
    default boolean isOpen() {
        return true;
    }

    /** Returns whether something waits to be written that was taken. */
    default boolean hasOutput() {
        return false;
    }

    /** Returns whether it is to be read although nothing may have arrived. */
    default boolean mustRead() {
        return false;
    }

    /** Returns the address of the client that a proxy has stated, or null. */
    default SocketAddress client() {
        return null;
    }

    /** Closes the socket. */
    void close() throws IOException;
}
