package io.millrace.console;

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
import io.millrace.wire.SetType;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireType;
import java.util.Locale;

/** The schema of a call as a form needs it: the fields with their types, one inside the other to a bounded depth. */
final class CallForm {

    private static final int MAX_DEPTH = 8;

    private final Json json;
    private final CallSchema schema;

    private CallForm(Json json, CallSchema schema) {
        this.json = json;
        this.schema = schema;
    }

    /** Writes the members of a call. */
    static void write(Json json, CallSchema schema) {
        CallForm form = new CallForm(json, schema);
        json.field("name", schema.path()).field("interface", schema.interfaceName());
        json.objects("schema", schema.parameters(), field -> form.field(field, 0));
    }

    private void field(Field field, int depth) {
        json.field("name", field.name());
        type(field.type(), depth);
    }

    private void type(WireType type, int depth) {
        switch (type) {
            case Scalar scalar ->
                json.field("kind", "scalar").field("type", name(scalar.kind())).field("nullable", scalar.isNullable());
            case ListType list -> element("List", list.element(), depth);
            case SetType set -> element("Set", set.element(), depth);
            case ArrayType array -> element("Array", array.element(), depth);
            case MapType map -> element("Map", map.value(), depth);
            case Reference reference -> named(schema.type(reference), depth);
        }
    }

    /** Returns the name of a kind as Java has it: {@code long}, {@code String}, {@code LocalDate}. */
    private static String name(ScalarKind kind) {
        String lower = kind.name().toLowerCase(Locale.ROOT);
        return switch (kind) {
            case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE -> lower;
            case BYTES -> "byte[]";
            case UUID -> "UUID";
            default -> {
                StringBuilder name = new StringBuilder();
                for (String word : lower.split("_", -1)) {
                    name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
                }
                yield name.toString();
            }
        };
    }

    private void element(String kind, WireType element, int depth) {
        json.field("kind", kind.toLowerCase(Locale.ROOT)).field("type", kind).field("nullable", true);
        if (depth < MAX_DEPTH) {
            json.object("of", () -> type(element, depth + 1));
        }
    }

    private void named(NamedType type, int depth) {
        json.field("type", type.simpleName()).field("nullable", true);
        switch (type) {
            case EnumType constants -> json.field("kind", "enum").texts("values", constants.constants());
            case MessageType message -> {
                json.field("kind", "message");
                if (depth < MAX_DEPTH) {
                    json.objects("fields", message.fields(), field -> field(field, depth + 1));
                }
            }
            case UnionType union -> {
                json.field("kind", "union");
                if (depth < MAX_DEPTH) {
                    json.objects("members", union.members(), member -> type(member, depth + 1));
                }
            }
        }
    }
}
