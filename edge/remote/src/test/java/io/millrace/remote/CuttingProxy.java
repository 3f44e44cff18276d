package io.millrace.remote;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.net.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Passes the bytes of clients to a server that may change, and cuts connections when told, or at random bytes. */
final class CuttingProxy implements AutoCloseable {

    private final ServerSocket server;
    private final Random random;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final AtomicLong cuts = new AtomicLong();
    private volatile int mostBytes = Integer.MAX_VALUE;
    private volatile int port;
    private volatile boolean isClosed;

    CuttingProxy(long seed) throws IOException {
        random = new Random(seed);
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    private void start(Runnable task) {
        Thread thread = Thread.ofPlatform().name("cutting-proxy").unstarted(task);
        threads.add(thread);
        thread.start();
    }

    HostPort address() {
        return new HostPort("127.0.0.1", server.getLocalPort());
    }

    /** Sets the server; 0 for none, so that connections end at once. */
    void to(int itsPort) {
        port = itsPort;
    }

    /** Cuts each connection after at most so many bytes. */
    void cutAfter(int bytes) {
        mostBytes = bytes;
    }

    long cuts() {
        return cuts.get();
    }

    /** Cuts all connections. */
    void cut() {
        open.forEach(CuttingProxy::close);
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket near = server.accept();
                start(() -> pass(near));
            } catch (IOException e) {
                if (!isClosed) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void pass(Socket near) {
        open.add(near);
        try (near;
                Socket far = new Socket(InetAddress.getLoopbackAddress(), port)) {
            open.add(far);
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            int most = mostBytes;
            AtomicLong left = new AtomicLong(most == Integer.MAX_VALUE ? Long.MAX_VALUE : random.nextInt(most));
            Thread back = Thread.ofPlatform().name("cutting-proxy").start(() -> copy(far, near, left));
            copy(near, far, left);
            Uninterruptibly.join(back);
            open.remove(far);
        } catch (IOException | IllegalArgumentException e) {
            close(near); // there is no server
        } finally {
            open.remove(near);
            threads.remove(Thread.currentThread());
        }
    }

    private void copy(Socket from, Socket into, AtomicLong left) {
        byte[] buffer = new byte[1 << 12];
        try {
            for (int count = from.getInputStream().read(buffer);
                    count >= 0;
                    count = from.getInputStream().read(buffer)) {
                long allowed = left.addAndGet(-count);
                into.getOutputStream().write(buffer, 0, (int) Math.max(0, Math.min(count, count + allowed)));
                if (allowed < 0) {
                    cuts.incrementAndGet();
                    break;
                }
            }
        } catch (IOException e) {
            close(into); // the other direction was cut
        }
        close(from);
        close(into);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while (!threads.isEmpty()) {
            cut();
            threads.removeIf(each -> !each.isAlive());
            Thread.onSpinWait();
        }
    }
}
