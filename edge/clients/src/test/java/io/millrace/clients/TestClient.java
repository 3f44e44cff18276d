package io.millrace.clients;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client that sends and gets texts, and bytes as hexadecimal digits. */
final class TestClient implements WebSocket.Listener, AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final StringBuilder parts = new StringBuilder();
    private WebSocket socket;

    /** Connects from the origin of the server, with a token or an empty one. */
    static TestClient connect(String uri, String token) {
        TestClient client = new TestClient();
        String authority = URI.create(uri).getAuthority();
        WebSocket.Builder builder = client.http.newWebSocketBuilder().header("Origin", "http://" + authority);
        if (!token.isEmpty()) {
            builder.header("Authorization", "Bearer " + token);
        }
        try {
            client.socket = builder.buildAsync(URI.create("ws://" + authority + "/clients"), client)
                    .join();
        } catch (RuntimeException e) {
            client.http.shutdownNow();
            client.http.close();
            throw e;
        }
        return client;
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        parts.append(data);
        if (last) {
            texts.add(parts.toString());
            parts.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        texts.add("bytes " + HexFormat.of().formatHex(bytes));
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
        texts.add("closed " + code + " " + reason);
        return null;
    }

    /** Sends a request, with single quotes in place of double ones. */
    void send(String text) {
        socket.sendText(text.replace('\'', '"'), true).join();
    }

    /** Sends a message of bytes. */
    void sendBytes(byte[] bytes) {
        socket.sendBinary(ByteBuffer.wrap(bytes), true).join();
    }

    /** Returns the next text, with single quotes in place of double ones. */
    String next() throws InterruptedException {
        String text = texts.poll(60, TimeUnit.SECONDS);
        if (text == null) {
            throw new AssertionError("nothing came");
        }
        return text.replace('"', '\'');
    }

    /** Returns the answer to a request. */
    String ask(String text) throws InterruptedException {
        send(text);
        return next();
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
        http.close();
    }
}
