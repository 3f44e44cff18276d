package io.millrace.wire;

import java.util.List;

/**
 * The text of calls of one method: a document of one key, the method's name. Its value is the argument where the
 * method has one, a sequence of the arguments where it has several, and an empty sequence where it has none. A chained
 * call has a key for each of its methods, in order. Immutable; any number of threads may use it at once.
 */
public final class YamlCallText {
    private final CallSchema schema;
    private final List<CallLink> methods;
    private final String[] keys;
    /** The arguments of each method of the chain. */
    private final YamlShape[][] arguments;

    private YamlCallText(CallSchema schema) {
        this.schema = schema;
        methods = schema.methods();
        keys = new String[methods.size()];
        arguments = new YamlShape[keys.length][];
        YamlShapes shapes = new YamlShapes(schema.types());
        int first = 0;
        for (int i = 0; i < keys.length; i++) {
            StringBuilder name = new StringBuilder();
            YamlStrings.append(name, methods.get(i).methodName(), YamlStrings.Context.BLOCK);
            keys[i] = name.append(':').toString();
            int end = first + methods.get(i).parameterCount();
            arguments[i] = schema.parameters().subList(first, end).stream()
                    .map(parameter -> shapes.of(parameter.type()))
                    .toArray(YamlShape[]::new);
            first = end;
        }
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
        for (int i = 0; i < keys.length; i++) {
            YamlShape[] own = arguments[i];
            out.append(keys[i]);
            if (own.length != 1) {
                YamlSequence.write(in, out, 2, YamlPlace.KEY, own.length, own);
            } else if (!own[0].write(in, out, 2, YamlPlace.KEY)) {
                out.append(" null\n");
            }
        }
    }

    /** Whether this is how the arguments of methods with as many parameters stand in text. */
    boolean fits(YamlNode document) {
        for (int i = 0; i < keys.length; i++) {
            if (!fits(arguments[i], document.children.get(2 * i + 1))) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(YamlShape[] own, YamlNode node) {
        return own.length == 1 || (node.kind == YamlNode.Kind.SEQUENCE && node.children.size() == own.length);
    }

    /** Writes the arguments that the values of the methods' names stand for. */
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
