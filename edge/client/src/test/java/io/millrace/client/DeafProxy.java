package io.millrace.client;

import io.millrace.concurrent.Uninterruptibly;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Passes bytes between one client and a server until it reads nothing from the client any more, and tells neither. */
final class DeafProxy implements AutoCloseable {

    private final ServerSocket server;
    private final int to;
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean isDeaf;

    private DeafProxy(ServerSocket server, int to) {
        this.server = server;
        this.to = to;
    }

    static DeafProxy start(int to) throws IOException {
        DeafProxy proxy = new DeafProxy(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), to);
        proxy.run(proxy::accept);
        return proxy;
    }

    private synchronized void run(Runnable work) {
        Thread thread = Thread.ofPlatform().daemon().name("deaf-proxy").unstarted(work);
        threads.add(thread);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** Reads nothing from the client any more. */
    void deafen() {
        isDeaf = true;
    }

    private void accept() {
        try {
            while (closing.getCount() > 0) {
                Socket near = server.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), to);
                synchronized (this) {
                    sockets.addAll(List.of(near, far));
                }
                run(() -> pass(near, far, true));
                run(() -> pass(far, near, false));
            }
        } catch (IOException e) {
            // it was closed
        }
    }

    private void pass(Socket from, Socket into, boolean isOfClient) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = into.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
                if (isDeaf && isOfClient) {
                    closing.await();
                }
            }
        } catch (IOException | InterruptedException e) {
            // a side has ended
        }
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        server.close();
        List<Thread> all;
        synchronized (this) {
            for (Socket socket : sockets) {
                socket.close();
            }
            all = List.copyOf(threads);
        }
        all.forEach(Uninterruptibly::join);
    }
}
