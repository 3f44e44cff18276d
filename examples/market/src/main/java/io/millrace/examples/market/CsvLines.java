package io.millrace.examples.market;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines that end with a line feed, or a carriage return and a line feed, or the end of the stream.
 * A line is held in memory up to {@link #MAX_LINE_BYTES}; the rest of a longer one is passed over. Used by one
 * thread.
 */
final class CsvLines implements AutoCloseable {
    static final int MAX_LINE_BYTES = 4096;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream in;
    private final byte[] bytes = new byte[MAX_LINE_BYTES];
    private int length;
    private long lengthBytes;
    private long line;

    CsvLines(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** Moves to the next line; false where there is none. */
    boolean next() throws IOException {
        length = 0;
        lengthBytes = 0;
        int next = in.read();
        if (next < 0) {
            return false;
        }
        line++;
        while (next >= 0 && next != '\n') {
            if (length < MAX_LINE_BYTES) {
                bytes[length++] = (byte) next;
            }
            lengthBytes++;
            next = in.read();
        }
        if (lengthBytes == length && length > 0 && bytes[length - 1] == '\r') {
            length--;
            lengthBytes--;
        }
        if (line == 1 && startsWithByteOrderMark()) {
            System.arraycopy(bytes, BYTE_ORDER_MARK.length, bytes, 0, length - BYTE_ORDER_MARK.length);
            length -= BYTE_ORDER_MARK.length;
            lengthBytes -= BYTE_ORDER_MARK.length;
        }
        return true;
    }

    private boolean startsWithByteOrderMark() {
        int markLength = BYTE_ORDER_MARK.length;
        return length >= markLength && Arrays.equals(bytes, 0, markLength, BYTE_ORDER_MARK, 0, markLength);
    }

    /** Returns the number of the line, counted from 1. */
    long line() {
        return line;
    }

    /** Returns whether {@link #text} is only the beginning of the line. */
    boolean cut() {
        return lengthBytes > length;
    }

    /**
     * Returns the line without its end; every byte that is not printable ASCII is a question mark, as no number needs
     * one.
     */
    String text() {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(bytes[i] >= ' ' && bytes[i] < 0x7F ? (char) bytes[i] : '?');
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
