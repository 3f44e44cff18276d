package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Many WebSockets that follow one channel and count what they get, read by one thread; or by none, then they stall. */
final class FollowerSockets implements Closeable {
    private static final String FOLLOW =
            "{\"request\":\"follow\",\"channel\":\"orders\",\"as\":1,\"first\":\"NEWEST\"}";
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int STALLED_BYTES = 1 << 14;
    private static final long SELECT_MS = 50;
    private static final long PATIENCE_NS = 120_000_000_000L;

    private final Selector selector;
    private final List<Follower> followers = new ArrayList<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("followers").unstarted(this::run);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final AtomicLong texts = new AtomicLong();
    private volatile boolean isEnding;
    private volatile Exception failure;

    private FollowerSockets(Selector selector) {
        this.selector = selector;
    }

    /** Connects, and waits until all follow. */
    static FollowerSockets live(InetSocketAddress address, int count) throws IOException {
        FollowerSockets sockets = connected(address, count, BUFFER_BYTES);
        for (Follower follower : sockets.followers) {
            follower.channel.configureBlocking(false);
            follower.channel.register(sockets.selector, SelectionKey.OP_READ, follower);
        }
        sockets.thread.start();
        sockets.await(count); // each gets one answer
        return sockets;
    }

    /** Connects; no thread reads what comes. */
    static FollowerSockets stalled(InetSocketAddress address, int count) throws IOException {
        return connected(address, count, STALLED_BYTES);
    }

    private static FollowerSockets connected(InetSocketAddress address, int count, int bytes) throws IOException {
        FollowerSockets sockets = new FollowerSockets(Selector.open());
        try {
            for (int i = 0; i < count; i++) {
                SocketChannel channel = SocketChannel.open();
                sockets.followers.add(new Follower(channel));
                channel.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
                channel.connect(address);
                WebSocketHandshake.open(channel.socket(), address);
                channel.write(follow());
            }
            return sockets;
        } catch (IOException | RuntimeException e) {
            sockets.close();
            throw e;
        }
    }

    private static ByteBuffer follow() {
        byte[] text = FOLLOW.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer frame = ByteBuffer.allocate(6 + text.length);
        frame.put((byte) 0x81).put((byte) (0x80 | text.length)).putInt(0).put(text);
        return frame.flip();
    }

    private void run() {
        try {
            while (!isEnding) {
                selector.select(this::read, SELECT_MS);
            }
        } catch (IOException | RuntimeException e) {
            if (!isEnding) {
                failure = e;
            }
        }
    }

    private void read(SelectionKey key) {
        Follower follower = (Follower) key.attachment();
        try {
            buffer.clear();
            if (follower.channel.read(buffer) < 0) {
                throw new BenchmarkException("the server has closed a connection texts=" + texts);
            }
            texts.addAndGet(follower.count(buffer.flip()));
        } catch (IOException e) {
            throw new BenchmarkException("cannot read from the server", e);
        }
    }

    /** Waits until so many texts have come to all together. */
    void await(long expected) throws IOException {
        long startNs = System.nanoTime();
        while (texts.get() < expected) {
            if (failure != null) {
                throw new IOException("a follower has failed", failure);
            }
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new BenchmarkException("messages are missing expected=" + expected + " got=" + texts);
            }
            LockSupport.parkNanos(50_000);
        }
        if (texts.get() > expected) {
            throw new BenchmarkException("too many messages have come expected=" + expected + " got=" + texts);
        }
    }

    @Override
    public void close() throws IOException {
        isEnding = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Follower follower : followers) {
            follower.channel.close();
        }
        selector.close();
    }

    /** Finds the ends of the frames of one connection, which may be split anywhere. */
    private static final class Follower {
        private final SocketChannel channel;
        private int inHeader;
        private int lengthBytes;
        private long left;

        Follower(SocketChannel channel) {
            this.channel = channel;
        }

        int count(ByteBuffer bytes) {
            int texts = 0;
            while (bytes.hasRemaining()) {
                if (inHeader < 2 + lengthBytes) {
                    header(bytes.get());
                } else {
                    int some = (int) Math.min(left, bytes.remaining());
                    bytes.position(bytes.position() + some);
                    left -= some;
                }
                if (inHeader >= 2 && inHeader == 2 + lengthBytes && left == 0) {
                    texts++;
                    inHeader = 0;
                    lengthBytes = 0;
                }
            }
            return texts;
        }

        private void header(byte next) {
            if (inHeader == 0 && next != (byte) 0x81) {
                throw new BenchmarkException("a frame is no whole text kind=" + (next & 0xff));
            }
            if (inHeader == 1) {
                lengthBytes = next == 126 ? 2 : next == 127 ? 8 : 0;
                left = lengthBytes == 0 ? next : 0;
            } else if (inHeader > 1) {
                left = (left << 8) | (next & 0xff);
            }
            inHeader++;
        }
    }
}
