package io.millrace.text;

import io.millrace.wire.WireFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * The text of a stream of bytes that must be UTF-8. Invalid bytes cause a {@link WireFormatException} with the first
 * invalid byte and its offset, after all text before it has been read. It reads ahead. One thread at a time.
 */
public final class Utf8Reader extends Reader {
    private static final int BUFFER_BYTES = 8_192;

    private final InputStream from;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder(); // reports malformed input
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES).flip();
    private final CharBuffer chars = CharBuffer.allocate(BUFFER_BYTES).flip();
    private long passed;
    private boolean ended;

    /** Creates a reader of a stream, which {@link #close} closes. */
    public Utf8Reader(InputStream from) {
        this.from = from;
    }

    @Override
    public int read(char[] into, int start, int length) throws IOException {
        if (length > 0 && !chars.hasRemaining() && !decode()) {
            return -1;
        }
        int count = Math.min(length, chars.remaining());
        chars.get(into, start, count);
        return count;
    }

    /** Decodes at least one character; returns false at the end. */
    private boolean decode() throws IOException {
        chars.clear();
        CoderResult result = decoder.decode(bytes, chars, ended);
        while (chars.position() == 0) {
            if (result.isError()) {
                chars.flip();
                throw new WireFormatException("this is not UTF-8 byte=0x"
                        + Integer.toHexString(bytes.get(bytes.position()) & 0xFF) + " offset="
                        + (passed + bytes.position()));
            }
            if (ended) {
                chars.flip();
                return false;
            }
            fill();
            result = decoder.decode(bytes, chars, ended);
        }
        chars.flip();
        return true;
    }

    private void fill() throws IOException {
        passed += bytes.position();
        bytes.compact();
        int count = from.read(bytes.array(), bytes.position(), bytes.remaining());
        ended = count < 0;
        bytes.position(bytes.position() + Math.max(0, count)).flip();
    }

    @Override
    public void close() throws IOException {
        from.close();
    }
}
