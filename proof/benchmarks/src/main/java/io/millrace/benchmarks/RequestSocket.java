package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * A client that sends numbered requests and reads the answers, over TCP with a length before each text or over
 * WebSocket; the same for a server that answers and for one that echoes. For one thread.
 */
final class RequestSocket implements AutoCloseable {
    private static final int TIMEOUT_MS = 120_000;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FINAL_TEXT = 0x81;
    private static final int MASKED = 0x80;
    private static final int MASK_BYTES = 4;
    private static final int LENGTH_16 = 126;
    private static final int MAX_SHORT = 125;
    private static final long HIGHEST_NS = 10_000_000_000L;
    private static final byte[] NUMBER = "\"number\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] APPENDED = "\"appended\":".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final ClientsSuite.Wire wire;
    private final DataInputStream in;
    private final ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
    private final byte[] answer = new byte[BUFFER_BYTES];
    private long sent;

    private RequestSocket(Socket socket, ClientsSuite.Wire wire) throws IOException {
        this.socket = socket;
        this.wire = wire;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
    }

    /** Connects and says hello, for which any answer is fine. */
    static RequestSocket connect(InetSocketAddress address, ClientsSuite.Wire wire) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            socket.connect(address);
            if (wire == ClientsSuite.Wire.WEB_SOCKET) {
                WebSocketHandshake.open(socket, address);
            }
            RequestSocket requests = new RequestSocket(socket, wire);
            requests.put("{\"request\":\"hello\"}");
            requests.flush();
            requests.read();
            return requests;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends requests one after the other for a time, and returns the times to the answers. */
    Histogram oneByOne(long durationNs) throws IOException {
        Histogram times = new Histogram(HIGHEST_NS, 3);
        long endNs = System.nanoTime() + durationNs;
        long nowNs = System.nanoTime();
        do {
            putRequest();
            flush();
            readUpTo(sent);
            long doneNs = System.nanoTime();
            times.recordValue(Math.min(HIGHEST_NS, doneNs - nowNs));
            nowNs = doneNs;
        } while (nowNs < endNs);
        return times;
    }

    /** Keeps {@link ClientsSuite#WINDOW} requests on their way for a time, and returns the answers in a second. */
    double inWindow(long durationNs) throws IOException {
        long startNs = System.nanoTime();
        long first = sent;
        long answered = sent;
        do {
            while (sent - answered < ClientsSuite.WINDOW) {
                putRequest();
            }
            flush();
            do {
                answered = Math.max(answered, number(read()));
            } while (sent - answered > ClientsSuite.WINDOW / 2);
        } while (System.nanoTime() - startNs < durationNs);
        while (answered < sent) {
            answered = Math.max(answered, number(read()));
        }
        return (sent - first) * 1e9 / (System.nanoTime() - startNs);
    }

    private void readUpTo(long number) throws IOException {
        long answered = 0;
        while (answered < number) {
            answered = number(read());
        }
    }

    private void putRequest() {
        put("{\"request\":\"append\",\"channel\":\"orders\",\"number\":" + ++sent
                + ",\"method\":\"order\",\"arguments\":{\"symbol\":\"EURUSD\",\"quantity\":7}}");
    }

    private void put(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.US_ASCII);
        if (wire == ClientsSuite.Wire.TCP) {
            out.putInt(utf8.length);
        } else {
            if (utf8.length > MAX_SHORT) {
                throw new BenchmarkException("a request is longer than a short frame bytes=" + utf8.length);
            }
            out.put((byte) FINAL_TEXT).put((byte) (MASKED | utf8.length));
            out.position(out.position() + MASK_BYTES); // a mask of zeros, which changes nothing
        }
        out.put(utf8);
    }

    private void flush() throws IOException {
        socket.getOutputStream().write(out.array(), 0, out.position());
        Arrays.fill(out.array(), 0, out.position(), (byte) 0);
        out.clear();
    }

    /** Reads a text and returns its length. */
    private int read() throws IOException {
        int length;
        if (wire == ClientsSuite.Wire.TCP) {
            length = in.readInt();
        } else {
            int kind = in.readUnsignedByte();
            length = in.readUnsignedByte();
            if (length == LENGTH_16) {
                length = in.readUnsignedShort();
            }
            if (kind != FINAL_TEXT || length > answer.length) {
                throw new BenchmarkException("a frame is not as expected kind=" + kind + " length=" + length);
            }
        }
        if (in.readNBytes(answer, 0, length) < length) {
            throw new EOFException("the server has closed the connection");
        }
        return length;
    }

    /** Returns the number in an answer, after its name. */
    private long number(int length) {
        int at = after(NUMBER, length);
        if (at < 0) {
            at = after(APPENDED, length);
        }
        if (at < 0) {
            throw new BenchmarkException(
                    "an answer has no number answer=" + new String(answer, 0, length, StandardCharsets.UTF_8));
        }
        long number = 0;
        while (at < length && answer[at] >= '0' && answer[at] <= '9') {
            number = 10 * number + answer[at++] - '0';
        }
        return number;
    }

    private int after(byte[] name, int length) {
        for (int i = length - name.length; i >= 0; i--) {
            if (Arrays.equals(answer, i, i + name.length, name, 0, name.length)) {
                return i + name.length;
            }
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
