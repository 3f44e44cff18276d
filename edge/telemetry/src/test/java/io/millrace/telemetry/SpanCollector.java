package io.millrace.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/** A collector: takes spans by OTLP over HTTP in protobuf, and answers as a test says. */
final class SpanCollector implements AutoCloseable {

    /** A span as it arrived; the code of its status is 2 for an error and 0 for none. */
    record Span(
            String trace,
            String id,
            String parent,
            String name,
            long startNs,
            long endNs,
            Map<String, String> labels,
            long status) {}

    final List<Span> spans = new CopyOnWriteArrayList<>();
    final List<String> services = new CopyOnWriteArrayList<>();
    final List<Map<String, String>> headers = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final IntUnaryOperator answer;
    private int requests;

    /** Which spans the collector refuses, with the batch that they are in. */
    volatile Predicate<Span> poison = _ -> false;

    /**
     * Starts a collector.
     *
     * @param port its port, 0 for any
     * @param answer gives the HTTP status for the number of a request, from 0
     */
    SpanCollector(int port, IntUnaryOperator answer) throws IOException {
        this.answer = answer;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(executor);
        server.createContext("/v1/traces", this::handle);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + port();
    }

    int port() {
        return server.getAddress().getPort();
    }

    synchronized int requests() {
        return requests;
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        int status = answer.applyAsInt(requests++);
        List<Span> found = new ArrayList<>();
        List<String> names = new ArrayList<>();
        read(ByteBuffer.wrap(body), found, names);
        if (found.stream().anyMatch(poison)) {
            status = 400;
        }
        if (status == 200) {
            Map<String, String> sent = new HashMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> sent.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
            headers.add(sent);
            spans.addAll(found);
            services.addAll(names);
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    /** What is done with a field of a message. */
    private interface Field {
        void at(int number, ByteBuffer bytes, long value);
    }

    private static void read(ByteBuffer request, List<Span> spans, List<String> services) {
        fields(
                request,
                (number, resourceSpans, value) -> fields(resourceSpans, (inner, part, other) -> {
                    if (inner == 1) {
                        fields(
                                part,
                                (a, attribute, b) ->
                                        services.add(attribute(attribute).getValue()));
                    } else if (inner == 2) {
                        fields(part, (scope, span, c) -> {
                            if (scope == 2) {
                                spans.add(span(span));
                            }
                        });
                    }
                }));
    }

    private static Span span(ByteBuffer bytes) {
        Map<Integer, String> texts = new HashMap<>();
        Map<Integer, Long> numbers = new HashMap<>();
        Map<String, String> labels = new HashMap<>();
        fields(bytes, (number, part, value) -> {
            switch (number) {
                case 1, 2, 4 -> texts.put(number, HexFormat.of().formatHex(array(part)));
                case 5 -> texts.put(number, text(part));
                case 7, 8 -> numbers.put(number, value);
                case 15 ->
                    fields(part, (inner, text, code) -> {
                        if (inner == 3) {
                            numbers.put(15, code);
                        }
                    });
                case 9 -> {
                    Map.Entry<String, String> label = attribute(part);
                    labels.put(label.getKey(), label.getValue());
                }
                default -> {}
            }
        });
        return new Span(
                texts.get(1),
                texts.get(2),
                texts.getOrDefault(4, ""),
                texts.get(5),
                numbers.get(7),
                numbers.get(8),
                labels,
                numbers.getOrDefault(15, 0L));
    }

    private static Map.Entry<String, String> attribute(ByteBuffer bytes) {
        List<String> parts = new ArrayList<>();
        fields(bytes, (number, part, value) -> {
            if (number == 1) {
                parts.add(text(part));
            } else {
                fields(part, (inner, text, other) -> parts.add(text(text)));
            }
        });
        return Map.entry(parts.get(0), parts.get(1));
    }

    private static void fields(ByteBuffer bytes, Field field) {
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            int tag = (int) varint(bytes);
            int number = tag >>> 3;
            switch (tag & 7) {
                case 0 -> field.at(number, ByteBuffer.allocate(0), varint(bytes));
                case 1 -> field.at(number, ByteBuffer.allocate(0), bytes.getLong());
                case 2 -> {
                    int length = (int) varint(bytes);
                    field.at(number, bytes.slice(bytes.position(), length), 0);
                    bytes.position(bytes.position() + length);
                }
                case 5 -> field.at(number, ByteBuffer.allocate(0), bytes.getInt());
                default -> throw new IllegalArgumentException("this is no protobuf tag=" + tag);
            }
        }
    }

    private static long varint(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] array(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return copy;
    }

    private static String text(ByteBuffer bytes) {
        return new String(array(bytes), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
