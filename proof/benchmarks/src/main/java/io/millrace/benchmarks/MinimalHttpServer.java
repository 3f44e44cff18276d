package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A server of HTTP/1.1 that does as little as possible: one thread reads what has arrived and answers each empty line,
 * which ends a request without a body, with the same few bytes. It has to be faster than every load generator.
 */
final class MinimalHttpServer implements AutoCloseable {
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello, world".getBytes(StandardCharsets.US_ASCII);
    private static final int END = '\r' << 24 | '\n' << 16 | '\r' << 8 | '\n';
    private static final int BACKLOG = 1_024;

    private final Selector selector;
    private final ServerSocketChannel server;
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(1 << 16);
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(1 << 16);
    private final Thread thread =
            Thread.ofPlatform().name("answering-server").daemon().unstarted(this::serve);

    /** The last four bytes received on a connection. */
    private static final class Tail {
        private int bytes;
    }

    private MinimalHttpServer(Selector selector, ServerSocketChannel server) {
        this.selector = selector;
        this.server = server;
    }

    static MinimalHttpServer start() throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.configureBlocking(false);
        MinimalHttpServer started = new MinimalHttpServer(Selector.open(), server);
        server.register(started.selector, SelectionKey.OP_ACCEPT);
        started.thread.start();
        return started;
    }

    String url() {
        return "http://127.0.0.1:" + server.socket().getLocalPort() + "/";
    }

    private void serve() {
        try {
            while (selector.isOpen() && server.isOpen()) {
                selector.select(this::advance);
            }
        } catch (IOException e) {
            throw new BenchmarkException("the server cannot wait for requests", e);
        }
    }

    private void advance(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                SocketChannel accepted = server.accept();
                if (accepted != null) {
                    accepted.configureBlocking(false);
                    accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    accepted.register(selector, SelectionKey.OP_READ, new Tail());
                }
            } else {
                answer((SocketChannel) key.channel(), (Tail) key.attachment());
            }
        } catch (IOException e) {
            // the client has disconnected in the middle of a request
            key.cancel();
        }
    }

    private void answer(SocketChannel client, Tail tail) throws IOException {
        incoming.clear();
        if (client.read(incoming) < 0) {
            client.close();
            return;
        }
        incoming.flip();
        outgoing.clear();
        while (incoming.hasRemaining()) {
            tail.bytes = (tail.bytes << 8) | (incoming.get() & 0xff);
            if (tail.bytes == END && outgoing.remaining() >= ANSWER.length) {
                outgoing.put(ANSWER);
            }
        }
        outgoing.flip();
        // clients that wait for their answers leave room for them
        client.write(outgoing);
    }

    @Override
    public void close() throws IOException {
        server.close();
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (selector) {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        }
    }
}
