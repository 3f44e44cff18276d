package io.millrace.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends any bytes, as browsers and libraries do not. */
final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MS = 60_000;

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    static RawClient connect(WebServer server) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(server.address(), PATIENCE_MS);
        socket.setSoTimeout(PATIENCE_MS);
        return new RawClient(socket);
    }

    /** Sends a request without a body to a server and returns the whole response. */
    static String get(WebServer server, String path, String... headers) throws IOException {
        try (RawClient client = connect(server)) {
            client.send(request("GET", path, headers));
            return client.readAll();
        }
    }

    static String request(String method, String path, String... headers) {
        StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\nConnection: close\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    static String host(WebServer server) {
        return "Host: 127.0.0.1:" + server.address().getPort();
    }

    static String origin(WebServer server) {
        return "Origin: http://127.0.0.1:" + server.address().getPort();
    }

    /** Returns the request that opens a session. */
    static String upgrade(WebServer server, String path, String... headers) {
        StringBuilder text = new StringBuilder("GET " + path + " HTTP/1.1\r\n" + host(server)
                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /** Reads up to the end of the headers. */
    String readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** Reads until the server closes the connection; what a reset has cut off is left out. */
    String readAll() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (IOException e) {
            all.writeBytes(("\n" + e).getBytes(StandardCharsets.UTF_8));
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
