package io.millrace.examples.market;

import io.millrace.concurrent.Uninterruptibly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Passes bytes to a port of this machine and back, each after a delay, as a long way to another site does. */
final class DelayProxy implements AutoCloseable {
    private static final int MOST_ON_THE_WAY = 1 << 12;
    private static final int CHUNK_BYTES = 1 << 14;
    private static final Chunk END = new Chunk(ByteBuffer.allocate(0), 0);

    private final ServerSocket server;
    private final int port;
    private final long delayNs;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final AtomicLong delayed = new AtomicLong();

    /** Some bytes that were read, and when they may continue. */
    private record Chunk(ByteBuffer bytes, long dueNs) {}

    private DelayProxy(ServerSocket server, int port, long delayNs) {
        this.server = server;
        this.port = port;
        this.delayNs = delayNs;
    }

    /** Starts to accept; {@code delayNs} is the time that bytes take one way. */
    static DelayProxy start(int port, long delayNs) throws IOException {
        ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        DelayProxy proxy = new DelayProxy(server, port, delayNs);
        proxy.thread(proxy::accept);
        return proxy;
    }

    int port() {
        return server.getLocalPort();
    }

    /** Returns how many bytes have continued after their delay, both ways together. */
    long delayedBytes() {
        return delayed.get();
    }

    private void thread(Runnable work) {
        Thread thread = Thread.ofPlatform().name("test-delay-proxy").unstarted(work);
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            Socket near = null;
            try {
                near = server.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), port);
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                sockets.add(near);
                sockets.add(far);
                way(near, far);
                way(far, near);
            } catch (IOException e) { // this proxy is closed, or no process listens there yet
                close(near);
            }
        }
        sockets.forEach(DelayProxy::close);
    }

    private void way(Socket from, Socket to) {
        BlockingQueue<Chunk> onTheWay = new ArrayBlockingQueue<>(MOST_ON_THE_WAY);
        thread(() -> read(from, onTheWay));
        thread(() -> write(onTheWay, to));
    }

    private void read(Socket from, BlockingQueue<Chunk> onTheWay) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                onTheWay.put(new Chunk(ByteBuffer.wrap(Arrays.copyOf(buffer, n)), System.nanoTime() + delayNs));
            }
        } catch (IOException | InterruptedException e) {
            close(from);
        }
        while (!onTheWay.offer(END)) {
            LockSupport.parkNanos(delayNs); // the other thread takes what is on the way
        }
    }

    private void write(BlockingQueue<Chunk> onTheWay, Socket to) {
        try {
            for (Chunk chunk = onTheWay.take(); chunk.bytes().hasRemaining(); chunk = onTheWay.take()) {
                for (long ns = chunk.dueNs() - System.nanoTime(); ns > 0; ns = chunk.dueNs() - System.nanoTime()) {
                    LockSupport.parkNanos(ns);
                }
                if (!to.isClosed()) {
                    to.getOutputStream().write(chunk.bytes().array());
                    delayed.addAndGet(chunk.bytes().capacity());
                }
            }
        } catch (IOException | InterruptedException e) {
            onTheWay.clear(); // the connection has ended
        }
        close(to);
    }

    private static void close(Socket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        sockets.forEach(DelayProxy::close);
        threads.forEach(Uninterruptibly::join);
        sockets.forEach(DelayProxy::close); // of a connection that was accepted meanwhile
        threads.forEach(Uninterruptibly::join);
    }
}
