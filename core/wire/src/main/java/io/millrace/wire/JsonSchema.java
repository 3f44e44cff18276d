package io.millrace.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * JSON Schemas, of draft 2020-12, of messages and calls in the JSON form of Millrace: for programs that check, generate
 * or document what they exchange with it. Names, kinds, ranges and what may be null are there; bounds on lengths and
 * counts are not.
 */
public final class JsonSchema {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final List<String> NOT_FINITE = List.of("NaN", "Infinity", "-Infinity");

    private final List<NamedType> types;

    private JsonSchema(List<NamedType> types, SequencedMap<String, Object> definitions) {
        this.types = types;
        for (NamedType type : types) {
            if (!definitions.containsKey(type.name())) {
                definitions.put(type.name(), "");
                definitions.put(type.name(), definition(type));
            }
        }
    }

    /** The JSON Schema of messages of this schema. */
    public static String of(Schema schema) {
        SequencedMap<String, Object> definitions = new LinkedHashMap<>();
        JsonSchema types = new JsonSchema(schema.types(), definitions);
        return document(types.value(schema.root()), definitions);
    }

    /**
     * The JSON Schema of calls as objects with {@code method} and {@code arguments}: the value of the argument where
     * the method has one, an array of them where it has more or none. Types of the same name are those of the last
     * schema.
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
            case FamilyType family -> {
                List<Object> members = new ArrayList<>();
                family.members().forEach(member -> members.add(member(member)));
                yield fields("anyOf", members);
            }
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

    /** A message says in a family which one it is, and so does what JSON cannot tell apart by itself. */
    private Object member(WireType member) {
        SequencedMap<String, Object> value = value(member);
        if (member instanceof Reference reference && types.get(reference.number()) instanceof MessageType) {
            value.put("required", List.of("@type"));
            return value;
        }
        SequencedMap<String, Object> properties = fields("@type", fields("type", "string"));
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
            case Scalar scalar when scalar.form() == NumberForm.DECIMAL -> scalar(scalar.kind());
            case Scalar _ -> fields("type", "string");
            case Reference reference ->
                fields("$ref", "#/$defs/" + types.get(reference.number()).name());
            case ListType list -> array(list.element());
            case ArrayType array -> array(array.element());
            case SetType set -> {
                SequencedMap<String, Object> array = array(set.element());
                array.put("uniqueItems", true);
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

    private static SequencedMap<String, Object> scalar(ScalarKind kind) {
        return switch (kind) {
            case BOOLEAN -> fields("type", "boolean");
            case BYTE -> integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SHORT -> integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
            case YEAR -> integer(-999_999_999, 999_999_999);
            case BIG_INTEGER -> fields("type", "integer");
            case BIG_DECIMAL -> fields("type", "number");
            case FLOAT, DOUBLE -> fields("anyOf", List.of(fields("type", "number"), fields("enum", NOT_FINITE)));
            case CHAR -> {
                SequencedMap<String, Object> one = fields("type", "string");
                one.put("minLength", 1);
                one.put("maxLength", 1);
                yield one;
            }
            case BYTES -> string("contentEncoding", "base64");
            case INSTANT, OFFSET_DATE_TIME -> string("format", "date-time");
            case LOCAL_DATE -> string("format", "date");
            case DURATION, PERIOD -> string("format", "duration");
            case UUID -> string("format", "uuid");
            case STRING,
                    LOCAL_TIME,
                    LOCAL_DATE_TIME,
                    OFFSET_TIME,
                    ZONED_DATE_TIME,
                    YEAR_MONTH,
                    MONTH_DAY,
                    ZONE_ID,
                    ZONE_OFFSET -> fields("type", "string");
        };
    }

    private static SequencedMap<String, Object> integer(long least, long most) {
        SequencedMap<String, Object> integer = fields("type", "integer");
        integer.put("minimum", least);
        integer.put("maximum", most);
        return integer;
    }

    private static SequencedMap<String, Object> string(String key, String value) {
        SequencedMap<String, Object> string = fields("type", "string");
        string.put(key, value);
        return string;
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
