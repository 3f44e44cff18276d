package io.millrace.load;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A server on loopback whose connections do what a test says. */
final class TcpServer implements AutoCloseable {
    private final ServerSocket server;
    private final Script script;
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** Serves one connection. */
    @FunctionalInterface
    interface Script {
        /** Serves until the connection is to be closed; an exception closes it too. */
        void serve(Socket socket, DataInputStream in) throws IOException;
    }

    private TcpServer(Script script) throws IOException {
        this.script = script;
        server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    }

    static TcpServer start(Script script) throws IOException {
        TcpServer started = new TcpServer(script);
        started.start(Thread.ofPlatform().name("tcp-accept").unstarted(started::accept));
        return started;
    }

    /** Sends back all that it receives. */
    static TcpServer echo() throws IOException {
        return start((socket, in) -> {
            byte[] bytes = new byte[1 << 16];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                socket.getOutputStream().write(bytes, 0, count);
            }
        });
    }

    /** Answers each line with one text. */
    static TcpServer answering(String answer) throws IOException {
        return start((socket, in) -> {
            while (readLine(in)) {
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    static boolean readLine(DataInputStream in) throws IOException {
        int one = in.read();
        while (one >= 0 && one != '\n') {
            one = in.read();
        }
        return one >= 0;
    }

    private void start(Thread thread) {
        synchronized (threads) {
            threads.add(thread);
        }
        thread.start();
    }

    String url() {
        return "tcp:127.0.0.1:" + server.getLocalPort();
    }

    int connections() {
        synchronized (threads) {
            return sockets.size();
        }
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = server.accept();
                synchronized (threads) {
                    sockets.add(socket);
                }
                start(Thread.ofPlatform().name("tcp-serve").unstarted(() -> serve(socket)));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.serve(socket, new DataInputStream(new BufferedInputStream(socket.getInputStream())));
        } catch (IOException e) {
            // The script or the client has closed.
        }
    }

    @Override
    public void close() {
        List<Thread> started;
        try {
            server.close();
            synchronized (threads) {
                for (Socket socket : sockets) {
                    socket.close();
                }
                started = List.copyOf(threads);
            }
            for (Thread thread : started) {
                thread.join();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
