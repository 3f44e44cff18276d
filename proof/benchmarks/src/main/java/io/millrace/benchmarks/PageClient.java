package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A page of the console without a browser: a WebSocket that reads each state whole and confirms it. It keeps nothing of
 * a state, so that it takes little memory and time beside the server. For one thread.
 */
final class PageClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 120_000;
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final byte[] SEQUENCE = "{\"seq\":".getBytes(StandardCharsets.US_ASCII);

    private static final int FINAL_TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int MASKED = 0x80;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int MASK_BYTES = 4;

    private final Socket socket;

    private PageClient(Socket socket) {
        this.socket = socket;
    }

    /** Opens the page of a console. */
    static PageClient open(URI page) throws IOException {
        Socket socket = new Socket(page.getHost(), page.getPort());
        try {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            String authority = page.getAuthority();
            write(
                    socket,
                    ("GET /live HTTP/1.1\r\nHost: " + authority + "\r\nOrigin: http://" + authority
                                    + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==" + END_OF_HEAD)
                            .getBytes(StandardCharsets.US_ASCII));
            String head = head(socket.getInputStream());
            if (!head.startsWith("HTTP/1.1 101 ")) {
                throw new BenchmarkException("the console does not open a session page=" + page + " answer=" + head);
            }
            return new PageClient(socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf(END_OF_HEAD) < 0) {
            head.append((char) one(in));
        }
        return head.toString();
    }

    private static int one(InputStream in) throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException("the console has closed the session");
        }
        return next;
    }

    /**
     * Reads the next state and confirms it.
     *
     * @param buffer takes the state
     * @return its length in bytes
     */
    int readAndConfirm(byte[] buffer) throws IOException {
        InputStream in = socket.getInputStream();
        int kind = one(in);
        int length = length(in);
        if (kind != FINAL_TEXT || length > buffer.length) {
            throw new BenchmarkException(
                    (kind == CLOSE ? "the console has closed the session" : "a state is not as expected") + " kind="
                            + kind + " bytes=" + length);
        }
        if (in.readNBytes(buffer, 0, length) < length) {
            throw new EOFException("the console has closed the session within a state");
        }
        confirm(sequence(buffer, length));
        return length;
    }

    private static int length(InputStream in) throws IOException {
        int length = one(in);
        if (length < LENGTH_16) {
            return length;
        }
        long all = 0;
        for (int i = length == LENGTH_64 ? Long.BYTES : Short.BYTES; i > 0; i--) {
            all = all << 8 | one(in);
        }
        return Math.toIntExact(all);
    }

    private static String sequence(byte[] state, int length) {
        int end = SEQUENCE.length;
        while (end < length && state[end] >= '0' && state[end] <= '9') {
            end++;
        }
        if (end == SEQUENCE.length) {
            throw new BenchmarkException("a state has no number bytes=" + length);
        }
        return new String(state, SEQUENCE.length, end - SEQUENCE.length, StandardCharsets.US_ASCII);
    }

    private void confirm(String sequence) throws IOException {
        byte[] text = ("{\"confirm\":" + sequence + "}").getBytes(StandardCharsets.US_ASCII);
        byte[] frame = new byte[2 + MASK_BYTES + text.length]; // with a mask of zeros, which changes nothing
        frame[0] = (byte) FINAL_TEXT;
        frame[1] = (byte) (MASKED | text.length);
        System.arraycopy(text, 0, frame, 2 + MASK_BYTES, text.length);
        write(socket, frame);
    }

    private static void write(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
