package io.millrace.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client of a console that sends any bytes, each time on a connection of its own. */
final class ConsoleClient {

    /** Longer than the server lets a client take for its headers. */
    private static final int PATIENCE_MS = 120_000;

    private static final int MASKED = 0x80;
    private static final int SHORT_LENGTH = 125;
    private static final int TWO_BYTES = 126;

    private final InetSocketAddress address;
    private final String host;
    private final String headers;

    ConsoleClient(URI uri, String token) {
        this.address = new InetSocketAddress(uri.getHost(), uri.getPort());
        this.host = uri.getAuthority();
        this.headers = "Host: " + host + "\r\nOrigin: http://" + host + "\r\nAuthorization: Bearer " + token + "\r\n";
    }

    /** Returns the name that the server accepts, with its port. */
    byte[] host() {
        return host.getBytes(StandardCharsets.US_ASCII);
    }

    ConsoleAnswer get(String path, byte[] rest) {
        return send(
                Bytes.join(ascii("GET " + path), rest, ascii(" HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n")));
    }

    ConsoleAnswer post(String path, byte[] body) {
        return send(Bytes.join(
                ascii("POST " + path + " HTTP/1.1\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n"
                        + headers + "\r\n"),
                body));
    }

    /** Opens a session, and sends bytes in it. */
    ConsoleAnswer session(String path, byte[] frames) {
        return send(Bytes.join(
                ascii("GET " + path + " HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + headers
                        + "\r\n"),
                frames));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns a frame of a session, with a mask that changes nothing. */
    static byte[] frame(int first, byte[] payload) {
        byte[] length = payload.length <= SHORT_LENGTH
                ? new byte[] {(byte) first, (byte) (MASKED | payload.length)}
                : new byte[] {
                    (byte) first, (byte) (MASKED | TWO_BYTES), (byte) (payload.length >> 8), (byte) payload.length
                };
        return Bytes.join(length, new byte[4], payload);
    }

    /** Sends bytes, then the end of the stream, and returns what came until the server closed the connection. */
    ConsoleAnswer send(byte[] bytes) {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        try (Socket socket = new Socket()) {
            socket.connect(address, PATIENCE_MS);
            socket.setSoTimeout(PATIENCE_MS);
            exchange(socket, bytes, received);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server neither answers nor closes the connection", e);
        } catch (IOException e) {
            throw new AssertionError("cannot connect to the server", e);
        }
        return ConsoleAnswer.of(received.toByteArray());
    }

    private static void exchange(Socket socket, byte[] bytes, ByteArrayOutputStream received) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            socket.getInputStream().transferTo(received);
        } catch (SocketException closed) {
            // The server has closed the connection before it read all.
        }
    }
}
