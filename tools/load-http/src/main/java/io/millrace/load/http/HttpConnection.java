package io.millrace.load.http;

import io.millrace.load.Operation;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection and the operation that it carries, if it carries one: never a second before the answer to the first.
 * A node of the list of those that carry one, in the order in which they began. For the thread of its loop.
 */
final class HttpConnection {
    final SocketChannel channel;
    final AnswerParser parser = new AnswerParser();
    SelectionKey key;
    boolean isConnecting;
    boolean isClosed;
    /** What of the request is not written yet, or null. */
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
