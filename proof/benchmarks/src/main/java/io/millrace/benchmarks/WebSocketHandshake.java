package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Opens a WebSocket on a connected socket. */
final class WebSocketHandshake {
    private static final String END_OF_HEAD = "\r\n\r\n";

    private WebSocketHandshake() {}

    static void open(Socket socket, InetSocketAddress address) throws IOException {
        String authority = address.getAddress().getHostAddress() + ":" + address.getPort();
        socket.getOutputStream()
                .write(("GET /clients HTTP/1.1\r\nHost: " + authority + "\r\nOrigin: http://" + authority
                                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==" + END_OF_HEAD)
                        .getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        while (head.indexOf(END_OF_HEAD) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new EOFException("the server has closed the connection answer=" + head);
            }
            head.append((char) next);
        }
        if (!head.toString().startsWith("HTTP/1.1 101 ")) {
            throw new BenchmarkException("the server does not open a session answer=" + head);
        }
    }
}
