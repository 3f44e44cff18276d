package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoder;
import io.millrace.wire.Transcoders;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireTypeException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Reads streams that {@link StreamWriter} has written, and text of other origin, without any class of the application.
 * One thread at a time; after an exception it reads no more. An error of the stream is an {@link UncheckedIOException}.
 */
public final class StreamReader implements Closeable {
    private final InputStream from;
    private final WireFormat format;
    private final TextOptions options;
    private Schema schema;
    private Transcoder transcoder;
    private TextSplitter pieces;
    private YamlText yaml;
    private YamlDocumentSplitter documents;
    private long count;

    private StreamReader(InputStream from, WireFormat format, TextOptions options) {
        this.from = from;
        this.format = format;
        this.options = options;
    }

    /**
     * Starts to read one of the binary formats, whose streams contain their schema.
     *
     * @param from the stream; read in small parts, so it should have a buffer
     * @param format {@code BINARY}, {@code RAW} or {@code DELTA}
     * @throws WireException if it is not such a stream
     */
    public static StreamReader open(InputStream from, WireFormat format) {
        StreamReader reader = new StreamReader(from, format, TextOptions.strict());
        reading(() -> reader.start(null));
        return reader;
    }

    /**
     * Starts to read any format with a schema.
     *
     * @param from the stream; read in small parts, so it should have a buffer
     * @param format the format of the messages
     * @param schema their schema; a binary stream must have the same
     * @param options how to treat unknown keys in text, and the limits
     * @throws WireException if it is not such a stream
     */
    public static StreamReader open(InputStream from, WireFormat format, Schema schema, TextOptions options) {
        StreamReader reader = new StreamReader(from, format, options);
        reading(() -> reader.start(schema));
        return reader;
    }

    /** Returns the schema of a stream in any of the binary formats. */
    public static Schema schemaOf(InputStream from) {
        try {
            return StreamLayout.readHead(from, null);
        } catch (IOException e) {
            throw new UncheckedIOException("the stream cannot be read", e);
        }
    }

    private boolean start(Schema expected) throws IOException {
        schema = expected;
        switch (format) {
            case BINARY, RAW, DELTA -> {
                schema = StreamLayout.readHead(from, format);
                if (expected != null && !expected.equals(schema)) {
                    throw new WireFormatException("a stream is of another schema fingerprint="
                            + Long.toHexString(schema.fingerprint()) + " expected="
                            + Long.toHexString(expected.fingerprint()));
                }
            }
            case YAML -> {
                yaml = YamlText.of(required(expected));
                documents = new YamlDocumentSplitter(
                        new Utf8Reader(from), options.limits().maxMessageBytes());
            }
            case JSON, CSV -> pieces = new TextSplitter(from, options.limits().maxMessageBytes());
        }
        transcoder = Transcoders.of(format, required(schema), options);
        if (transcoder instanceof CsvTranscoder csv) {
            byte[] header = pieces.row().orElseThrow(() -> new WireFormatException("the header line is missing"));
            csv.readHeader(BinaryInput.of(header));
        }
        return true;
    }

    private Schema required(Schema given) {
        if (given == null) {
            throw new WireTypeException("text does not contain its schema, which must be given format=" + format);
        }
        return given;
    }

    /** Returns the schema of the messages. */
    public Schema schema() {
        return schema;
    }

    /** Returns how many messages have been read. */
    public long count() {
        return count;
    }

    /**
     * Reads the next message and writes it as BINARY.
     *
     * @param out gets the message
     * @return false at the end of the stream; then nothing has been written
     * @throws WireException if the next message cannot be read; it has the number of the message
     */
    public boolean next(BinaryOutput out) {
        boolean isThere;
        try {
            isThere = reading(() -> read(out));
        } catch (WireException e) {
            throw e.inMessage(count + 1, pieces == null ? 0 : pieces.line());
        }
        count += isThere ? 1 : 0;
        return isThere;
    }

    private boolean read(BinaryOutput out) throws IOException {
        if (documents != null) {
            YamlDocument document = documents.next();
            if (document != null) {
                yaml.read(document, options, out);
            }
            return document != null;
        }
        Optional<byte[]> message = switch (format) {
            case JSON -> pieces.json();
            case CSV -> row();
            default -> StreamLayout.readPart(from, options.limits().maxMessageBytes());
        };
        if (message.isPresent()) {
            transcoder.toBinary(
                    new BinaryInput(options.limits())
                            .wrap(java.lang.foreign.MemorySegment.ofArray(message.get()), 0, message.get().length),
                    out);
        }
        return message.isPresent();
    }

    /** Returns the next row. Tables of several columns may have blank lines, at their end for example. */
    private Optional<byte[]> row() throws IOException {
        Optional<byte[]> row = pieces.row();
        while (row.isPresent() && ((CsvTranscoder) transcoder).isBlank(row.get())) {
            row = pieces.row();
        }
        return row;
    }

    private interface Reading {
        boolean run() throws IOException;
    }

    private static boolean reading(Reading action) {
        try {
            return action.run();
        } catch (IOException e) {
            throw new UncheckedIOException("the stream cannot be read", e);
        }
    }

    /** Closes the underlying stream. */
    @Override
    public void close() {
        try {
            from.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the stream cannot be closed", e);
        }
    }
}
