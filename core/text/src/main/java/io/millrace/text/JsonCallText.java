package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.nio.charset.StandardCharsets;

/**
 * The arguments of calls of one method as JSON on one line, in the form that {@code docs/format/json.md} describes: the
 * value of the argument if the method has exactly one, otherwise an array of the arguments. {@link
 * JsonSchema#of(java.util.List)} describes the same. Immutable; any number of threads may use it at once.
 */
public final class JsonCallText {
    private final JsonShape[] arguments;

    private JsonCallText(JsonShape[] arguments) {
        this.arguments = arguments;
    }

    /** Returns the text of the arguments of this schema's calls. */
    public static JsonCallText of(CallSchema schema) {
        JsonShapes shapes = new JsonShapes(schema.types());
        return new JsonCallText(schema.parameters().stream()
                .map(parameter -> shapes.of(parameter.type()))
                .toArray(JsonShape[]::new));
    }

    /**
     * Reads the arguments of one call and returns their text.
     *
     * @param in the input at the arguments
     * @throws WireException if the bytes are not such arguments
     */
    public String read(BinaryInput in) {
        Utf8Output text = Utf8Output.ofAnyLength();
        if (arguments.length == 1) {
            arguments[0].writeOrNull(in, text);
            return text.toString();
        }
        text.put('[');
        for (int i = 0; i < arguments.length; i++) {
            if (i > 0) {
                text.put(',');
            }
            arguments[i].writeOrNull(in, text);
        }
        text.put(']');
        return text.toString();
    }

    /**
     * Writes the arguments of a text, as {@link #read} has written it.
     *
     * @param json one value, or an array of values
     * @param options how to treat unknown keys, and the limits
     * @param out gets the arguments
     * @throws WireException if the text is not JSON, or not such arguments
     */
    public void write(String json, TextOptions options, BinaryOutput out) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try (JsonSource source = new JsonSource(bytes, bytes.length, options, out)) {
            source.next();
            if (arguments.length == 1) {
                arguments[0].read(source);
            } else {
                writeSeveral(source);
            }
            source.requireEnd();
        }
    }

    private void writeSeveral(JsonSource source) {
        String expected = "an array with a value for each parameter: " + arguments.length;
        if (source.token() != JsonToken.START_ARRAY) {
            throw source.wrong(expected);
        }
        for (int i = 0; i < arguments.length; i++) {
            if (source.next() == JsonToken.END_ARRAY) {
                throw source.error("values are missing count=" + i + " expected=\"" + expected + "\"");
            }
            source.enter(i);
            arguments[i].read(source);
            source.leave();
        }
        if (source.next() != JsonToken.END_ARRAY) {
            throw source.wrong(expected);
        }
    }
}
