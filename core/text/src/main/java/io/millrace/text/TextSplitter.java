package io.millrace.text;

import io.millrace.wire.WireLimitException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Splits a stream of text into messages, and counts lines. It does not check that the text is UTF-8. */
final class TextSplitter {
    private final InputStream in;
    private final int maxBytes;
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
    private int ahead;
    private int line = 1;
    private int begins = 1;

    /** Starts to read, and skips a byte order mark. */
    TextSplitter(InputStream in, int maxBytes) throws IOException {
        this.in = in;
        this.maxBytes = maxBytes;
        this.ahead = in.read();
        if (ahead == 0xEF) {
            in.skipNBytes(2);
            ahead = in.read();
        }
    }

    /** Returns the line in which the last piece begins, from 1. */
    int line() {
        return begins;
    }

    private int take() throws IOException {
        int taken = ahead;
        if (taken == '\n') {
            line++;
        }
        if (piece.size() >= maxBytes) {
            throw new WireLimitException("a message of a stream is too long limit=" + maxBytes + " line=" + begins);
        }
        piece.write(taken);
        ahead = in.read();
        return taken;
    }

    private void begin() {
        piece.reset();
        begins = line;
    }

    /** Returns the next JSON value, which blanks separate from others; empty at the end. */
    Optional<byte[]> json() throws IOException {
        begin();
        while (ahead == ' ' || ahead == '\n' || ahead == '\r' || ahead == '\t') {
            take();
            begin();
        }
        if (ahead < 0) {
            return Optional.empty();
        }
        int depth = 0;
        do {
            switch (take()) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                case '"' -> string();
                default -> {}
            }
        } while (ahead >= 0 && (depth > 0 || !isBoundary(ahead)));
        return Optional.of(piece.toByteArray());
    }

    private static boolean isBoundary(int b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == '{' || b == '[';
    }

    private void string() throws IOException {
        int last = 0;
        while (ahead >= 0 && (last == '\\' || ahead != '"')) {
            last = last == '\\' ? take() & 0 : take();
        }
        if (ahead >= 0) {
            take();
        }
    }

    /**
     * Returns the next row of CSV without its line break; a cell in quotes may contain line breaks. Empty at the end.
     */
    Optional<byte[]> row() throws IOException {
        begin();
        if (ahead < 0) {
            return Optional.empty();
        }
        boolean quoted = false;
        while (ahead >= 0 && (quoted || ahead != '\n')) {
            quoted ^= take() == '"';
        }
        byte[] row = piece.toByteArray();
        if (ahead == '\n') {
            take();
        }
        return Optional.of(row);
    }
}
