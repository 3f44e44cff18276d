package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.nio.charset.StandardCharsets;

/**
 * The arguments of calls of one method as JSON on one line, in the form that {@code docs/format/json.md} describes: the
 * value of the argument if the method has exactly one, otherwise an array of the arguments. {@link
 * JsonSchema#of(java.util.List)} describes the same. {@link #named} gives the other form: one object with the arguments
 * by the names of their parameters, so that both sides may order them differently. Immutable; any number of threads may
 * use it at once.
 */
public final class JsonCallText {
    private final JsonShape[] arguments;

    /** The object of the arguments by name; null where they are by position. */
    private final JsonMessage named;

    private JsonCallText(JsonShape[] arguments, JsonMessage named) {
        this.arguments = arguments;
        this.named = named;
    }

    /** Returns the text of the arguments of this schema's calls. */
    public static JsonCallText of(CallSchema schema) {
        JsonShapes shapes = new JsonShapes(schema.types());
        return new JsonCallText(
                schema.parameters().stream()
                        .map(parameter -> shapes.of(parameter.type()))
                        .toArray(JsonShape[]::new),
                null);
    }

    /**
     * Returns the text of the arguments of this schema's calls as an object, each argument by the name of its
     * parameter, as in {@link CallSchema#arguments()}. An argument that is null is left out; one that is missing in a
     * text is its default, or null, 0 or false.
     */
    public static JsonCallText named(CallSchema schema) {
        Schema arguments = schema.arguments();
        JsonShapes shapes = new JsonShapes(arguments.types());
        return new JsonCallText(new JsonShape[0], (JsonMessage) shapes.of(arguments.root()));
    }

    /**
     * Reads the arguments of one call and returns their text.
     *
     * @param in the input at the arguments
     * @throws WireException if the bytes are not such arguments
     */
    public String read(BinaryInput in) {
        Utf8Output text = Utf8Output.ofAnyLength();
        if (named != null) {
            text.put('{');
            named.writeFields(in, text);
            text.put('}');
            return text.toString();
        }
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
     * @param json one value, or an array of values; by name an object
     * @param options how to treat unknown keys, and the limits
     * @param out gets the arguments
     * @throws WireException if the text is not JSON, or not such arguments; by name also if it has names, but none of a
     *     parameter, whatever the options say
     */
    public void write(String json, TextOptions options, BinaryOutput out) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try (JsonSource source = new JsonSource(bytes, bytes.length, options, out)) {
            source.next();
            if (named != null) {
                writeNamed(source, json);
            } else if (arguments.length == 1) {
                arguments[0].read(source);
            } else {
                writeSeveral(source);
            }
            source.requireEnd();
        }
    }

    private void writeNamed(JsonSource source, String json) {
        if (source.token() != JsonToken.START_OBJECT) {
            throw source.wrong("an object with the arguments by name: " + named.names());
        }
        boolean isNamed = source.next() == JsonToken.END_OBJECT || named.has(source.text());
        if (!isNamed && source.names(json).stream().noneMatch(named::has)) {
            throw source.error("no name is that of a parameter allowed=" + named.names());
        }
        named.readFields(source);
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
