package io.millrace.prove;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Passes bytes to an address and back, and can hold them back or cut the connections. Any thread. */
final class LinkProxy implements AutoCloseable {

    private static final int CHUNK_BYTES = 1 << 14;
    private static final long LOOK_NS = 1_000_000;

    private final ServerSocket server;
    private final String host;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile State state = State.PASS;

    /** What becomes of bytes. */
    enum State {
        PASS,
        /** They stay where they are, so that their sender cannot send more and is not told why. */
        HOLD,
        /** Connections end, and new ones end at once. */
        CUT
    }

    private LinkProxy(ServerSocket server, String host, int port) {
        this.server = server;
        this.host = host;
        this.port = port;
    }

    static LinkProxy start(String host, int port) throws IOException {
        LinkProxy proxy = new LinkProxy(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), host, port);
        thread(proxy::accept);
        return proxy;
    }

    private static void thread(Runnable work) {
        Thread.ofPlatform().daemon().name("millrace-prove-link").start(work);
    }

    int port() {
        return server.getLocalPort();
    }

    void set(State next) {
        state = next;
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
                sockets.add(near);
                sockets.add(far);
                if (server.isClosed() || state == State.CUT) {
                    closeAll();
                }
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                way(near, far);
                way(far, near);
            } catch (IOException e) { // this proxy is closed, or that host is not there
                close(near);
            }
        }
    }

    private void way(Socket from, Socket to) {
        thread(() -> copy(from, to));
    }

    private void copy(Socket from, Socket to) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            int n = from.getInputStream().read(buffer);
            while (n >= 0) {
                while (state == State.HOLD && !to.isClosed()) {
                    LockSupport.parkNanos(LOOK_NS);
                }
                to.getOutputStream().write(buffer, 0, n);
                n = from.getInputStream().read(buffer);
            }
        } catch (IOException e) {
            close(from); // one of the sides has ended, or the connection was cut
        }
        close(from);
        close(to);
        sockets.remove(from);
        sockets.remove(to);
    }

    private void closeAll() {
        sockets.forEach(LinkProxy::close);
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
