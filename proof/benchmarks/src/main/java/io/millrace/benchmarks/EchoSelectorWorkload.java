package io.millrace.benchmarks;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Future.State;
import java.util.concurrent.FutureTask;

/** Non-blocking channels of the JDK, with a selector at each end, in one thread each. */
public final class EchoSelectorWorkload extends EchoWorkload {

    /** Creates the workload; a fork calls this. */
    public EchoSelectorWorkload() {}

    @Override
    void keep(int sizeBytes, EchoTrips trips) throws Exception {
        try (Server server = new Server();
                Client client = new Client(server.address, sizeBytes, trips)) {
            client.connect();
            for (int count = trips.awaitDue(); count > 0; count = trips.awaitDue()) {
                client.exchange(count);
                client.record();
            }
            client.disconnect();
        }
    }

    @Override
    void reconnect(int sizeBytes, EchoTrips trips) throws Exception {
        try (Server server = new Server();
                Client client = new Client(server.address, sizeBytes, trips)) {
            for (int count = trips.awaitDue(); count > 0; count = trips.awaitDue()) {
                client.connect();
                client.exchange(count);
                client.disconnect();
                client.record();
            }
        }
    }

    private static final class Client implements AutoCloseable {
        private final ByteBuffer out = ByteBuffer.allocateDirect(EchoMessages.BUFFER_BYTES);
        private final ByteBuffer in = ByteBuffer.allocateDirect(EchoMessages.BUFFER_BYTES);
        private final Selector selector = Selector.open();
        private final SocketAddress server;
        private final int sizeBytes;
        private final EchoTrips trips;
        private SocketChannel channel;

        Client(SocketAddress server, int sizeBytes, EchoTrips trips) throws IOException {
            this.server = server;
            this.sizeBytes = sizeBytes;
            this.trips = trips;
        }

        void connect() throws IOException {
            channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(server);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
        }

        void exchange(int count) throws IOException {
            EchoMessages.fill(out, count, sizeBytes, trips);
            writeAll(channel, out);
            in.clear().limit(count * sizeBytes);
            while (in.hasRemaining()) {
                selector.select(_ -> {});
                try {
                    if (channel.read(in) < 0) {
                        throw new BenchmarkException("the server closed the connection missingBytes=" + in.remaining());
                    }
                } catch (IOException e) {
                    throw new BenchmarkException("cannot read", e);
                }
            }
        }

        void record() {
            EchoMessages.record(in, 0, sizeBytes, trips);
        }

        void disconnect() throws IOException {
            channel.close();
            selector.selectNow(); // a closed channel keeps its port until its key is removed
        }

        @Override
        public void close() throws IOException {
            selector.close();
        }
    }

    private static void writeAll(SocketChannel channel, ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from); // a batch fits into the buffers of the system, so this hardly ever repeats
        }
    }

    private static final class Server implements AutoCloseable {
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(EchoMessages.BUFFER_BYTES);
        private final Selector selector = Selector.open();
        private final ServerSocketChannel listening = ServerSocketChannel.open();
        private final SocketAddress address;
        private final FutureTask<Void> serving = new FutureTask<>(this::serve);
        private final Thread thread;
        private volatile boolean stopped;

        Server() throws IOException {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            address = listening.getLocalAddress();
            listening.configureBlocking(false);
            listening.register(selector, SelectionKey.OP_ACCEPT);
            thread = Thread.ofPlatform().name("echo-server").daemon().start(serving);
        }

        private Void serve() throws IOException {
            while (!stopped) {
                selector.select(key -> {
                    try {
                        handle(key);
                    } catch (IOException e) {
                        throw new BenchmarkException("cannot serve", e);
                    }
                });
            }
            return null;
        }

        private void handle(SelectionKey key) throws IOException {
            if (key.isAcceptable()) {
                SocketChannel accepted = listening.accept();
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                accepted.configureBlocking(false);
                accepted.register(selector, SelectionKey.OP_READ);
                return;
            }
            SocketChannel from = (SocketChannel) key.channel();
            if (from.read(buffer.clear()) < 0) {
                from.close();
                return;
            }
            writeAll(from, buffer.flip());
        }

        @Override
        public void close() throws IOException {
            stopped = true;
            selector.wakeup();
            Uninterruptibly.join(thread);
            selector.close();
            listening.close();
            if (serving.state() == State.FAILED) {
                throw new BenchmarkException("the server failed", serving.exceptionNow());
            }
        }
    }
}
