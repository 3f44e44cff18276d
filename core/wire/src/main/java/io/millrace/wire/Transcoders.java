package io.millrace.wire;

import java.util.List;

/** Makes the transcoder of a format. */
public final class Transcoders {
    private Transcoders() {}

    /** Returns what turns messages of a schema from BINARY into a format and back; unknown keys in text are refused. */
    public static Transcoder of(WireFormat format, Schema schema) {
        return of(format, schema, TextOptions.strict());
    }

    /**
     * Returns what turns messages of a schema from BINARY into a format and back.
     *
     * @param format the format
     * @param schema the schema of the messages
     * @param options what to do about unknown keys in text, and the bounds
     * @throws WireTypeException where the format cannot hold messages of this schema, or is a text format and the
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
}
