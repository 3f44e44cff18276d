package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.Scalar;
import io.millrace.wire.WireException;
import java.util.List;

/**
 * The text of calls of one method: a document of one key, the method's name. Its value is the argument if the method
 * has one, a sequence of the arguments if it has several, and an empty sequence if it has none. A chained call has a
 * key for each of its methods, in order. Immutable; any number of threads may use it at once.
 */
public final class YamlCallText {
    private static final int INDENT = 2;

    private final CallSchema schema;
    private final List<CallSchema.Link> methods;
    /** The names of the methods and their colons, as UTF-8. */
    private final byte[][] keys;
    /** The arguments of each method of the chain. */
    private final YamlShape[][] arguments;

    private YamlCallText(CallSchema schema) {
        this.schema = schema;
        methods = schema.methods();
        keys = new byte[methods.size()][];
        arguments = new YamlShape[keys.length][];
        YamlShapes shapes = new YamlShapes(schema.types());
        int first = 0;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = YamlStrings.key(methods.get(i).methodName());
            int end = first + methods.get(i).parameterCount();
            arguments[i] = schema.parameters().subList(first, end).stream()
                    .map(parameter -> shapes.of(parameter.type()))
                    .toArray(YamlShape[]::new);
            first = end;
        }
    }

    /** Returns the text of the calls of this schema. */
    public static YamlCallText of(CallSchema schema) {
        return new YamlCallText(schema);
    }

    /** Returns the schema of the calls. */
    public CallSchema schema() {
        return schema;
    }

    /**
     * Reads the arguments of one call and appends its text, which ends with a line break. If calls follow each other,
     * the caller writes a line of {@code ---} between them.
     *
     * @param in the input at the arguments
     * @param out gets the text
     * @throws WireException if the bytes are not such arguments; then the appended text is undefined
     */
    public void write(BinaryInput in, StringBuilder out) {
        Utf8Output text = Utf8Output.ofAnyLength();
        for (int i = 0; i < keys.length; i++) {
            YamlShape[] own = arguments[i];
            text.put(keys[i]);
            if (own.length != 1) {
                YamlSequence.write(in, text, INDENT, YamlPrefix.KEY, own.length, own);
            } else if (!own[0].write(in, text, INDENT, YamlPrefix.KEY)) {
                text.put(YamlShape.NULL_LINE);
            }
        }
        out.append(text);
    }

    /**
     * Reads the text of a call as {@link #write} has written it.
     *
     * @return false if the text has another form or is invalid; then the output is undefined
     */
    boolean readCanonical(Utf8Input text, BinaryOutput out) {
        try {
            for (int i = 0; i < keys.length; i++) {
                YamlShape[] own = arguments[i];
                boolean read = text.skip(keys[i])
                        && (own.length == 1
                                ? own[0].readCanonical(text, INDENT, YamlPrefix.KEY, out)
                                : YamlSequence.readCanonical(text, INDENT, out, own));
                if (!read) {
                    return false;
                }
            }
            return text.at == text.end;
        } catch (WireException _) {
            return false; // the general reader finds it again, and reports its position
        }
    }

    /** Returns whether a document has the form of the arguments: their number, and what one value alone can be. */
    boolean fits(YamlNode document) {
        int first = 0;
        for (int i = 0; i < keys.length; i++) {
            YamlNode node = document.children.get(2 * i + 1);
            boolean isOneScalar =
                    arguments[i].length == 1 && schema.parameters().get(first).type() instanceof Scalar;
            if (!fits(arguments[i], node) || (isOneScalar && !node.isScalar())) {
                return false;
            }
            first += arguments[i].length;
        }
        return true;
    }

    private static boolean fits(YamlShape[] own, YamlNode node) {
        return own.length == 1 || (node.kind == YamlNode.Kind.SEQUENCE && node.children.size() == own.length);
    }

    /** Writes the arguments, which are the values of the methods' names. */
    void read(YamlNode document, YamlSource source) {
        int first = 0;
        for (int i = 0; i < keys.length; i++) {
            source.enter(methods.get(i).methodName());
            read(
                    i,
                    schema.parameters().subList(first, first + arguments[i].length),
                    document.children.get(2 * i + 1),
                    source);
            source.leave();
            first += arguments[i].length;
        }
    }

    private void read(int method, List<Field> parameters, YamlNode node, YamlSource source) {
        YamlShape[] own = arguments[method];
        if (!fits(own, node)) {
            List<String> names = parameters.stream().map(Field::name).toList();
            throw source.wrong(node, names.isEmpty() ? "[], since there are no arguments" : "a sequence of " + names);
        }
        for (int i = 0; i < own.length; i++) {
            source.enter(parameters.get(i).name());
            own[i].read(own.length == 1 ? node : node.children.get(i), source);
            source.leave();
        }
    }
}
