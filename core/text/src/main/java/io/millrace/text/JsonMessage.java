package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Field;
import io.millrace.wire.MessageType;
import io.millrace.wire.MissingValue;
import io.millrace.wire.NamedType;
import io.millrace.wire.TextOptions;
import io.millrace.wire.ValueSkipper;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A message: an object with its fields in the writer's order, without those that are null. */
final class JsonMessage extends JsonShape {
    private final MessageType type;
    private final List<NamedType> types;
    private final String[] names;
    /** The name in quotes, and its colon. */
    private final byte[][] keys;

    private final JsonShape[] fields;
    private final MissingValue[] missing;
    private final Map<String, Integer> numbers = new HashMap<>();

    /**
     * Creates the shape; the shapes of the fields are set once all named types have theirs, since types may contain
     * each other.
     */
    JsonMessage(MessageType type, List<NamedType> types) {
        this.type = type;
        this.types = types;
        List<Field> declared = type.fields();
        names = new String[declared.size()];
        keys = new byte[names.length][];
        fields = new JsonShape[names.length];
        missing = new MissingValue[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = JsonNames.escaped(declared.get(i).name());
            String quoted = new String(JsonNames.quoted(names[i]), StandardCharsets.UTF_8);
            keys[i] = (quoted + ":").getBytes(StandardCharsets.UTF_8);
            numbers.put(names[i], i);
            missing[i] = declared.get(i).missing().orElse(null);
        }
        for (int i = 0; i < names.length; i++) {
            for (String alias : declared.get(i).aliases()) {
                numbers.putIfAbsent(JsonNames.escaped(alias), i);
            }
        }
    }

    void link(JsonShapes shapes) {
        for (int i = 0; i < fields.length; i++) {
            fields[i] = shapes.of(type.fields().get(i).type());
        }
    }

    MessageType type() {
        return type;
    }

    /** Returns the names of the fields, in the order of the schema. */
    List<String> names() {
        return List.of(names);
    }

    /** Returns whether a field has this name or had it earlier. */
    boolean has(String name) {
        return numbers.containsKey(name);
    }

    @Override
    boolean write(BinaryInput in, Utf8Output text) {
        if (!in.readPresence()) {
            return false;
        }
        text.put('{');
        writeNested(in, text);
        text.put('}');
        return true;
    }

    /** Appends the fields of a message that has no presence byte and is not the root. */
    void writeNested(BinaryInput in, Utf8Output text) {
        in.enter();
        writeFields(in, text);
        in.leave();
    }

    /** Appends the fields of a message that has no presence byte, after its brace or a first member. */
    void writeFields(BinaryInput in, Utf8Output text) {
        int first = text.length();
        boolean isFirst = text.endsWith('{');
        for (int i = 0; i < fields.length; i++) {
            int mark = text.length();
            if (!isFirst || mark > first) {
                text.put(',');
            }
            text.put(keys[i]);
            if (fields[i].write(in, text)) {
                continue;
            }
            if (missing[i] != null) {
                text.put(NULL); // a field that is left out is read as its default
            } else {
                text.cut(mark);
            }
        }
    }

    @Override
    boolean readCanonical(Utf8Input text, BinaryOutput out) {
        if (text.skip(NULL)) {
            out.writeBoolean(false);
            return true;
        }
        out.writeBoolean(true);
        return text.skip('{') && readCanonicalNested(text, out);
    }

    /** Reads a message that has no presence byte and is not the root, after its brace. */
    boolean readCanonicalNested(Utf8Input text, BinaryOutput out) {
        out.enter();
        boolean read = readCanonicalFields(text, out);
        out.leave();
        return read;
    }

    /** Reads a message that has no presence byte, whose fields are in the order of the schema, after a brace. */
    boolean readCanonicalFields(Utf8Input text, BinaryOutput out) {
        int next = 0;
        text.skipBlanks();
        if (!text.skip('}')) {
            do {
                text.skipBlanks();
                while (next < fields.length && !text.skip(keys[next])) {
                    writeMissing(next++, out);
                }
                text.skipBlanks();
                if (next == fields.length || !fields[next++].readCanonical(text, out)) {
                    return false;
                }
                text.skipBlanks();
            } while (text.skip(','));
            if (!text.skip('}')) {
                return false;
            }
        }
        for (; next < fields.length; next++) {
            writeMissing(next, out);
        }
        return true;
    }

    @Override
    void read(JsonSource source) {
        if (source.isNull()) {
            source.out.writeBoolean(false);
            return;
        }
        if (source.token() != JsonToken.START_OBJECT) {
            throw wrong(source);
        }
        source.out.writeBoolean(true);
        source.next();
        readNested(source);
    }

    TextException wrong(JsonSource source) {
        return source.wrong("an object with the fields of " + type.simpleName() + ": " + String.join(", ", names));
    }

    /** Writes a message that has no presence byte and is not the root; the token is the one after the brace. */
    void readNested(JsonSource source) {
        source.out.enter();
        readFields(source);
        source.out.leave();
    }

    /**
     * Writes a message that has no presence byte; the token is the one after the brace. As long as the fields come in
     * the order of the schema, their values are written directly.
     */
    void readFields(JsonSource source) {
        int start = source.out.length();
        long[] gaps = null;
        int next = 0;
        boolean isOnlyUnknown = false;
        for (; source.token() != JsonToken.END_OBJECT; source.next()) {
            String name = source.text();
            int number = number(name, next, source);
            if (number < 0) {
                isOnlyUnknown |= next == 0 && !name.equals(JsonNames.TYPE);
                continue;
            }
            isOnlyUnknown = false;
            if (number < next) {
                boolean isGap = gaps != null && (gaps[number >>> 6] & 1L << number) != 0;
                if (!isGap) {
                    throw twice(number, source);
                }
                new JsonFieldReorderer(fields.length, next, gaps).read(this, start, number, source);
                return;
            }
            for (; next < number; next++) {
                if (gaps == null) {
                    gaps = new long[(fields.length >>> 6) + 1];
                }
                gaps[next >>> 6] |= 1L << next;
                writeMissing(next, source.out);
            }
            readField(next++, source);
        }
        if (isOnlyUnknown && source.options.unknownKeys() == TextOptions.UnknownKeys.IGNORE_BESIDE_KNOWN) {
            throw source.error("an object has none of the fields type=" + type.name() + " fields=" + List.of(names));
        }
        for (; next < fields.length; next++) {
            writeMissing(next, source.out);
        }
    }

    TextException twice(int number, JsonSource source) {
        return source.error("a field appears twice field=" + names[number] + " type=" + type.name());
    }

    /** Writes the value after a name. */
    void readField(int number, JsonSource source) {
        source.next();
        source.enter(names[number]);
        fields[number].read(source);
        source.leave();
    }

    void writeMissing(int number, BinaryOutput out) {
        if (missing[number] != null) {
            missing[number].write(out);
        } else {
            fields[number].readMissing(out);
        }
    }

    /** Skips the value of a field in BINARY. */
    void skip(int number, BinaryInput in) {
        ValueSkipper.skip(in, type.fields().get(number).type(), types);
    }

    /** Returns the number of the field; if it is unknown, skips the name and its value and returns -1. */
    int number(String name, int expected, JsonSource source) {
        if (expected < names.length && names[expected].equals(name)) {
            return expected;
        }
        Integer number = numbers.get(name);
        if (number != null) {
            return number;
        }
        if (name.equals(JsonNames.TYPE)) {
            source.next();
            requireName(source);
        } else if (source.options.unknownKeys() == TextOptions.UnknownKeys.REFUSE) {
            throw source.error("there is no such field field=" + JsonSource.shortened(name)
                    + NearestName.hintForData(name, List.of(names)) + " type=" + type.name() + " allowed="
                    + List.of(names));
        } else {
            source.next();
            if (source.options.observer().isPresent()) {
                source.options.observer().get().unknownField(type.name(), name, source.describe());
            }
            source.skipValue();
        }
        return -1;
    }

    private void requireName(JsonSource source) {
        String name = source.token() == JsonToken.VALUE_STRING ? source.text() : "";
        boolean fits = name.equals(type.simpleName())
                || name.equals(type.name())
                || type.aliases().contains(name);
        if (!fits) {
            throw source.wrong("the name of this type, " + type.simpleName());
        }
    }

    @Override
    void readMissing(BinaryOutput out) {
        out.writeBoolean(false);
    }
}
