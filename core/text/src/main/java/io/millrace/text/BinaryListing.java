package io.millrace.text;

import io.millrace.wire.ArrayType;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.EnumType;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.NumberForm;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.Schema;
import io.millrace.wire.SetType;
import io.millrace.wire.UnionType;
import io.millrace.wire.ValueSkipper;
import io.millrace.wire.WireException;
import io.millrace.wire.WireType;
import java.util.List;
import java.util.function.Consumer;

/**
 * Describes each byte of a message in BINARY by its schema alone: for people who look at bytes. Immutable; any number
 * of threads may use it at once.
 */
public final class BinaryListing {
    private static final int MAX_TEXT_CHARS = 80;

    private final List<NamedType> types;
    private final List<Field> fields;
    private final WireType root;

    private BinaryListing(List<NamedType> types, List<Field> fields, WireType root) {
        this.types = types;
        this.fields = fields;
        this.root = root;
    }

    /**
     * Some bytes and their meaning.
     *
     * @param offset the offset of the first byte, from the beginning of the message
     * @param length the number of bytes, at least 1
     * @param field the path of the field that they belong to, such as {@code legs[2].price}
     * @param value their meaning, on one line of printable characters: a value, a count, or the type of what
     *     follows
     */
    public record Line(int offset, int length, String field, String value) {}

    /** Returns the listing of messages of this schema. */
    public static BinaryListing of(Schema schema) {
        boolean message = schema.root() instanceof Reference reference && schema.type(reference) instanceof MessageType;
        List<Field> fields = message ? ((MessageType) schema.rootType()).fields() : List.of();
        return new BinaryListing(schema.types(), fields, message ? null : schema.root());
    }

    /** Returns the listing of the arguments of calls of this schema. */
    public static BinaryListing of(CallSchema schema) {
        return new BinaryListing(schema.types(), schema.parameters(), null);
    }

    /**
     * Lists one message.
     *
     * @param in the input at the message
     * @param to gets the lines, in order and without a gap; also those before an error
     * @throws WireException if the bytes are not such a message
     */
    public void list(BinaryInput in, Consumer<Line> to) {
        Walk walk = new Walk(in, to);
        if (root == null) {
            walk.fields("", fields);
        } else {
            walk.value("value", root);
        }
    }

    private final class Walk {
        private final BinaryInput in;
        private final Consumer<Line> to;

        Walk(BinaryInput in, Consumer<Line> to) {
            this.in = in;
            this.to = to;
        }

        void fields(String path, List<Field> of) {
            for (Field field : of) {
                value(path.isEmpty() ? field.name() : path + "." + field.name(), field.type());
            }
        }

        void value(String path, WireType type) {
            switch (type) {
                case Scalar scalar -> scalar(path, scalar);
                case Reference reference -> named(path, types.get(reference.number()));
                case ListType list -> elements(path, list.element());
                case SetType set -> elements(path, set.element());
                case ArrayType array -> elements(path, array.element());
                case MapType map -> entries(path, map);
            }
        }

        private void line(int from, String path, String value) {
            to.accept(new Line(from, in.offset() - from, path, value));
        }

        private void scalar(String path, Scalar scalar) {
            int from = in.offset();
            if (scalar.form() == NumberForm.DECIMAL) {
                Object value = ValueSkipper.read(in, scalar);
                line(from, path, shown(value));
                return;
            }
            Utf8Output text = Utf8Output.ofAnyLength();
            if (scalar.hasPresenceByte() && !in.readPresence()) {
                text.putAscii("null");
            } else {
                ShownNumbers.append(text, scalar, in);
            }
            line(from, path, text.toString());
        }

        private void elements(String path, WireType element) {
            int count = count(path, "elements");
            for (int i = 0; i < count; i++) {
                value(path + "[" + i + "]", element);
            }
        }

        private void entries(String path, MapType map) {
            int count = count(path, "entries");
            for (int i = 0; i < count; i++) {
                value(path + "[" + i + "].key", map.key());
                value(path + "[" + i + "].value", map.value());
            }
        }

        private int count(String path, String what) {
            int from = in.offset();
            int count = in.readCount();
            line(from, path, count < 0 ? "null" : count + " " + what);
            return count;
        }

        private void named(String path, NamedType named) {
            int from = in.offset();
            switch (named) {
                case EnumType type -> {
                    int number = in.readNumber(type.constants().size(), type.name());
                    line(
                            from,
                            path,
                            number < 0 ? "null" : shown(type.constants().get(number)));
                }
                case MessageType type -> {
                    boolean present = in.readPresence();
                    line(from, path, present ? "!" + type.simpleName() : "null");
                    if (present) {
                        nested(path, type);
                    }
                }
                case UnionType type -> {
                    int number = in.readNumber(type.members().size(), type.name());
                    WireType member = number < 0 ? null : type.members().get(number);
                    line(from, path, number < 0 ? "null" : "!" + ValueSkipper.name(member, types));
                    if (member instanceof Reference reference
                            && types.get(reference.number()) instanceof MessageType message) {
                        nested(path, message);
                    } else if (member != null) {
                        value(path, member);
                    }
                }
            }
        }

        private void nested(String path, MessageType type) {
            in.enter();
            fields(path, type.fields());
            in.leave();
        }
    }

    private static String shown(Object value) {
        if (!(value instanceof String) && !(value instanceof Character)) {
            return ValueSkipper.describe(value);
        }
        String text = value.toString();
        int length = Math.min(text.length(), MAX_TEXT_CHARS);
        boolean splits = length < text.length() && Character.isHighSurrogate(text.charAt(length - 1));
        String shown = YamlStrings.text(text.substring(0, splits ? length - 1 : length), YamlStrings.Context.BLOCK);
        return length < text.length() ? shown + "..." : shown;
    }
}
