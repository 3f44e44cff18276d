package io.millrace.wire;

import java.util.List;

/**
 * The text of calls of one method: a document of one key, the method's name. Its value is the argument where the method
 * has one, a sequence of the arguments where it has several, and an empty sequence where it has none. Immutable; any
 * number of threads may use it at once.
 */
public final class YamlCallText {
    private final CallSchema schema;
    private final String key;
    private final YamlShape[] arguments;

    private YamlCallText(CallSchema schema) {
        this.schema = schema;
        StringBuilder name = new StringBuilder();
        YamlStrings.append(name, schema.methodName(), YamlStrings.Context.BLOCK);
        key = name.append(':').toString();
        YamlShapes shapes = new YamlShapes(schema.types());
        arguments = schema.parameters().stream()
                .map(parameter -> shapes.of(parameter.type()))
                .toArray(YamlShape[]::new);
    }

    /** The text of the calls of this schema. */
    public static YamlCallText of(CallSchema schema) {
        return new YamlCallText(schema);
    }

    /** The schema of the calls. */
    public CallSchema schema() {
        return schema;
    }

    /**
     * Reads the arguments of one call and appends its text, which ends with a line break. Where calls follow each
     * other, the caller puts a line of {@code ---} between them.
     *
     * @param in where the arguments are
     * @param out where the text goes
     * @throws WireException where the bytes are not such arguments; what has been appended is undefined then
     */
    public void write(BinaryInput in, StringBuilder out) {
        out.append(key);
        if (arguments.length != 1) {
            YamlSequence.write(in, out, 2, YamlPlace.KEY, arguments.length, arguments);
        } else if (!arguments[0].write(in, out, 2, YamlPlace.KEY)) {
            out.append(" null\n");
        }
    }

    /** Whether this is how the arguments of a method with as many parameters stand in text. */
    boolean fits(YamlNode node) {
        return arguments.length == 1
                || (node.kind == YamlNode.Kind.SEQUENCE && node.children.size() == arguments.length);
    }

    /** Writes the arguments that the value of the method's name stands for. */
    void read(YamlNode node, YamlSource source) {
        source.enter(schema.methodName());
        if (!fits(node)) {
            List<String> names = schema.parameters().stream().map(Field::name).toList();
            throw source.wrong(node, names.isEmpty() ? "[], since there are no arguments" : "a sequence of " + names);
        }
        for (int i = 0; i < arguments.length; i++) {
            source.enter(schema.parameters().get(i).name());
            arguments[i].read(arguments.length == 1 ? node : node.children.get(i), source);
            source.leave();
        }
        source.leave();
    }
}
