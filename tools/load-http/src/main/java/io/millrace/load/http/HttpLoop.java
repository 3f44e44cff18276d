package io.millrace.load.http;

import io.millrace.load.LoadException;
import io.millrace.load.Operation;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sends requests of HTTP/1.1 over connections of its own, and receives their answers, all in one thread.
 *
 * <p>A connection carries one request at a time. It is made when there is a request and no other connection is free,
 * and what that takes is in the time of that operation. Nothing is ever sent twice: where a connection ends before the
 * answer is whole, the operation has failed.
 */
final class HttpLoop implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    /** How many buffers are read from a connection before the next has its turn. */
    private static final int MOST_READS = 16;

    private static final long NS_PER_MS = 1_000_000;
    private static final int STATUSES = 1_000;

    private final Selector selector;
    private final InetSocketAddress address;
    private final int mostConnections;
    private final long timeoutNs;
    private final Runnable onRoom;
    private final ByteBuffer incoming = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(BUFFER_BYTES);
    /** Those that were used last are used first, so that those which are not needed stay idle. */
    private final ArrayDeque<HttpConnection> idle = new ArrayDeque<>();

    private final List<HttpConnection> ready = new ArrayList<>();
    private final Consumer<SelectionKey> collector = this::collect;
    private final LoadException[] ofStatus = new LoadException[STATUSES];
    private int nextReady;
    private int busy;
    private HttpConnection oldest;
    private HttpConnection newest;

    /**
     * Creates one.
     *
     * @param timeoutMs how long an answer may take, or 0
     * @param onRoom called whenever a connection has become free
     */
    HttpLoop(Selector selector, InetSocketAddress address, int mostConnections, long timeoutMs, Runnable onRoom) {
        this.selector = selector;
        this.address = address;
        this.mostConnections = mostConnections;
        this.timeoutNs = timeoutMs * NS_PER_MS;
        this.onRoom = onRoom;
    }

    /** Returns whether another request can be sent. */
    boolean hasRoom() {
        return busy < mostConnections;
    }

    /** Sends a request, where there is room; the bytes may be changed afterwards. The operation ends by a poll. */
    void start(Operation operation, HttpOperation kind, byte[] request, int length) {
        HttpConnection connection = idle.pollFirst();
        busy++;
        try {
            if (connection == null) {
                connection = connect();
            }
        } catch (IOException e) {
            // Nothing holds the operation yet.
            busy--;
            onRoom.run();
            operation.fail(e);
            return;
        }
        connection.operation = operation;
        connection.kind = kind;
        connection.startedNs = timeoutNs > 0 ? System.nanoTime() : 0;
        connection.parser.begin(kind.method());
        append(connection);
        try {
            if (connection.isConnecting) {
                connection.unwritten = ByteBuffer.wrap(copy(request, length));
            } else {
                send(connection, request, length);
            }
        } catch (IOException e) {
            received(connection, e);
        }
    }

    private static byte[] copy(byte[] bytes, int length) {
        return Arrays.copyOf(bytes, length);
    }

    private HttpConnection connect() throws IOException {
        if (address.isUnresolved()) {
            throw new UnknownHostException("host has no address host=" + address.getHostString());
        }
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            HttpConnection connection = new HttpConnection(channel);
            connection.isConnecting = !channel.connect(address);
            connection.key = channel.register(
                    selector, connection.isConnecting ? SelectionKey.OP_CONNECT : SelectionKey.OP_READ, connection);
            return connection;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void send(HttpConnection connection, byte[] request, int length) throws IOException {
        if (length <= BUFFER_BYTES) {
            outgoing.clear();
            outgoing.put(request, 0, length).flip();
            connection.channel.write(outgoing);
            if (outgoing.hasRemaining()) {
                connection.unwritten = ByteBuffer.wrap(copy(request, length)).position(outgoing.position());
            }
        } else {
            connection.unwritten = ByteBuffer.wrap(copy(request, length));
            connection.channel.write(connection.unwritten);
        }
        watch(connection);
    }

    /** Waits for room to write only while something is unwritten; answers may come at any time. */
    private static void watch(HttpConnection connection) {
        if (connection.unwritten != null && !connection.unwritten.hasRemaining()) {
            connection.unwritten = null;
        }
        int wanted = connection.unwritten == null ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
        if (connection.key.interestOps() != wanted) {
            connection.key.interestOps(wanted);
        }
    }

    /**
     * Processes one event, waiting for it if there is none.
     *
     * @param waitNs how long, in whole milliseconds
     * @return whether there was one
     */
    boolean poll(long waitNs) throws IOException {
        if (nextReady == ready.size()) {
            ready.clear();
            nextReady = 0;
            select(waitNs);
        }
        boolean wasThere = false;
        while (!wasThere && nextReady < ready.size()) {
            HttpConnection connection = ready.get(nextReady++);
            wasThere = !connection.isClosed;
            if (wasThere) {
                advance(connection);
            }
        }
        return wasThere;
    }

    private void select(long waitNs) throws IOException {
        long wait = waitNs;
        if (timeoutNs > 0 && oldest != null) {
            wait = Math.min(wait, oldest.startedNs + timeoutNs - System.nanoTime() + NS_PER_MS);
        }
        if (wait >= NS_PER_MS) {
            selector.select(collector, wait / NS_PER_MS);
        } else {
            selector.selectNow(collector);
        }
        if (timeoutNs > 0 && oldest != null) {
            giveUpOld();
        }
    }

    private void collect(SelectionKey key) {
        ready.add((HttpConnection) key.attachment());
    }

    /** Fails the requests that have timed out, after taking the responses that have already arrived. */
    private void giveUpOld() {
        long beganBefore = System.nanoTime() - timeoutNs;
        for (int i = 0; i < ready.size(); i++) {
            HttpConnection answered = ready.get(i);
            if (answered.operation != null && answered.startedNs - beganBefore <= 0 && !answered.isClosed) {
                advance(answered);
            }
        }
        while (oldest != null && oldest.startedNs - beganBefore <= 0) {
            fail(
                    oldest,
                    new HttpTimeoutException(
                            "no complete response before the" + " timeout timeoutMs=" + timeoutNs / NS_PER_MS));
        }
    }

    private void advance(HttpConnection connection) {
        try {
            if (connection.isConnecting) {
                connection.channel.finishConnect();
                connection.isConnecting = false;
            }
            if (connection.unwritten != null) {
                connection.channel.write(connection.unwritten);
                watch(connection);
            }
        } catch (IOException e) {
            received(connection, e);
            return;
        }
        received(connection, null);
    }

    /**
     * Takes what has come.
     *
     * @param broken why nothing can be written any more, or null; a server may have answered before it closed
     */
    private void received(HttpConnection connection, IOException broken) {
        try {
            for (int i = 0; i < MOST_READS; i++) {
                incoming.clear();
                int length = connection.isConnecting ? 0 : connection.channel.read(incoming);
                if (length < 0) {
                    ended(connection, broken);
                    return;
                }
                if (length > 0 && connection.operation == null) {
                    // An unrequested response: later responses could no longer be matched to requests.
                    drop(connection);
                    return;
                }
                if (length > 0 && isOver(connection, length)) {
                    return;
                }
                if (length < incoming.capacity()) {
                    break;
                }
            }
            if (broken != null) {
                fail(connection, broken);
            }
        } catch (IOException e) {
            fail(connection, broken == null ? e : broken);
        }
    }

    private boolean isOver(HttpConnection connection, int length) throws ProtocolException {
        int end = connection.parser.accept(incoming.array(), 0, length);
        if (!connection.parser.isComplete()) {
            return false;
        }
        boolean isUsable = connection.parser.keepsConnection() && end == length && connection.unwritten == null;
        answered(connection, isUsable);
        return true;
    }

    private void ended(HttpConnection connection, IOException broken) throws IOException {
        if (connection.operation == null) {
            drop(connection);
        } else if (!connection.parser.hasBegun()) {
            fail(connection, broken == null ? new EOFException("connection closed without a response") : broken);
        } else {
            connection.parser.endOfConnection();
            answered(connection, false);
        }
    }

    private void answered(HttpConnection connection, boolean isUsable) {
        int status = connection.parser.status();
        HttpOperation kind = connection.kind;
        Operation operation = free(connection);
        if (isUsable) {
            idle.addFirst(connection);
        } else {
            close(connection);
        }
        if (kind.isRight(status)) {
            operation.complete();
        } else {
            operation.fail(problem(status));
        }
        onRoom.run();
    }

    private LoadException problem(int status) {
        if (ofStatus[status] == null) {
            ofStatus[status] = new LoadException("server answered with an error status=" + status);
        }
        return ofStatus[status];
    }

    private void fail(HttpConnection connection, IOException cause) {
        close(connection);
        if (connection.operation == null) {
            idle.remove(connection);
            return;
        }
        Operation operation = free(connection);
        operation.fail(cause);
        onRoom.run();
    }

    private void drop(HttpConnection connection) {
        idle.remove(connection);
        close(connection);
    }

    private static void close(HttpConnection connection) {
        connection.isClosed = true;
        try {
            connection.channel.close();
        } catch (IOException e) {
            // The connection is not usable any more, and its operation has its outcome.
            connection.key.cancel();
        }
    }

    private void append(HttpConnection connection) {
        connection.earlier = newest;
        connection.later = null;
        if (newest == null) {
            oldest = connection;
        } else {
            newest.later = connection;
        }
        newest = connection;
    }

    /** Takes the operation from its connection, and the connection from the list of those that carry one. */
    private Operation free(HttpConnection connection) {
        if (connection.earlier == null) {
            oldest = connection.later;
        } else {
            connection.earlier.later = connection.later;
        }
        if (connection.later == null) {
            newest = connection.earlier;
        } else {
            connection.later.earlier = connection.earlier;
        }
        connection.earlier = null;
        connection.later = null;
        Operation operation = connection.operation;
        connection.operation = null;
        connection.kind = null;
        busy--;
        return operation;
    }

    /** Waits for {@link #poll} in another thread to come back. */
    void wakeUp() {
        selector.wakeup();
    }

    /** Gives up what is in flight. */
    @Override
    public void close() {
        try (selector) {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new LoadException("cannot close connections reason=" + e, e);
        }
    }
}
