package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.NamedType;
import io.millrace.wire.Schema;
import io.millrace.wire.TextFormats;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoder;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireType;
import java.util.List;
import java.util.function.Function;

/** Provides YAML, JSON and CSV to the wire, which finds it as a service. */
public final class TextTranscoders implements TextFormats {
    /** Creates the provider, which has no state. */
    public TextTranscoders() {}

    @Override
    public Transcoder transcoder(WireFormat format, Schema schema, TextOptions options) {
        return switch (format) {
            case YAML -> new YamlTranscoder(schema, options);
            case JSON -> new JsonTranscoder(schema, options);
            case CSV -> new CsvTranscoder(schema, options);
            case BINARY, RAW, DELTA -> throw new IllegalArgumentException("not a text format format=" + format);
        };
    }

    @Override
    public Function<BinaryInput, String> valueText(WireType type, List<NamedType> types) {
        YamlShape shape = new YamlShapes(types).of(type);
        return in -> {
            Utf8Output text = Utf8Output.ofAnyLength();
            boolean present = shape.write(in, text, 0, YamlPrefix.TOP);
            return present ? text.toString().strip() : "null";
        };
    }
}
