package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.EnumType;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A constant of an enum, by its name. */
final class JsonEnum extends JsonShape {
    private final EnumType type;
    private final byte[][] texts;
    private final byte[][] keys;
    private final byte[][] names;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Integer unknown;

    JsonEnum(EnumType type) {
        this.type = type;
        List<String> constants = type.constants();
        texts = new byte[constants.size()][];
        keys = new byte[texts.length][];
        names = new byte[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = JsonNames.quoted(constants.get(i));
            keys[i] = JsonNames.inner(JsonNames.escaped(constants.get(i)));
            names[i] = constants.get(i).getBytes(StandardCharsets.UTF_8);
            numbers.put(constants.get(i), i);
        }
        type.aliases().forEach((alias, constant) -> numbers.putIfAbsent(alias, constants.indexOf(constant)));
        unknown = type.unknown().map(numbers::get).orElse(null);
    }

    EnumType type() {
        return type;
    }

    @Override
    boolean write(BinaryInput in, Utf8Output text) {
        int number = in.readNumber(texts.length, type.name());
        if (number < 0) {
            return false;
        }
        text.put(texts[number]);
        return true;
    }

    /** Appends the name without quotes. */
    void writeKey(BinaryInput in, Utf8Output text) {
        int number = in.readNumber(keys.length, type.name());
        text.put(number < 0 ? JsonNames.NULL_KEY : keys[number]);
    }

    @Override
    boolean readCanonical(Utf8Input text, BinaryOutput out) {
        if (text.skip(NULL)) {
            out.writeNull();
            return true;
        }
        int from = text.at;
        int to = stringEnd(text) + 1;
        return to > 0 && write(text.indexOf(texts, from, to), text, to, out);
    }

    /** Reads the name of an entry of a map, and its quotes. */
    boolean readCanonicalKey(Utf8Input text, BinaryOutput out) {
        int from = text.at + 1;
        int to = stringEnd(text);
        return to >= 0 && write(text.indexOf(keys, from, to), text, to + 1, out);
    }

    private static boolean write(int number, Utf8Input text, int end, BinaryOutput out) {
        text.at = end;
        out.writeUnsigned(number + 1L);
        return number >= 0;
    }

    @Override
    void read(JsonSource source) {
        if (source.isNull()) {
            source.out.writeNull();
        } else if (source.token() == JsonToken.VALUE_STRING) {
            write(source.text(), source);
        } else {
            throw source.wrong("one of " + type.constants());
        }
    }

    void readKey(String name, JsonSource source) {
        if (JsonNames.isNull(name)) {
            source.out.writeNull();
        } else {
            write(JsonNames.unescaped(name), source);
        }
    }

    /** Appends the name unchanged. */
    boolean writeCell(BinaryInput in, Utf8Output text) {
        int number = in.readNumber(texts.length, type.name());
        if (number >= 0) {
            text.put(type.constants().get(number), Utf8Output.Escapes.NONE);
        }
        return number >= 0;
    }

    /** Writes the constant with the name in a cell; false if there is none. */
    boolean readCell(CsvRow cells, int cell, BinaryOutput out) {
        int number = cells.indexOf(names, cell);
        if (number < 0) {
            return readName(cells.text(cell), out);
        }
        out.writeUnsigned(number + 1L);
        return true;
    }

    /** Writes the constant of a name; false if there is none. */
    boolean readName(String name, BinaryOutput out) {
        Integer number = numbers.getOrDefault(name, unknown);
        if (number != null) {
            out.writeUnsigned(number + 1L);
        }
        return number != null;
    }

    private void write(String name, JsonSource source) {
        if (!readName(name, source.out)) {
            throw source.wrong("one of " + type.constants() + NearestName.hintForData(name, type.constants()));
        }
    }
}
