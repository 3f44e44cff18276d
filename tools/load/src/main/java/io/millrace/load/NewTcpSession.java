package io.millrace.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A new connection for each request, which is closed after its answer; connecting is in the time of the operation. The
 * issuing thread connects, sends and receives on all of them.
 */
final class NewTcpSession implements PolledSession {
    private static final long WAIT_NS = 10_000_000;
    private static final long NS_PER_MS = 1_000_000;

    private final Selector selector;
    private final InetSocketAddress address;
    private final TcpRequests requests;
    private final Supplier<TcpAnswers> answers;
    private final int mostConnections;
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(1 << 16);
    private final ArrayDeque<Connection> free = new ArrayDeque<>();
    private final List<Connection> ready = new ArrayList<>();
    private final Consumer<SelectionKey> collector = this::collect;
    private int nextReady;
    private int open;

    /** What a connection needs; used again for the next one. */
    private static final class Connection {
        private final TcpAnswers answers;
        private SocketChannel channel;
        private SelectionKey key;
        private boolean isConnecting;
        private Operation operation;
        private byte[] request = {};
        private ByteBuffer unsent;

        Connection(TcpAnswers answers) {
            this.answers = answers;
        }

        void keep(byte[] bytes, int length) {
            if (request.length < length) {
                request = Arrays.copyOf(bytes, length);
                unsent = ByteBuffer.wrap(request);
            } else {
                System.arraycopy(bytes, 0, request, 0, length);
            }
            unsent.clear().limit(length);
        }
    }

    NewTcpSession(
            Selector selector,
            InetSocketAddress address,
            TcpRequests requests,
            Supplier<TcpAnswers> answers,
            int mostConnections) {
        this.selector = selector;
        this.address = address;
        this.requests = requests;
        this.answers = answers;
        this.mostConnections = mostConnections;
    }

    @Override
    public void issue(Operation operation) throws IOException, InterruptedException {
        byte[] request = requests.encode(operation);
        while (!hasRoom()) {
            poll(WAIT_NS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while all connections were in use");
            }
        }
        Connection connection = free.isEmpty() ? new Connection(answers.get()) : free.removeLast();
        connection.keep(request, requests.length());
        connection.answers.reset();
        try {
            connect(connection);
        } catch (IOException | RuntimeException e) {
            free.add(connection);
            throw new LoadException("cannot connect address=" + address + " reason=" + e, e);
        }
        connection.operation = operation;
        open++;
    }

    private void connect(Connection connection) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connection.isConnecting = !channel.connect(address);
            // One that is connected can be written to at once, so the next poll sends.
            int interest = connection.isConnecting ? SelectionKey.OP_CONNECT : SelectionKey.OP_WRITE;
            connection.key = channel.register(selector, interest, connection);
            connection.channel = channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public boolean hasRoom() {
        return open < mostConnections;
    }

    @Override
    public boolean poll(long waitNs) throws IOException {
        if (nextReady == ready.size()) {
            ready.clear();
            nextReady = 0;
            if (waitNs >= NS_PER_MS) {
                selector.select(collector, waitNs / NS_PER_MS);
            } else {
                selector.selectNow(collector);
            }
        }
        if (nextReady == ready.size()) {
            return false;
        }
        advance(ready.get(nextReady++));
        return true;
    }

    private void collect(SelectionKey key) {
        ready.add((Connection) key.attachment());
    }

    private void advance(Connection connection) {
        try {
            if (connection.isConnecting) {
                connection.channel.finishConnect();
                connection.isConnecting = false;
            }
        } catch (IOException e) {
            end(connection, new LoadException("cannot connect address=" + address + " reason=" + e, e));
            return;
        }
        IOException broken = null;
        try {
            if (connection.unsent.hasRemaining()) {
                connection.channel.write(connection.unsent);
                int wanted = connection.unsent.hasRemaining()
                        ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
                        : SelectionKey.OP_READ;
                connection.key.interestOps(wanted);
            }
        } catch (IOException e) {
            broken = e; // a server may have answered before it closed
        }
        receive(connection, broken);
    }

    private void receive(Connection connection, IOException broken) {
        try {
            int bytes = 1;
            while (bytes > 0) {
                incoming.clear();
                bytes = connection.channel.read(incoming);
                incoming.flip();
                if (connection.answers.accept(incoming)) {
                    end(connection, connection.answers.failure());
                    return;
                }
            }
            if (bytes < 0) {
                end(
                        connection,
                        new LoadException(
                                connection.answers.hasBegun()
                                        ? "the server closed the connection within an answer address=" + address
                                        : "the server closed the connection without an answer address=" + address));
            } else if (broken != null) {
                end(connection, broken(broken));
            }
        } catch (IOException e) {
            end(connection, broken(broken == null ? e : broken));
        }
    }

    private LoadException broken(IOException cause) {
        return new LoadException("the connection broke address=" + address + " reason=" + cause, cause);
    }

    private void end(Connection connection, Throwable failure) {
        Operation operation = connection.operation;
        connection.operation = null;
        try {
            connection.channel.close();
        } catch (IOException e) {
            connection.key.cancel(); // it is not used any more, and its operation has its outcome
        }
        free.add(connection);
        open--;
        if (failure == null) {
            operation.complete();
        } else {
            operation.fail(failure);
        }
    }

    /** Gives up what is in flight. */
    @Override
    public void close() {
        try (selector) {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new LoadException("cannot close connections address=" + address + " reason=" + e, e);
        }
    }
}
