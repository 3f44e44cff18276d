package io.millrace.load.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocket;

/** A server that reads requests of HTTP/1.1 and answers each with whatever it was told, right or wrong. */
final class ScriptedServer implements AutoCloseable {
    private final ServerSocket server;
    private final Script script;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** Answers one request. */
    @FunctionalInterface
    interface Script {
        /**
         * Answers.
         *
         * @param number the number of the request, from 0
         * @throws IOException to close the connection
         */
        void answer(int number, InputStream in, OutputStream out, Socket socket) throws IOException;
    }

    private ScriptedServer(Script script, ServerSocket server) {
        this.script = script;
        this.server = server;
    }

    static ScriptedServer start(Script script) throws IOException {
        return start(script, ServerSocketFactory.getDefault());
    }

    /** Starts one whose sockets are made by a factory, as that of a TLS context. */
    static ScriptedServer start(Script script, ServerSocketFactory sockets) throws IOException {
        ServerSocket server = sockets.createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        ScriptedServer started = new ScriptedServer(script, server);
        started.start(Thread.ofPlatform().name("scripted-accept").unstarted(started::accept));
        return started;
    }

    /** Answers all requests with the same bytes. */
    static ScriptedServer answering(byte[] answer) throws IOException {
        return start((number, in, out, socket) -> out.write(answer));
    }

    private void start(Thread thread) {
        synchronized (threads) {
            threads.add(thread);
        }
        thread.start();
    }

    String url() {
        return (server instanceof SSLServerSocket ? "https" : "http") + "://127.0.0.1:" + server.getLocalPort() + "/";
    }

    int requests() {
        return requests.get();
    }

    int connections() {
        return connections.get();
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = server.accept();
                synchronized (threads) {
                    sockets.add(socket);
                }
                connections.incrementAndGet();
                start(Thread.ofPlatform().name("scripted-answer").unstarted(() -> serve(socket)));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (readHead(in)) {
                script.answer(requests.getAndIncrement(), in, socket.getOutputStream(), socket);
            }
        } catch (IOException e) {
            // The script or the client has closed.
        }
    }

    private static boolean readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int one = in.read();
            if (one < 0) {
                return false;
            }
            head.append((char) one);
        }
        return true;
    }

    static byte[] bytes(String text) {
        return text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
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
