package io.millrace.prove;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Passes bytes to an address and back, and can hold them back, lose them or cut the connections. Any thread. */
public final class LinkProxy implements AutoCloseable {

    private static final int CHUNK_BYTES = 1 << 14;
    private static final long LOOK_NS = 1_000_000;

    private final ServerSocket server;
    private final String host;
    private final int port;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong lostBytes = new AtomicLong();
    private volatile State state = State.PASS;

    /** What becomes of bytes. */
    public enum State {
        /** They pass. */
        PASS,
        /** They stay where they are, so that their sender cannot send more and is not told why. */
        HOLD,
        /** Those of every second connection stay, by chance; others and new connections pass. */
        HOLD_SOME,
        /**
         * They are gone, as packets are that a network drops, and their sender is not told. A connection that has lost
         * some carries nothing any more, also later: it ends when one of its sides ends it.
         */
        LOSE,
        /** Connections end, and new ones end at once. */
        CUT
    }

    /** Two sockets between which bytes pass. */
    private static final class Connection {
        private final Socket near;
        private final Socket far;
        private volatile boolean isHeld;
        private volatile boolean hasLost;

        Connection(Socket near, Socket far) {
            this.near = near;
            this.far = far;
        }

        void close() {
            LinkProxy.close(near);
            LinkProxy.close(far);
        }
    }

    private LinkProxy(ServerSocket server, String host, int port) {
        this.server = server;
        this.host = host;
        this.port = port;
    }

    /** Starts a proxy to an address, at a free port of this machine. */
    public static LinkProxy start(String host, int port) throws IOException {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), host, port);
    }

    /** Starts a proxy at an address of this machine to another address. */
    public static LinkProxy start(InetSocketAddress at, String host, int port) throws IOException {
        LinkProxy proxy = new LinkProxy(new ServerSocket(at.getPort(), 0, at.getAddress()), host, port);
        thread(proxy::accept);
        return proxy;
    }

    private static void thread(Runnable work) {
        Thread.ofPlatform().daemon().name("millrace-prove-link").start(work);
    }

    /** Returns the port at which the proxy listens. */
    public int port() {
        return server.getLocalPort();
    }

    /** Returns how many bytes are gone. */
    public long lostBytes() {
        return lostBytes.get();
    }

    /** Sets what becomes of bytes from now on. */
    public void set(State next) {
        state = next;
        for (Connection connection : connections) {
            connection.isHeld =
                    next == State.HOLD_SOME && ThreadLocalRandom.current().nextBoolean();
        }
        if (next == State.CUT) {
            closeAll();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            Socket near = null;
            try {
                near = server.accept();
                if (state == State.CUT) {
                    close(near);
                    continue;
                }
                Socket far = new Socket(host, port);
                Connection connection = new Connection(near, far);
                connections.add(connection);
                if (server.isClosed() || state == State.CUT) {
                    closeAll();
                }
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                thread(() -> copy(connection, connection.near, connection.far));
                thread(() -> copy(connection, connection.far, connection.near));
            } catch (IOException e) { // this proxy is closed, or that host is not there
                close(near);
            }
        }
    }

    private void copy(Connection connection, Socket from, Socket to) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            int n = from.getInputStream().read(buffer);
            while (n >= 0) {
                while ((state == State.HOLD || connection.isHeld) && !to.isClosed()) {
                    LockSupport.parkNanos(LOOK_NS);
                }
                connection.hasLost |= state == State.LOSE;
                if (connection.hasLost) {
                    lostBytes.addAndGet(n);
                } else {
                    to.getOutputStream().write(buffer, 0, n);
                }
                n = from.getInputStream().read(buffer);
            }
        } catch (IOException e) {
            close(from); // one of the sides has ended, or the connection was cut
        }
        connection.close();
        connections.remove(connection);
    }

    private void closeAll() {
        connections.forEach(Connection::close);
    }

    private static void close(Socket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            throw new ProofException("cannot close a socket of a proxy", e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        closeAll();
    }
}
