package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireType;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of a union type, which states its own type. Strings, truth values, ints, longs outside the range of int, and
 * finite doubles are plain, since JSON distinguishes them. Any other value is an object. Its first member {@code @type}
 * is the last part of the type's name, or the full name if another member has the same last part. A value that is not a
 * message is the member {@code @value} of the object.
 */
final class JsonUnion extends JsonShape {
    private final UnionType type;
    private final JsonShape[] members;
    private final String[] names;
    private final byte[][] heads;
    private final Map<String, Integer> byName = new HashMap<>();
    private final Map<ScalarKind, Integer> byKind = new EnumMap<>(ScalarKind.class);

    /** Creates the shape; the shapes of the members are set once all named types have theirs. */
    JsonUnion(UnionType type) {
        this.type = type;
        members = new JsonShape[type.members().size()];
        names = new String[members.length];
        heads = new byte[members.length][];
    }

    void link(JsonShapes shapes) {
        Map<String, Integer> uses = new HashMap<>();
        for (int i = 0; i < members.length; i++) {
            WireType member = type.members().get(i);
            members[i] = shapes.of(member);
            if (member instanceof Scalar scalar) {
                names[i] = YamlTags.of(scalar.kind()).replace("!", "");
                byKind.put(scalar.kind(), i);
                byName.put(names[i], i);
                uses.put(names[i], 2);
            } else {
                uses.merge(shapes.type((Reference) member).simpleName(), 1, Integer::sum);
            }
        }
        for (int i = 0; i < members.length; i++) {
            if (type.members().get(i) instanceof Reference reference) {
                NamedType named = shapes.type(reference);
                names[i] = uses.get(named.simpleName()) == 1 ? named.simpleName() : named.name();
                byName.put(names[i], i);
                byName.putIfAbsent(named.name(), i);
                if (named instanceof MessageType message) {
                    for (String alias : message.aliases()) {
                        byName.putIfAbsent(alias, i);
                    }
                }
            }
            String quoted = new String(JsonNames.quoted(names[i]), StandardCharsets.UTF_8);
            heads[i] = ("{\"@type\":" + quoted).getBytes(StandardCharsets.UTF_8);
        }
    }

    @Override
    boolean write(BinaryInput in, Utf8Output text) {
        int number = in.readNumber(members.length, type.name());
        if (number < 0) {
            return false;
        }
        switch (members[number]) {
            case JsonMessage message -> {
                text.put(heads[number]);
                message.writeNested(in, text);
                text.put('}');
            }
            case JsonScalar scalar when isPlain(scalar.kind(), in) -> requireWritten(scalar.write(in, text), in);
            case JsonShape member -> {
                text.put(heads[number]);
                text.putAscii(",\"@value\":");
                requireWritten(member.write(in, text), in);
                text.put('}');
            }
        }
        return true;
    }

    private void requireWritten(boolean written, BinaryInput in) {
        if (!written) {
            throw new WireFormatException(
                    "a member of a union type is null type=" + type.name() + " offset=" + in.offset());
        }
    }

    private boolean isPlain(ScalarKind kind, BinaryInput in) {
        int offset = in.offset();
        return switch (kind) {
            case STRING, BOOLEAN, INT -> true;
            case LONG -> {
                long value = in.readLong();
                in.rewind(offset);
                yield (int) value != value || !byKind.containsKey(ScalarKind.INT);
            }
            case DOUBLE -> {
                double value = in.readDouble();
                in.rewind(offset);
                yield Double.isFinite(value);
            }
            default -> false;
        };
    }

    @Override
    boolean readCanonical(Utf8Input text, BinaryOutput out) {
        for (int i = 0; i < heads.length; i++) {
            if (members[i] instanceof JsonMessage message && text.skip(heads[i])) {
                boolean hasFields = text.skip(',');
                text.skipBlanks();
                boolean ends = text.peek() == '}';
                out.writeUnsigned(i + 1L);
                return hasFields != ends && message.readCanonicalNested(text, out);
            }
        }
        return false;
    }

    @Override
    void read(JsonSource source) {
        if (source.isNull()) {
            source.out.writeNull();
            return;
        }
        if (source.token() == JsonToken.START_OBJECT) {
            typed(source);
            return;
        }
        int member = member(plainKind(source));
        if (member < 0) {
            throw source.wrong("an object with @type, one of " + List.of(names));
        }
        source.out.writeUnsigned(member + 1L);
        ((JsonScalar) members[member]).readValue(source);
    }

    private ScalarKind plainKind(JsonSource source) {
        return switch (source.token()) {
            case VALUE_STRING -> ScalarKind.STRING;
            case VALUE_TRUE, VALUE_FALSE -> ScalarKind.BOOLEAN;
            case VALUE_NUMBER_INT -> {
                boolean isInt = source.isInt() && byKind.containsKey(ScalarKind.INT);
                boolean isWhole = isInt || byKind.containsKey(ScalarKind.LONG);
                yield isInt ? ScalarKind.INT : isWhole ? ScalarKind.LONG : ScalarKind.DOUBLE;
            }
            case VALUE_NUMBER_FLOAT -> ScalarKind.DOUBLE;
            default -> null;
        };
    }

    private int member(ScalarKind kind) {
        return kind == null ? -1 : byKind.getOrDefault(kind, -1);
    }

    private void typed(JsonSource source) {
        String name = source.type();
        Integer member = name == null ? null : byName.get(name);
        if (member == null) {
            String found = name == null
                    ? "nothing"
                    : JsonSource.shortened(name) + NearestName.hintForData(name, byName.keySet());
            throw source.error(
                    "a member of a union type must have its type @type=" + found + " allowed=" + List.of(names));
        }
        source.out.writeUnsigned(member + 1L);
        if (members[member] instanceof JsonMessage message) {
            source.next();
            message.readNested(source);
            return;
        }
        boolean read = false;
        while (source.next() != JsonToken.END_OBJECT) {
            String field = source.text();
            source.next();
            if (field.equals(JsonNames.VALUE) && !read) {
                value(members[member], source);
                read = true;
            } else if (!field.equals(JsonNames.TYPE)) {
                throw source.error(
                        "an object with @value has no other field than @type field=" + JsonSource.shortened(field));
            }
        }
        if (!read) {
            throw source.error("@value is missing @type=" + name);
        }
    }

    private static void value(JsonShape member, JsonSource source) {
        if (source.isNull()) {
            throw source.wrong("a value that is not null");
        }
        if (member instanceof JsonScalar scalar) {
            scalar.readValue(source);
        } else {
            member.read(source);
        }
    }
}
