package io.millrace.text;

import io.millrace.wire.BinaryCodec;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoder;
import io.millrace.wire.Transcoders;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireLimits;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes messages of one schema to a stream, a file for example, in any format: binary formats begin with the schema,
 * and CSV begins with a header. {@code docs/format/stream.md} describes how messages are separated. One thread at a
 * time. An error of the stream is an {@link UncheckedIOException}.
 */
public final class StreamWriter implements Closeable, Flushable {
    private static final int INITIAL = 512;
    private static final byte[] MARKER = "---\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEW_LINE = {'\n'};

    private final OutputStream to;
    private final WireFormat format;
    private final Transcoder transcoder;
    private final BinaryOutput message;
    private final BinaryOutput binary;
    private final BinaryInput written;
    private final BinaryOutput length = BinaryOutput.allocate(INITIAL);
    private long count;

    private StreamWriter(OutputStream to, Schema schema, WireFormat format, WireLimits limits) {
        this.to = to;
        this.format = format;
        this.transcoder = Transcoders.of(format, schema, TextOptions.strict().withLimits(limits));
        this.message = BinaryOutput.allocate(INITIAL, limits);
        this.binary = BinaryOutput.allocate(INITIAL, limits);
        this.written = new BinaryInput(limits);
    }

    /** Starts a stream with the default limits; see {@link #open(OutputStream, Schema, WireFormat, WireLimits)}. */
    public static StreamWriter open(OutputStream to, Schema schema, WireFormat format) {
        return open(to, schema, format, WireLimits.defaults());
    }

    /**
     * Starts a stream.
     *
     * @param to the stream; written to in small parts, so it should have a buffer
     * @param schema the schema of the messages
     * @param format their format
     * @param limits the limits of a message
     */
    public static StreamWriter open(OutputStream to, Schema schema, WireFormat format, WireLimits limits) {
        StreamWriter writer = new StreamWriter(to, schema, format, limits);
        switch (format) {
            case BINARY, RAW, DELTA -> writer.put(StreamLayout.head(format, schema));
            case CSV -> {
                ((CsvTranscoder) writer.transcoder).writeHeader(writer.message);
                writer.put(writer.message.toByteArray());
                writer.put(NEW_LINE);
            }
            case YAML, JSON -> {}
        }
        return writer;
    }

    /**
     * Writes a message.
     *
     * @param codec the codec of its class, whose schema is that of the stream
     * @param value the message, not null
     * @throws WireException if it cannot be written; then no part of it has been written
     */
    public <T> void write(BinaryCodec<T> codec, T value) {
        binary.reset();
        codec.write(binary, value);
        write(written.wrap(binary.segment(), binary.start(), binary.length()));
    }

    /**
     * Writes a message.
     *
     * @param in the input at the message in BINARY; afterwards it is after the message
     * @throws WireException if it is not a message of the schema; then no part of it has been written
     */
    public void write(BinaryInput in) {
        message.reset();
        transcoder.fromBinary(in, message);
        switch (format) {
            case BINARY, RAW, DELTA -> {
                length.reset();
                length.writeUnsigned(message.length());
                put(length.toByteArray());
                put(message.toByteArray());
            }
            case YAML -> {
                if (count > 0) {
                    put(MARKER);
                }
                put(message.toByteArray());
            }
            case JSON, CSV -> {
                put(message.toByteArray());
                put(NEW_LINE);
            }
        }
        count++;
    }

    private void put(byte[] bytes) {
        try {
            to.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("the stream cannot be written messages=" + count, e);
        }
    }

    /** Returns how many messages have been written. */
    public long count() {
        return count;
    }

    @Override
    public void flush() {
        try {
            to.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the stream cannot be written messages=" + count, e);
        }
    }

    /** Closes the underlying stream. */
    @Override
    public void close() {
        try {
            to.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the stream cannot be closed messages=" + count, e);
        }
    }
}
