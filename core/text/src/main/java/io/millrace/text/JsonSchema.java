package io.millrace.text;

import io.millrace.wire.ArrayType;
import io.millrace.wire.CallSchema;
import io.millrace.wire.EnumType;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Schema;
import io.millrace.wire.SetType;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * JSON Schemas, of draft 2020-12, of messages and calls in the JSON form of Millrace: for programs that check, generate
 * or document this JSON. They contain names, kinds, ranges and nullability, but no limits of lengths and counts.
 */
public final class JsonSchema {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final String PLAIN_IN_REFERENCE = "-._~!$&'()*+,;=:@/?";

    private final List<NamedType> types;

    /** The key under which each type is defined: its name, with a number if another type has the same name. */
    private final String[] keys;

    private JsonSchema(List<NamedType> types, SequencedMap<String, Object> definitions) {
        this.types = types;
        keys = new String[types.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = unused(types.get(i).name());
        }
        for (int i = 0; i < keys.length; i++) {
            Object defined = definitions.get(keys[i]);
            if (defined != null && !defined.equals(definition(types.get(i)))) {
                // a generic type has one name for many types, and a type that refers to this one now differs too
                keys[i] = unused(types.get(i).name(), definitions);
                i = -1;
            }
        }
        for (int i = 0; i < keys.length; i++) {
            definitions.put(keys[i], definition(types.get(i)));
        }
    }

    private String unused(String name) {
        return unused(name, Map.of());
    }

    private String unused(String name, Map<String, ?> definitions) {
        List<String> used = Arrays.asList(keys);
        String key = name;
        for (int number = 2; used.contains(key) || definitions.containsKey(key); number++) {
            key = name + "-" + number;
        }
        return key;
    }

    /** Returns the JSON Schema of messages of this schema. */
    public static String of(Schema schema) {
        SequencedMap<String, Object> definitions = new LinkedHashMap<>();
        JsonSchema types = new JsonSchema(schema.types(), definitions);
        return document(types.value(schema.root()), definitions);
    }

    /**
     * Returns the JSON Schema of calls as objects with {@code method} and {@code arguments}: the value of the argument
     * if the method has exactly one, otherwise an array of the arguments. If different types have the same name, all
     * but one get a number at the end.
     */
    public static String of(List<CallSchema> calls) {
        SequencedMap<String, Object> definitions = new LinkedHashMap<>();
        List<Object> methods = new ArrayList<>();
        for (CallSchema call : calls.reversed()) {
            methods.addFirst(new JsonSchema(call.types(), definitions).call(call));
        }
        return document(fields("oneOf", methods), definitions);
    }

    private static String document(SequencedMap<String, Object> root, SequencedMap<String, Object> definitions) {
        SequencedMap<String, Object> document = fields("$schema", DRAFT);
        document.putAll(root);
        if (!definitions.isEmpty()) {
            document.put("$defs", definitions);
        }
        StringBuilder out = new StringBuilder();
        append(out, document, 0);
        return out.append('\n').toString();
    }

    private Object call(CallSchema call) {
        List<Object> arguments =
                call.parameters().stream().map(field -> nullable(field.type())).toList();
        Object value = arguments.size() == 1 ? arguments.getFirst() : tuple(arguments);
        SequencedMap<String, Object> properties = fields("method", fields("const", call.methodName()));
        properties.put("arguments", value);
        SequencedMap<String, Object> object = fields("title", call.interfaceName() + "." + call.methodName());
        object.put("type", "object");
        object.put("properties", properties);
        object.put("required", List.of("method", "arguments"));
        return object;
    }

    private static Object tuple(List<Object> items) {
        SequencedMap<String, Object> tuple = fields("type", "array");
        if (!items.isEmpty()) {
            tuple.put("prefixItems", items);
        }
        tuple.put("minItems", items.size());
        tuple.put("maxItems", items.size());
        return tuple;
    }

    private Object definition(NamedType type) {
        return switch (type) {
            case EnumType constants -> fields("enum", constants.constants());
            case MessageType message -> message(message);
            case UnionType family -> family(family);
        };
    }

    private Object message(MessageType message) {
        SequencedMap<String, Object> properties = fields("@type", fields("type", "string"));
        List<Object> required = new ArrayList<>();
        for (Field field : message.fields()) {
            String name = field.name().startsWith("@") ? "@" + field.name() : field.name();
            properties.put(name, nullable(field.type()));
            if (field.type() instanceof Scalar scalar && !scalar.isNullable()) {
                required.add(name);
            }
        }
        SequencedMap<String, Object> object = fields("title", message.simpleName());
        object.put("type", "object");
        object.put("properties", properties);
        object.put("required", required);
        object.put("additionalProperties", false);
        return object;
    }

    private Object family(UnionType family) {
        Map<String, Integer> uses = new HashMap<>();
        family.members().forEach(member -> uses.merge(name(member), 1, Integer::sum));
        List<Object> members = new ArrayList<>();
        for (WireType member : family.members()) {
            List<Object> names = new ArrayList<>();
            if (uses.get(name(member)) == 1) {
                names.add(name(member));
            }
            if (member instanceof Reference reference) {
                names.add(types.get(reference.number()).name());
            }
            members.add(member(member, names));
        }
        // an Object of no allowed type is always null, and an empty choice is not a valid schema
        return members.isEmpty() ? fields("not", new LinkedHashMap<>()) : fields("anyOf", members);
    }

    private String name(WireType member) {
        return member instanceof Scalar scalar
                ? YamlTags.of(scalar.kind()).replace("!", "")
                : types.get(((Reference) member).number()).simpleName();
    }

    /**
     * Returns the schema of a member of a union type, which has the name of its type if it is a message or a value that
     * JSON does not distinguish.
     */
    private Object member(WireType member, List<Object> names) {
        SequencedMap<String, Object> value = value(member);
        SequencedMap<String, Object> properties = fields("@type", fields("enum", names));
        if (member instanceof Reference reference && types.get(reference.number()) instanceof MessageType) {
            value.put("properties", properties);
            value.put("required", List.of("@type"));
            return value;
        }
        properties.put("@value", value);
        SequencedMap<String, Object> typed = fields("type", "object");
        typed.put("properties", properties);
        typed.put("required", List.of("@type", "@value"));
        typed.put("additionalProperties", false);
        return member instanceof Scalar scalar && isPlain(scalar.kind())
                ? fields("anyOf", List.of(value, typed))
                : typed;
    }

    private static boolean isPlain(ScalarKind kind) {
        return switch (kind) {
            case STRING, BOOLEAN, INT, LONG, DOUBLE -> true;
            default -> false;
        };
    }

    private Object nullable(WireType type) {
        SequencedMap<String, Object> schema = value(type);
        boolean required = type instanceof Scalar scalar && !scalar.isNullable();
        return required ? schema : fields("anyOf", List.of(schema, fields("type", "null")));
    }

    private SequencedMap<String, Object> value(WireType type) {
        return switch (type) {
            case Scalar scalar -> JsonSchemaScalars.of(scalar);
            case Reference reference -> fields("$ref", reference(keys[reference.number()]));
            case ListType list -> array(list.element());
            case ArrayType array -> array(array.element());
            case SetType set -> {
                SequencedMap<String, Object> array = array(set.element());
                if (set.element() instanceof Scalar scalar && JsonSchemaScalars.differs(scalar.kind())) {
                    array.put("uniqueItems", true);
                }
                yield array;
            }
            case MapType map -> {
                SequencedMap<String, Object> object = fields("type", "object");
                object.put("additionalProperties", nullable(map.value()));
                yield object;
            }
        };
    }

    private SequencedMap<String, Object> array(WireType element) {
        SequencedMap<String, Object> array = fields("type", "array");
        array.put("items", nullable(element));
        return array;
    }

    /**
     * Returns a JSON pointer as the fragment of a URI (RFC 6901, 6): names of generic types have characters to escape.
     */
    private static String reference(String name) {
        StringBuilder pointer = new StringBuilder("#/$defs/");
        String escaped = name.replace("~", "~0").replace("/", "~1");
        for (byte b : escaped.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain = b > 0 && (Character.isLetterOrDigit(b) || PLAIN_IN_REFERENCE.indexOf(b) >= 0);
            pointer.append(
                    isPlain ? String.valueOf((char) b) : "%" + HexFormat.of().toHexDigits(b));
        }
        return pointer.toString();
    }

    private static SequencedMap<String, Object> fields(String key, Object value) {
        SequencedMap<String, Object> fields = new LinkedHashMap<>();
        fields.put(key, value);
        return fields;
    }

    private static void append(StringBuilder out, Object value, int indent) {
        switch (value) {
            case Map<?, ?> map -> {
                String separator = "{\n";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    out.append(separator).repeat(' ', indent + 2);
                    string(out, entry.getKey().toString());
                    append(out.append(": "), entry.getValue(), indent + 2);
                    separator = ",\n";
                }
                out.append('\n').repeat(' ', indent).append('}');
            }
            case List<?> list -> {
                String separator = "[";
                for (Object item : list) {
                    append(out.append(separator), item, indent);
                    separator = ", ";
                }
                out.append(list.isEmpty() ? "[]" : "]");
            }
            case String text -> string(out, text);
            default -> out.append(value);
        }
    }

    private static void string(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 0xF, 16));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
