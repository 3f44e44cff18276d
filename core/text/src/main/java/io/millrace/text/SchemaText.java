package io.millrace.text;

import io.millrace.wire.ArrayType;
import io.millrace.wire.CallSchema;
import io.millrace.wire.EnumType;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.MessageForm;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.NumberForm;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.Schema;
import io.millrace.wire.SetType;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Schemas for people: YAML with every type, its fields, and which of them may be null. There is no reader of it. */
public final class SchemaText {
    private final List<NamedType> types;
    private final Map<String, Integer> simpleNames = new HashMap<>();
    private final StringBuilder out = new StringBuilder();

    private SchemaText(List<NamedType> types) {
        this.types = types;
        types.forEach(type -> simpleNames.merge(type.simpleName(), 1, Integer::sum));
    }

    /** Returns the text of a schema: every type with its fields; a question mark means that a field may be null. */
    public static String of(Schema schema) {
        SchemaText text = new SchemaText(schema.types());
        text.line(0, "message", text.name(schema.root()));
        text.types();
        return text.out.toString();
    }

    /** Returns the text of the schema of a call: the parameters and every type. */
    public static String of(CallSchema schema) {
        SchemaText text = new SchemaText(schema.types());
        text.line(0, "call", schema.interfaceName() + "." + schema.methodName());
        text.fields(0, "parameters", schema.parameters());
        text.types();
        return text.out.toString();
    }

    private void types() {
        if (types.isEmpty()) {
            return;
        }
        out.append("types:\n");
        for (NamedType type : types) {
            out.append("  ").append(quoted(name(type))).append(":\n");
            switch (type) {
                case EnumType constants -> {
                    line(4, "enum", type.name());
                    list("constants", constants.constants());
                }
                case MessageType message -> {
                    line(4, message.form() == MessageForm.RECORD ? "record" : "class", type.name());
                    fields(4, "fields", message.fields());
                }
                case UnionType family -> {
                    line(4, "family", type.name());
                    list("members", family.members().stream().map(this::name).toList());
                }
            }
        }
    }

    private void line(int indent, String key, String value) {
        out.repeat(' ', indent).append(key).append(": ").append(quoted(value)).append('\n');
    }

    private void list(String key, List<String> values) {
        StringJoiner line = new StringJoiner(", ", "    " + key + ": [", "]\n");
        values.forEach(value -> line.add(quoted(value)));
        out.append(line);
    }

    private void fields(int indent, String key, List<Field> fields) {
        out.repeat(' ', indent).append(key).append(fields.isEmpty() ? ": {}\n" : ":\n");
        fields.forEach(field -> line(indent + 2, quoted(field.name()), name(field.type())));
    }

    /** Returns the last part of a type's name, or the full name if two types have the same last part. */
    private String name(NamedType type) {
        return simpleNames.get(type.simpleName()) == 1 ? type.simpleName() : type.name();
    }

    /**
     * Returns the name of a type. A question mark means that a scalar may be null; values of other types always may.
     */
    private String name(WireType type) {
        return switch (type) {
            case Scalar scalar ->
                scalar.kind()
                        + (scalar.isNullable() ? "?" : "")
                        + (scalar.form() == NumberForm.DECIMAL ? "" : " as " + scalar.form());
            case Reference reference -> name(types.get(reference.number()));
            case ListType list -> "list<" + name(list.element()) + ">";
            case SetType set -> "set<" + name(set.element()) + ">";
            case ArrayType array -> "array<" + name(array.element()) + ">";
            case MapType map -> "map<" + name(map.key()) + ", " + name(map.value()) + ">";
        };
    }

    private static String quoted(String text) {
        return YamlStrings.text(text, YamlStrings.Context.FLOW);
    }
}
