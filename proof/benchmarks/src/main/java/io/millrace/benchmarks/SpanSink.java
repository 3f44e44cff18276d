package io.millrace.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/** A collector that takes all spans and keeps none. */
final class SpanSink implements AutoCloseable {
    private static final int OK = 200;
    private static final int NO_BODY = -1;

    private final HttpServer server;

    private SpanSink(HttpServer server) {
        this.server = server;
    }

    static SpanSink start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", SpanSink::take);
        server.start();
        return new SpanSink(server);
    }

    private static void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(OK, NO_BODY);
        }
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
