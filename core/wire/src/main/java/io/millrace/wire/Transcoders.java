package io.millrace.wire;

import java.util.List;

/** Creates the transcoder of a format. */
public final class Transcoders {
    private Transcoders() {}

    /** Returns a transcoder of messages of a schema between BINARY and a format; unknown keys in text are refused. */
    public static Transcoder of(WireFormat format, Schema schema) {
        return of(format, schema, TextOptions.strict());
    }

    /**
     * Returns a transcoder of messages of a schema between BINARY and a format.
     *
     * @param format the format
     * @param schema the schema of the messages
     * @param options the treatment of unknown keys in text, and the limits
     * @throws WireTypeException if the format cannot represent messages of this schema, or is a text format and the
     *     module {@code io.millrace.text} is missing
     */
    public static Transcoder of(WireFormat format, Schema schema, TextOptions options) {
        return switch (format) {
            case BINARY -> new BinaryTranscoder(schema);
            case RAW -> new RawTranscoder(schema);
            case DELTA -> new DeltaTranscoder(schema, List.of(), DeltaOptions.defaults(), options.limits());
            case YAML, JSON, CSV ->
                InstalledText.formats()
                        .orElseThrow(() -> new WireTypeException(
                                "a text format needs the module io.millrace.text format=" + format))
                        .transcoder(format, schema, options);
        };
    }

    /**
     * Returns a transcoder of messages of a schema between BINARY and DELTA, for one stream in each direction.
     *
     * @param schema the schema of the messages
     * @param keyFields the fields whose values tell apart the messages that are compared: names, or paths with dots to
     *     fields of messages within; those that a message does not have are left out. Used only from BINARY
     * @param options how many keys are stored, and how often there are key frames
     * @param limits the limits of messages
     * @return the transcoder, for one thread at a time; a message with too many fields for DELTA is refused when it is
     *     written, with a {@link WireTypeException}
     */
    public static Transcoder delta(Schema schema, List<String> keyFields, DeltaOptions options, WireLimits limits) {
        return new DeltaTranscoder(schema, keyFields, options, limits);
    }
}
