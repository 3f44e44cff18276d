package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server of one thread that does not wait: it reads its connections in turn, and those that are ready when there are
 * many.
 */
abstract class PolledServer implements Server {

    /** A connection that was accepted. */
    interface Connection {
        /** Reads what has arrived and answers it; returns false at the end of the connection. */
        boolean poll() throws IOException;
    }

    private final List<Connection> connections = new ArrayList<>();
    private ServerSocketChannel listening;
    private Selector selector;

    /** Makes a connection of a socket that does not block. */
    abstract Connection accepted(SocketChannel channel);

    @Override
    public final int start(Path directory, List<String> arguments) throws IOException {
        selector = Selector.open();
        listening = ServerSocketChannel.open();
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), FixServers.sessions(arguments) + 1);
        listening.configureBlocking(false);
        Thread.ofPlatform().name("server").start(this::run);
        return ((InetSocketAddress) listening.getLocalAddress()).getPort();
    }

    private void run() {
        try {
            long turns = 0;
            while (true) {
                if (++turns % 1024 == 0) {
                    accept();
                }
                if (connections.size() <= FixServers.MOST_READ_DIRECTLY) {
                    for (int i = connections.size() - 1; i >= 0; i--) {
                        if (!connections.get(i).poll()) {
                            connections.remove(i);
                        }
                    }
                } else {
                    selector.selectNow(this::ready);
                }
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new BenchmarkException("a server has failed", e);
        }
    }

    private void accept() throws IOException {
        for (SocketChannel channel = listening.accept(); channel != null; channel = listening.accept()) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Connection connection = accepted(channel);
            connections.add(connection);
            channel.register(selector, SelectionKey.OP_READ, connection);
        }
    }

    private void ready(SelectionKey key) {
        try {
            Connection connection = (Connection) key.attachment();
            if (!connection.poll()) {
                connections.remove(connection);
                key.cancel();
            }
        } catch (IOException e) {
            throw new BenchmarkException("a connection has failed", e);
        }
    }
}
