package io.millrace.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Messages over WebSocket, RFC 6455, on the side of a client. No extension is used, so reserved bits are errors.
 *
 * <pre>
 *  byte   1 bit the last frame of a message, 3 bits zero, 4 bits opcode
 *  byte   1 bit masked, 7 bits length: up to 125, or 126 for a short after it, or 127 for a long
 *  int    the mask, where it is masked; a client masks, a server does not
 *  n      the content
 * </pre>
 */
final class WebSocketFraming extends Framing {

    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;

    private static final int LAST = 0x80;
    private static final int RESERVED = 0x70;
    private static final int OPCODE = 0x0f;
    private static final int MASKED = 0x80;
    private static final int SHORT = 126;
    private static final int LONG = 127;
    private static final int MAX_CONTROL = 125;
    private static final int HEADER_BYTES = 2 + Long.BYTES + Integer.BYTES;
    private static final int MASK_BYTES = 1 << 10;

    /** The longest message in frames whose memory is kept for the next one. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    private final SecureRandom random = new SecureRandom();

    /** Masks for frames with messages; for the thread that writes. */
    private final ByteBuffer masks = ByteBuffer.allocate(MASK_BYTES).limit(0);

    /** The frames of a message so far. */
    private ByteArrayOutputStream parts = new ByteArrayOutputStream();

    private int began = CONTINUATION;

    WebSocketFraming(Socket carrier, Runnable bytesReceived) throws IOException {
        super(carrier, bytesReceived);
    }

    @Override
    int headerBytes() {
        return HEADER_BYTES;
    }

    @Override
    void put(ByteBuffer to, byte[] message) {
        if (!masks.hasRemaining()) {
            random.nextBytes(masks.array());
            masks.clear();
        }
        put(to, isText(message) ? TEXT : BINARY, masks.getInt(), message);
    }

    private static void put(ByteBuffer to, int opcode, int mask, byte[] content) {
        to.put((byte) (LAST | opcode));
        if (content.length < SHORT) {
            to.put((byte) (MASKED | content.length));
        } else if (content.length <= Character.MAX_VALUE) {
            to.put((byte) (MASKED | SHORT)).putShort((short) content.length);
        } else {
            to.put((byte) (MASKED | LONG)).putLong(content.length);
        }
        to.putInt(mask);
        long twice = (Integer.toUnsignedLong(mask) << Integer.SIZE) | Integer.toUnsignedLong(mask);
        ByteBuffer in = ByteBuffer.wrap(content);
        while (in.remaining() >= Long.BYTES) {
            to.putLong(in.getLong() ^ twice);
        }
        for (int shift = 56; in.hasRemaining(); shift -= Byte.SIZE) {
            to.put((byte) (in.get() ^ (twice >>> shift)));
        }
    }

    private byte[] control(int opcode, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + content.length);
        put(frame, opcode, random.nextInt(), content);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    @Override
    byte[] closing(int code) {
        byte[] content = code == FrameException.NO_CODE ? new byte[0] : new byte[] {(byte) (code >> 8), (byte) code};
        return control(CLOSE, content);
    }

    @Override
    byte[] next(SocketConnection connection) throws IOException, FrameException {
        while (true) {
            int first = in().readUnsignedByte();
            int opcode = first & OPCODE;
            int length = length(first);
            check(first, length);
            byte[] content = in().readNBytes(length);
            if (content.length < length) {
                throw new EOFException();
            }
            switch (opcode) {
                case CLOSE -> throw closed(content);
                case PING -> connection.answer(control(PONG, content));
                case PONG -> {
                    // This side asks for signs of life by requests.
                }
                default -> {
                    boolean isWhole = began == CONTINUATION && (first & LAST) != 0;
                    if (!isWhole) {
                        parts.writeBytes(content);
                    }
                    if ((first & LAST) != 0) {
                        return whole(began == CONTINUATION ? opcode : began, isWhole ? content : parts.toByteArray());
                    }
                    began = began == CONTINUATION ? opcode : began;
                }
            }
        }
    }

    /** Reads the length of a frame, and returns it where such a frame may come. */
    private int length(int first) throws IOException, FrameException {
        int second = in().readUnsignedByte();
        if ((second & MASKED) != 0) {
            throw wrong("the server has sent a masked frame", first);
        }
        long length = second;
        if (second == SHORT) {
            length = in().readUnsignedShort();
        } else if (second == LONG) {
            length = in().readLong();
        }
        if ((second == SHORT && length < SHORT) || (second == LONG && length >= 0 && length <= Character.MAX_VALUE)) {
            throw wrong("the server has sent a length in more bytes than it needs length=" + length, first);
        }
        if (length < 0 || parts.size() + length > MAX_BYTES) {
            throw new FrameException(
                    FrameException.TOO_BIG,
                    "the server has sent too long a message length=" + Long.toUnsignedString(length) + " before="
                            + parts.size() + " max=" + MAX_BYTES);
        }
        return (int) length;
    }

    private void check(int first, int length) throws FrameException {
        int opcode = first & OPCODE;
        if ((first & RESERVED) != 0) {
            throw wrong("the server has sent a frame with reserved bits, and no extension was agreed", first);
        }
        if (opcode > PONG || (opcode > BINARY && opcode < CLOSE)) {
            throw wrong("the server has sent a frame of an unknown kind opcode=" + opcode, first);
        }
        if (opcode >= CLOSE && ((first & LAST) == 0 || length > MAX_CONTROL)) {
            throw wrong("the server has sent a control frame in parts, or too long a one length=" + length, first);
        }
        if (opcode < CLOSE && (opcode == CONTINUATION) != (began != CONTINUATION)) {
            throw wrong("the server has sent the frames of messages out of order opcode=" + opcode, first);
        }
    }

    private static FrameException wrong(String what, int first) {
        return new FrameException(FrameException.WRONG, what + " firstByte=0x" + Integer.toHexString(first));
    }

    private byte[] whole(int opcode, byte[] message) throws FrameException {
        began = CONTINUATION;
        if (parts.size() > MAX_KEPT_BYTES) {
            parts = new ByteArrayOutputStream();
        }
        parts.reset();
        if (message.length == 0 || isText(message) != (opcode == TEXT)) {
            throw new FrameException(
                    FrameException.WRONG,
                    "the server has sent a text that is no JSON object, or bytes that are one opcode=" + opcode
                            + " length=" + message.length);
        }
        return message;
    }

    /** Returns the end that a server has sent, which is answered with the same code. */
    private static FrameException closed(byte[] content) {
        if (content.length == 0) {
            return new FrameException(FrameException.NO_CODE, "the server has closed the connection");
        }
        int code = content.length == 1 ? content[0] : ByteBuffer.wrap(content).getShort() & 0xffff;
        if (content.length == 1 || !isCode(code)) {
            return new FrameException(
                    FrameException.WRONG, "the server has closed the connection with a wrong code code=" + code);
        }
        try {
            String reason = SocketConnection.text(Arrays.copyOfRange(content, 2, content.length));
            String shown = WebSocketHandshake.shown(reason);
            return new FrameException(code, "the server has closed the connection code=" + code + " reason=" + shown);
        } catch (FrameException e) {
            return new FrameException(
                    FrameException.BAD_DATA,
                    "the server has closed the connection with a reason that is not UTF-8 code=" + code);
        }
    }

    /** Returns whether a code may be sent: those of RFC 6455 and its registry, of libraries and of applications. */
    private static boolean isCode(int code) {
        boolean isReserved = code == 1004 || code == FrameException.NO_CODE || code == 1006;
        return (code >= 1000 && code <= 1014 && !isReserved) || (code >= 3000 && code <= 4999);
    }
}
