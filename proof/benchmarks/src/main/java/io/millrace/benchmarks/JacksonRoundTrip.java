package io.millrace.benchmarks;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes and reads a message with Jackson, with readers and writers created in advance. */
final class JacksonRoundTrip extends RoundTrip {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final Memory out = new Memory();
    private int[] ends = new int[1];
    private int written;
    private int next;

    JacksonRoundTrip(WireMessage message, ObjectWriter writer, ObjectReader reader) {
        super(message);
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    void rewind() {
        out.reset();
        written = 0;
        next = 0;
    }

    @Override
    int write() {
        int before = out.size();
        try {
            writer.writeValue(out, message());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (++written == ends.length) {
            ends = java.util.Arrays.copyOf(ends, 2 * ends.length);
        }
        ends[written] = out.size();
        return out.size() - before;
    }

    @Override
    WireMessage read() {
        int start = ends[next++];
        try {
            return reader.readValue(out.bytes(), start, ends[next] - start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes that can be read without a copy. */
    private static final class Memory extends ByteArrayOutputStream {
        Memory() {
            super(MEMORY_BYTES);
        }

        byte[] bytes() {
            return buf;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
        }
    }
}
