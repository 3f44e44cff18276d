package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.NumberForm;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.ScalarText;
import io.millrace.wire.WireFormatException;
import java.util.Arrays;

/** A single value: a truth value, a number or a string. */
final class JsonScalar extends JsonShape {
    private static final byte[] TRUE = Utf8Output.ascii("true");
    private static final byte[] FALSE = Utf8Output.ascii("false");

    private final Scalar type;
    private final ScalarKind kind;

    JsonScalar(Scalar type) {
        this.type = type;
        this.kind = type.kind();
    }

    Scalar type() {
        return type;
    }

    ScalarKind kind() {
        return kind;
    }

    @Override
    boolean write(BinaryInput in, Utf8Output text) {
        if (kind == ScalarKind.STRING) {
            int mark = text.length();
            text.put('"');
            if (!text.putString(in, Utf8Output.Escapes.JSON)) {
                requireNullable(in);
                text.cut(mark);
                return false;
            }
            text.put('"');
            return true;
        }
        if (type.hasPresenceByte() && !in.readPresence()) {
            return false;
        }
        return writePresent(in, text);
    }

    private void requireNullable(BinaryInput in) {
        if (!type.isNullable()) {
            throw new WireFormatException("a required value is null kind=" + kind + " offset=" + in.offset());
        }
    }

    private boolean writePresent(BinaryInput in, Utf8Output text) {
        if (type.form() != NumberForm.DECIMAL) {
            text.put('"');
            ShownNumbers.append(text, type, in);
            text.put('"');
            return true;
        }
        switch (kind) {
            case BOOLEAN -> text.put(in.readBoolean() ? TRUE : FALSE);
            case BYTE -> text.put((long) in.readByte());
            case SHORT -> text.put((long) in.readShort());
            case INT -> text.put((long) in.readInt());
            case LONG -> text.put(in.readLong());
            case FLOAT -> writeFloat(in.readFloat(), text);
            case DOUBLE -> writeDouble(in.readDouble(), text);
            case YEAR, BIG_DECIMAL, BIG_INTEGER -> plain(in, text);
            case BYTES -> {
                byte[] bytes = in.readBytes();
                if (bytes == null) {
                    requireNullable(in);
                    return false;
                }
                text.put('"');
                text.putBase64(bytes);
                text.put('"');
            }
            default -> {
                text.put('"');
                writeText(in, text);
                text.put('"');
            }
        }
        return true;
    }

    private void plain(BinaryInput in, Utf8Output text) {
        YamlScalars.append(text, kind, in, YamlStrings.Context.BLOCK);
    }

    /** Appends a value whose text may need no escapes, or is one UTF-16 unit. */
    private void writeText(BinaryInput in, Utf8Output text) {
        switch (kind) {
            case CHAR -> text.putUnit(in.readChar());
            case ZONE_ID -> text.putAscii(in.readZoneId().getId());
            case ZONED_DATE_TIME -> YamlTimes.append(text, in.readZonedDateTime());
            default -> plain(in, text);
        }
    }

    private static void writeDouble(double value, Utf8Output text) {
        if (Double.isFinite(value)) {
            text.putFinite(value);
        } else {
            text.put('"');
            text.putAscii(Double.toString(value));
            text.put('"');
        }
    }

    private static void writeFloat(float value, Utf8Output text) {
        if (Float.isFinite(value)) {
            text.putFinite(value);
        } else {
            text.put('"');
            text.putAscii(Float.toString(value));
            text.put('"');
        }
    }

    /** Appends the name without quotes. */
    void writeKey(BinaryInput in, Utf8Output text) {
        if (kind == ScalarKind.STRING) {
            int at = text.length();
            if (!text.putString(in, Utf8Output.Escapes.JSON)) {
                requireNullable(in);
                text.put(JsonNames.NULL_KEY);
            } else {
                text.doubleFirst('@', at);
            }
            return;
        }
        if (type.hasPresenceByte() && !in.readPresence()) {
            text.put(JsonNames.NULL_KEY);
            return;
        }
        if (kind == ScalarKind.CHAR) {
            writeUnitKey(in.readChar(), text);
            return;
        }
        int start = text.length();
        if (writePresent(in, text)) {
            text.unquote(start);
        } else {
            text.put(JsonNames.NULL_KEY);
        }
    }

    /**
     * Appends half of a surrogate pair as a name: {@code @} and four digits, since even its escape is not allowed in a
     * name.
     */
    private static void writeUnitKey(char unit, Utf8Output text) {
        if (Character.isSurrogate(unit)) {
            text.put('@');
            text.putAscii(Integer.toHexString(unit));
        } else {
            int at = text.length();
            text.putUnit(unit);
            text.doubleFirst('@', at);
        }
    }

    @Override
    boolean readCanonical(Utf8Input text, BinaryOutput out) {
        byte first = text.peek();
        if (first == 'n') {
            return type.isNullable() && text.skip(NULL) && writeMissing(out);
        }
        boolean isString = first == '"';
        boolean isWord = kind == ScalarKind.BOOLEAN || (isNumber() && type.form() == NumberForm.DECIMAL);
        if (isString == isWord) {
            return false;
        }
        int from = isString ? text.at + 1 : text.at;
        int to = isString ? stringEnd(text) : wordEnd(text);
        if (to < 0 || (kind != ScalarKind.BOOLEAN && !isString && !CanonicalScalars.isNumber(text.bytes, from, to))) {
            return false;
        }
        text.at = isString ? to + 1 : to;
        return writeCanonical(text, from, to, out);
    }

    private boolean writeMissing(BinaryOutput out) {
        YamlScalars.writeMissing(type, out);
        return true;
    }

    private boolean writeCanonical(Utf8Input text, int from, int to, BinaryOutput out) {
        if (kind == ScalarKind.STRING) {
            return out.writeUtf8(text.bytes, from, to);
        }
        if (type.hasPresenceByte()) {
            out.writeBoolean(true);
        }
        if (kind == ScalarKind.BOOLEAN) {
            boolean truth = isWord(TRUE, text, from, to);
            out.writeBoolean(truth);
            return truth || isWord(FALSE, text, from, to);
        }
        return CanonicalScalars.read(type, text, from, to, out);
    }

    private static boolean isWord(byte[] word, Utf8Input text, int from, int to) {
        return Arrays.equals(text.bytes, from, to, word, 0, word.length);
    }

    /** Returns the position after the number or word that begins at the current position. */
    private static int wordEnd(Utf8Input text) {
        int i = text.at;
        while (text.bytes[i] > ' ' && text.bytes[i] != ',' && text.bytes[i] != '}' && text.bytes[i] != ']') {
            i++;
        }
        return i > text.at ? i : -1;
    }

    /** Reads the name of an entry of a map, and its quotes. */
    boolean readCanonicalKey(Utf8Input text, BinaryOutput out) {
        int from = text.at + 1;
        int to = stringEnd(text);
        if (to < 0 || text.bytes[from] == '@' || kind == ScalarKind.BOOLEAN) {
            return false;
        }
        text.at = to + 1;
        return writeCanonical(text, from, to, out);
    }

    @Override
    void read(JsonSource source) {
        if (source.isNull()) {
            if (!type.isNullable()) {
                throw source.wrong(ScalarText.expected(type));
            }
            YamlScalars.writeMissing(type, source.out);
            return;
        }
        if (type.hasPresenceByte()) {
            source.out.writeBoolean(true);
        }
        readValue(source);
    }

    /** Writes the value without a presence byte. */
    void readValue(JsonSource source) {
        JsonToken token = source.token();
        BinaryOutput out = source.out;
        if (token == JsonToken.VALUE_NUMBER_INT && type.form() == NumberForm.DECIMAL) {
            switch (kind) {
                case BYTE -> out.writeByte((byte) source.number(Byte.MIN_VALUE, Byte.MAX_VALUE, this));
                case SHORT -> out.writeShort((short) source.number(Short.MIN_VALUE, Short.MAX_VALUE, this));
                case INT -> out.writeInt((int) source.number(Integer.MIN_VALUE, Integer.MAX_VALUE, this));
                case LONG -> out.writeLong(source.number(Long.MIN_VALUE, Long.MAX_VALUE, this));
                default -> readAny(source);
            }
        } else {
            readAny(source);
        }
    }

    private void readAny(JsonSource source) {
        boolean fits = switch (source.token()) {
            case VALUE_STRING -> true;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> isNumber();
            case VALUE_TRUE, VALUE_FALSE -> kind == ScalarKind.BOOLEAN;
            default -> false;
        };
        if (!fits) {
            throw source.wrong(expected());
        }
        readText(source.text(), source);
    }

    private boolean isNumber() {
        return switch (kind) {
            case BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, YEAR, BIG_DECIMAL, BIG_INTEGER -> true;
            default -> false;
        };
    }

    String expected() {
        return ScalarText.expected(type);
    }

    private void readText(String text, JsonSource source) {
        boolean fits;
        try {
            fits = readCell(text, source.out);
        } catch (WireFormatException e) {
            throw source.error(e.getMessage()); // half of a surrogate pair, from an escape
        }
        if (!fits) {
            throw source.wrong(expected());
        }
    }

    /** Writes the value of a text; false if the type has no such value. */
    boolean readCell(String text, BinaryOutput out) {
        switch (kind) {
            case STRING -> out.writeString(text);
            case DOUBLE -> {
                switch (text) {
                    case "NaN" -> out.writeDouble(Double.NaN);
                    case "Infinity" -> out.writeDouble(Double.POSITIVE_INFINITY);
                    case "-Infinity" -> out.writeDouble(Double.NEGATIVE_INFINITY);
                    default -> {
                        return ScalarText.read(type, text, out);
                    }
                }
            }
            case FLOAT -> {
                switch (text) {
                    case "NaN" -> out.writeFloat(Float.NaN);
                    case "Infinity" -> out.writeFloat(Float.POSITIVE_INFINITY);
                    case "-Infinity" -> out.writeFloat(Float.NEGATIVE_INFINITY);
                    default -> {
                        return ScalarText.read(type, text, out);
                    }
                }
            }
            case CHAR -> {
                if (text.matches("\\\\ud[89a-f][0-9a-f]{2}")) {
                    out.writeChar((char) Integer.parseInt(text, 2, text.length(), 16));
                } else {
                    return ScalarText.read(type, text, out);
                }
            }
            default -> {
                return ScalarText.read(type, text, out);
            }
        }
        return true;
    }

    /** Appends the text without quotes or escapes; half of a surrogate pair is an escape. */
    boolean writeCell(BinaryInput in, Utf8Output text) {
        if (kind == ScalarKind.STRING) {
            boolean written = text.putString(in, Utf8Output.Escapes.NONE);
            if (!written) {
                requireNullable(in);
            }
            return written;
        }
        if (type.hasPresenceByte() && !in.readPresence()) {
            return false;
        }
        if (kind == ScalarKind.CHAR) {
            char unit = in.readChar();
            if (Character.isSurrogate(unit)) {
                text.putUnit(unit);
            } else if (unit < 0x80) {
                text.put(unit);
            } else {
                text.put(String.valueOf(unit), Utf8Output.Escapes.NONE);
            }
            return true;
        }
        int start = text.length();
        boolean written = writePresent(in, text);
        if (written) {
            text.unquote(start);
        }
        return written;
    }

    void readKey(String name, JsonSource source) {
        if (JsonNames.isNull(name)) {
            if (!type.isNullable()) {
                throw source.wrong(expected());
            }
            YamlScalars.writeMissing(type, source.out);
            return;
        }
        if (type.hasPresenceByte()) {
            source.out.writeBoolean(true);
        }
        if (kind == ScalarKind.CHAR && name.matches("@d[89a-f][0-9a-f]{2}")) {
            source.out.writeChar((char) Integer.parseInt(name, 1, name.length(), 16));
        } else {
            readText(JsonNames.unescaped(name), source);
        }
    }

    @Override
    void readMissing(BinaryOutput out) {
        YamlScalars.writeMissing(type, out);
    }
}
