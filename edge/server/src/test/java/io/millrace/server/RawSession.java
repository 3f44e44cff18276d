package io.millrace.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** A WebSocket session that sees the bytes of its frames; with permessage-deflate where that is negotiated. */
final class RawSession implements AutoCloseable {

    static final String OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits";

    private static final int FIN = 0x80;
    private static final int COMPRESSED = 0x40;
    private static final int MASKED = 0x80;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int SHORT = 126;
    private static final int LONG = 127;

    /** What ends a compressed message, and is not sent. */
    private static final int TAIL_BYTES = 4;

    private final RawClient client;
    private final String head;
    private final DataInputStream in;
    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final Inflater inflater = new Inflater(true);
    private long receivedBytes;

    private RawSession(RawClient client, String head) throws IOException {
        this.client = client;
        this.head = head;
        this.in = new DataInputStream(client.in());
    }

    static RawSession open(WebServer server, String path, String... headers) throws IOException {
        RawClient client = RawClient.connect(server);
        String[] all = new String[headers.length + 1];
        all[0] = RawClient.origin(server);
        System.arraycopy(headers, 0, all, 1, headers.length);
        client.send(RawClient.upgrade(server, path, all));
        return new RawSession(client, client.readHead());
    }

    /** Returns what the server has answered to the upgrade. */
    String head() {
        return head;
    }

    /** Returns the bytes of all frames so far. */
    long receivedBytes() {
        return receivedBytes;
    }

    byte[] deflate(byte[] bytes) {
        deflater.setInput(bytes);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 14];
        int count;
        do {
            count = deflater.deflate(some, 0, some.length, Deflater.SYNC_FLUSH);
            all.write(some, 0, count);
        } while (count == some.length);
        byte[] whole = all.toByteArray();
        return Arrays.copyOf(whole, whole.length - TAIL_BYTES);
    }

    void sendCompressed(String text) throws IOException {
        sendFrame(FIN | COMPRESSED | TEXT, deflate(text.getBytes(StandardCharsets.UTF_8)));
    }

    void sendCompressedBytes(byte[] deflated) throws IOException {
        sendFrame(FIN | COMPRESSED | TEXT, deflated);
    }

    void sendPlain(String text) throws IOException {
        sendFrame(FIN | TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    private void sendFrame(int first, byte[] payload) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(first);
        if (payload.length < SHORT) {
            frame.write(MASKED | payload.length);
        } else if (payload.length < 1 << 16) {
            frame.write(MASKED | SHORT);
            frame.write(payload.length >>> 8);
            frame.write(payload.length);
        } else {
            frame.write(MASKED | LONG);
            for (int shift = 56; shift >= 0; shift -= 8) {
                frame.write((int) ((long) payload.length >>> shift));
            }
        }
        frame.write(new byte[4], 0, 4); // a mask that changes nothing
        frame.writeBytes(payload);
        client.send(frame.toByteArray());
    }

    /** Returns the next message, or {@code closed CODE REASON}. */
    String next() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        boolean isCompressed = false;
        while (true) {
            int first = in.readUnsignedByte();
            long length = in.readUnsignedByte();
            receivedBytes += 2;
            if (length == SHORT) {
                length = in.readUnsignedShort();
                receivedBytes += 2;
            } else if (length == LONG) {
                length = in.readLong();
                receivedBytes += 8;
            }
            byte[] payload = new byte[(int) length];
            in.readFully(payload);
            receivedBytes += length;
            if ((first & 0x0F) == CLOSE) {
                int code = ((payload[0] & 0xFF) << 8) | (payload[1] & 0xFF);
                return "closed " + code + " " + new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
            }
            isCompressed |= (first & COMPRESSED) != 0;
            message.writeBytes(payload);
            if ((first & FIN) != 0) {
                byte[] bytes = message.toByteArray();
                return (isCompressed ? "~" : "")
                        + new String(isCompressed ? inflate(bytes) : bytes, StandardCharsets.UTF_8);
            }
        }
    }

    private byte[] inflate(byte[] bytes) throws IOException {
        byte[] whole = new byte[bytes.length + TAIL_BYTES];
        System.arraycopy(bytes, 0, whole, 0, bytes.length);
        whole[bytes.length + 2] = (byte) 0xFF;
        whole[bytes.length + 3] = (byte) 0xFF;
        inflater.setInput(whole);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 14];
        try {
            for (int count = inflater.inflate(some); count > 0; count = inflater.inflate(some)) {
                all.write(some, 0, count);
            }
        } catch (DataFormatException e) {
            throw new IOException(e);
        }
        return all.toByteArray();
    }

    @Override
    public void close() throws IOException {
        deflater.end();
        inflater.end();
        client.close();
    }
}
