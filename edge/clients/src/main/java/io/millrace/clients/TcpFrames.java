package io.millrace.clients;

import io.millrace.net.Link;
import io.millrace.server.SessionEnd;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The frames of a connection over TCP, in both directions. This class owns their layout; numbers are big-endian.
 *
 * <pre>
 *  4 bytes  length of the content in bytes, 1 to the limit
 *  n bytes  a text, UTF-8; or {@link CallFrames}, and to the client {@link MessageFrames}
 * </pre>
 *
 * <p>Reads as much as has come with one call. For one thread.
 */
final class TcpFrames {

    /** Bytes before the text. */
    static final int HEADER_BYTES = 4;

    private static final int FIRST_BYTES = 1 << 13;
    private static final int BAD_DATA = 1007;
    private static final int TOO_BIG = 1009;

    private final Link link;
    private final int maxBytes;
    private ByteBuffer in = ByteBuffer.allocate(FIRST_BYTES).flip();

    TcpFrames(Link link, int maxBytes) {
        this.link = link;
        this.maxBytes = maxBytes;
    }

    /** What is wrong with the bytes of a client; the connection ends with the reason. */
    static final class WrongFrameException extends Exception {

        private static final long serialVersionUID = 1;

        private final int code;

        WrongFrameException(int code, String reason) {
            super(reason, null, false, false);
            this.code = code;
        }

        SessionEnd end() {
            return new SessionEnd(code, getMessage());
        }
    }

    /** Returns whether a whole frame has come, so that {@link #next()} does not wait. */
    boolean hasNext() {
        return in.remaining() >= HEADER_BYTES && in.remaining() - HEADER_BYTES >= in.getInt(in.position());
    }

    /**
     * Returns the next frame, for which it waits; empty where the client has ended the connection.
     *
     * @throws WrongFrameException where the frame is too long or ends early
     */
    Optional<byte[]> next() throws WrongFrameException {
        if (!require(HEADER_BYTES)) {
            if (in.hasRemaining()) {
                throw new WrongFrameException(SessionEnd.POLICY, "the connection ended within a frame");
            }
            return Optional.empty();
        }
        int length = in.getInt(in.position());
        if (length < 1 || length > maxBytes) {
            throw new WrongFrameException(
                    TOO_BIG, "length of a frame is not between 1 and " + maxBytes + " length=" + length);
        }
        if (!require(HEADER_BYTES + length)) {
            throw new WrongFrameException(SessionEnd.POLICY, "the connection ended within a frame length=" + length);
        }
        byte[] frame = new byte[length];
        in.get(in.position() + HEADER_BYTES, frame);
        in.position(in.position() + HEADER_BYTES + length);
        return Optional.of(frame);
    }

    /**
     * Returns a frame as text.
     *
     * @throws WrongFrameException where it is not UTF-8
     */
    static String text(byte[] frame) throws WrongFrameException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(frame))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WrongFrameException(BAD_DATA, "message is not UTF-8 reason=" + e.getMessage());
        }
    }

    private boolean require(int bytes) {
        if (in.capacity() < bytes) {
            in = ByteBuffer.allocate(Math.max(bytes, Math.min(2 * in.capacity(), HEADER_BYTES + maxBytes)))
                    .put(in)
                    .flip();
        }
        while (in.remaining() < bytes) {
            in.compact();
            int read;
            try {
                read = link.read(in);
            } finally {
                in.flip();
            }
            if (read < 0) {
                return false;
            }
        }
        return true;
    }

    /** Puts a text with its header into a buffer that has space for both. */
    static void put(ByteBuffer to, ByteBuffer text) {
        to.putInt(text.remaining());
        to.put(text.duplicate());
    }
}
