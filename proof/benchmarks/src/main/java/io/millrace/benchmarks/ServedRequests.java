package io.millrace.benchmarks;

import java.io.IOException;
import org.HdrHistogram.Histogram;

/** A socket whose server is closed with it. */
record ServedRequests(ClientsServer server, RequestSocket socket) implements Requests {

    static ServedRequests connect(ClientsServer server, ClientsSuite.Wire wire) throws Exception {
        try {
            return new ServedRequests(server, RequestSocket.connect(server.address(wire), wire));
        } catch (Exception | Error e) {
            server.close();
            throw e;
        }
    }

    @Override
    public Histogram oneByOne(long durationNs) throws Exception {
        return socket.oneByOne(durationNs);
    }

    @Override
    public double inWindow(long durationNs) throws Exception {
        return socket.inWindow(durationNs);
    }

    @Override
    public void close() throws IOException {
        try (server) {
            socket.close();
        }
    }
}
