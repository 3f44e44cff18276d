package io.millrace.wire;

import java.util.List;

/**
 * The forms in which messages are written. They are chosen by name, in configuration for example, and all used alike:
 * {@link Wire#codec(Class, WireFormat)} where the class is there, {@link #transcoder(Schema)} where only its schema is.
 * The pages of {@code docs/format} describe them.
 */
public enum WireFormat {
    /** Values in the order of the writer's schema, which travels once per stream. Small, and safe against change. */
    BINARY {
        @Override
        public Transcoder transcoder(Schema schema, TextOptions options) {
            return new BinaryTranscoder(schema);
        }

        @Override
        <T> WireCodec<T> codec(BinaryCodec<T> binary, TextOptions options) {
            return binary;
        }
    },
    /** Values in the order of a schema that both ends have, numbers with a fixed width. The fastest. */
    RAW {
        @Override
        public Transcoder transcoder(Schema schema, TextOptions options) {
            return new RawTranscoder(schema);
        }

        @Override
        <T> WireCodec<T> codec(BinaryCodec<T> binary, TextOptions options) {
            return new RawCodec<>(binary, options);
        }
    },
    /** Text for people, in UTF-8. */
    YAML {
        @Override
        public Transcoder transcoder(Schema schema, TextOptions options) {
            return new YamlTranscoder(schema, options);
        }
    },
    /**
     * What has changed since the last message with the same {@link Key}: for streams in which much stays the same. A
     * transcoder knows no keys; what it writes changes the last message of the same type.
     */
    DELTA {
        @Override
        public Transcoder transcoder(Schema schema, TextOptions options) {
            return new DeltaTranscoder(schema, List.of(), DeltaOptions.defaults(), options.limits());
        }

        @Override
        <T> WireCodec<T> codec(BinaryCodec<T> binary, TextOptions options) {
            return DeltaCodec.of(binary, DeltaOptions.defaults(), options.limits());
        }
    },
    /** Text for other programs, in UTF-8: an object on one line. */
    JSON {
        @Override
        public Transcoder transcoder(Schema schema, TextOptions options) {
            return new JsonTranscoder(schema, options);
        }
    },
    /** Rows for spreadsheets, in UTF-8: a cell for each field. */
    CSV {
        @Override
        public Transcoder transcoder(Schema schema, TextOptions options) {
            return new CsvTranscoder(schema, options);
        }
    };

    /** What turns messages of a schema from BINARY into this format and back; unknown keys in text are refused. */
    public Transcoder transcoder(Schema schema) {
        return transcoder(schema, TextOptions.strict());
    }

    /**
     * What turns messages of a schema from BINARY into this format and back.
     *
     * @param schema the schema of the messages
     * @param options what to do about unknown keys in text, and the bounds
     * @throws WireTypeException where the format cannot hold messages of this schema
     */
    public abstract Transcoder transcoder(Schema schema, TextOptions options);

    /** The codec of a class in this format, given its codec in BINARY; a text is made from that. */
    <T> WireCodec<T> codec(BinaryCodec<T> binary, TextOptions options) {
        return new TextCodec<>(this, binary, options);
    }
}
