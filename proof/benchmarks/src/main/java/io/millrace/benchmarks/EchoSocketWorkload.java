package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Blocking sockets of the JDK, by their streams; the server has a thread for each connection, from a pool. */
public final class EchoSocketWorkload extends EchoWorkload {

    /** Creates the workload; a fork calls this. */
    public EchoSocketWorkload() {}

    @Override
    void keep(int sizeBytes, EchoTrips trips) throws Exception {
        try (Server server = new Server();
                Socket socket = connect(server)) {
            Client client = new Client(sizeBytes, trips);
            for (int count = trips.awaitDue(); count > 0; count = trips.awaitDue()) {
                client.exchange(socket, count);
                client.record(count);
            }
        }
    }

    @Override
    void reconnect(int sizeBytes, EchoTrips trips) throws Exception {
        try (Server server = new Server()) {
            Client client = new Client(sizeBytes, trips);
            for (int count = trips.awaitDue(); count > 0; count = trips.awaitDue()) {
                try (Socket socket = connect(server)) {
                    client.exchange(socket, count);
                }
                client.record(count);
            }
        }
    }

    private static Socket connect(Server server) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(server.listening.getLocalSocketAddress());
        return socket;
    }

    private static final class Client {
        private final byte[] out = new byte[EchoMessages.BUFFER_BYTES];
        private final byte[] in = new byte[EchoMessages.BUFFER_BYTES];
        private final ByteBuffer outView = ByteBuffer.wrap(out);
        private final ByteBuffer inView = ByteBuffer.wrap(in);
        private final int sizeBytes;
        private final EchoTrips trips;

        Client(int sizeBytes, EchoTrips trips) {
            this.sizeBytes = sizeBytes;
            this.trips = trips;
        }

        void exchange(Socket socket, int count) throws IOException {
            EchoMessages.fill(outView, count, sizeBytes, trips);
            socket.getOutputStream().write(out, 0, count * sizeBytes);
            int read = socket.getInputStream().readNBytes(in, 0, count * sizeBytes);
            if (read < count * sizeBytes) {
                throw new BenchmarkException("the server closed the connection readBytes=" + read);
            }
        }

        void record(int count) {
            inView.clear().position(count * sizeBytes);
            EchoMessages.record(inView, 0, sizeBytes, trips);
        }
    }

    private static final class Server implements AutoCloseable {
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final ServerSocket listening = new ServerSocket();

        Server() throws IOException {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            threads.execute(this::accept);
        }

        private void accept() {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    threads.execute(() -> echo(socket));
                }
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    throw new BenchmarkException("cannot accept a connection", e);
                }
            }
        }

        private static void echo(Socket socket) {
            byte[] buffer = new byte[EchoMessages.BUFFER_BYTES];
            try (socket) {
                socket.setTcpNoDelay(true);
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    out.write(buffer, 0, count);
                }
            } catch (IOException e) {
                throw new BenchmarkException("cannot echo", e);
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
            threads.shutdown();
        }
    }
}
