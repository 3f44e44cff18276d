package io.millrace.load.http;

import io.millrace.load.Operation;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection and the operation that it carries, if any: never a second before the response to the first. A node of
 * the list of busy connections, in the order in which they began. For the thread of its loop.
 */
final class HttpConnection {
    final SocketChannel channel;
    final ResponseParser parser = new ResponseParser();
    SelectionKey key;
    boolean isConnecting;
    boolean isClosed;
    /** The part of the request that is not written yet, or null. */
    ByteBuffer unwritten;

    Operation operation;
    HttpOperation kind;
    long startedNs;
    HttpConnection earlier;
    HttpConnection later;

    HttpConnection(SocketChannel channel) {
        this.channel = channel;
    }
}
