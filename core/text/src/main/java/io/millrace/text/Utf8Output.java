package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Utf8;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireLimitException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;

/**
 * Text during its creation, as UTF-8 in memory that is reused. Once the memory is large enough, methods that append
 * values of their own types allocate nothing. One thread at a time.
 */
final class Utf8Output {
    /** Which characters are escaped. */
    enum Escapes {
        /**
         * A quote, a backslash and all control characters, as JSON requires; and characters that cannot be seen, which
         * could make a text look like another one.
         */
        JSON,
        /** None; the caller may add quotes later. */
        NONE
    }

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LONG_DIGITS = 20;
    private static final long EACH = 0x0101_0101_0101_0101L;
    private static final long HIGH = 0x8080_8080_8080_8080L;
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final byte[] PAIRS = pairs();

    private byte[] bytes;
    private int length;
    private final int maxBytes;
    private final StringBuilder scratch = new StringBuilder();

    /** Creates an empty text that grows up to a limit. */
    Utf8Output(int initialBytes, int maxBytes) {
        this.bytes = new byte[initialBytes];
        this.maxBytes = maxBytes;
    }

    /** Returns an empty text that grows up to the maximal length of an array. */
    static Utf8Output ofAnyLength() {
        return new Utf8Output(64, Integer.MAX_VALUE - 64);
    }

    static byte[] ascii(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    private static byte[] pairs() {
        byte[] pairs = new byte[200];
        for (int i = 0; i < 100; i++) {
            pairs[2 * i] = (byte) ('0' + i / 10);
            pairs[2 * i + 1] = (byte) ('0' + i % 10);
        }
        return pairs;
    }

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    /** Shortens the text to its first {@code kept} bytes, or extends it by bytes written into {@link #room}. */
    void cut(int kept) {
        length = kept;
    }

    /** Copies the text to the position of the output. */
    void copyTo(BinaryOutput out) {
        out.writeFrom(bytes, 0, length);
    }

    private void reserve(int count) {
        if (bytes.length - length < count) {
            grow(count);
        }
    }

    private void grow(int count) {
        long needed = (long) length + count;
        if (needed > maxBytes) {
            throw new WireLimitException("a text is too long bytes=" + needed + " limit=" + maxBytes);
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes, Math.max(needed, 2L * bytes.length)));
    }

    void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /** Appends bytes that are UTF-8 already. */
    void put(byte[] utf8) {
        int count = utf8.length;
        reserve(count);
        System.arraycopy(utf8, 0, bytes, length, count);
        length += count;
    }

    /** Appends a part of bytes that are UTF-8 already. */
    void put(byte[] utf8, int from, int end) {
        reserve(end - from);
        System.arraycopy(utf8, from, bytes, length, end - from);
        length += end - from;
    }

    /** Appends a character of ASCII {@code count} times. */
    void put(char ascii, int count) {
        reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[length + i] = (byte) ascii;
        }
        length += count;
    }

    /** Appends a character that is not half of a surrogate pair. */
    void putCharacter(char c) {
        if (c < 0x80) {
            put(c);
        } else {
            put(String.valueOf(c), Escapes.NONE);
        }
    }

    /** Appends the character of a surrogate pair. */
    void putPair(char high, char low) {
        put(String.valueOf(new char[] {high, low}), Escapes.NONE);
    }

    /** Inserts bytes at a position. */
    void insert(int at, byte[] utf8) {
        reserve(utf8.length);
        System.arraycopy(bytes, at, bytes, at + utf8.length, length - at);
        System.arraycopy(utf8, 0, bytes, at, utf8.length);
        length += utf8.length;
    }

    /**
     * Returns the memory, with room for {@code count} bytes after the text; {@link #cut} makes them part of the text.
     */
    byte[] room(int count) {
        reserve(count);
        return bytes;
    }

    /** Returns the memory, whose first {@link #length} bytes are the text. */
    byte[] bytes() {
        return bytes;
    }

    byte at(int index) {
        return bytes[index];
    }

    /** Returns the number of UTF-16 units of the text from a position on. */
    int chars(int from) {
        int chars = 0;
        for (int i = from; i < length; i++) {
            int b = bytes[i] & 0xFF;
            chars += b >= 0xF0 ? 2 : b < 0x80 || b >= 0xC0 ? 1 : 0;
        }
        return chars;
    }

    /** Removes the text from a position on, and returns it. */
    String cutText(int from) {
        String text = new String(bytes, from, length - from, java.nio.charset.StandardCharsets.UTF_8);
        length = from;
        return text;
    }

    /** Puts two digits at a position in memory. */
    static void pair(byte[] bytes, int at, int value) {
        bytes[at] = PAIRS[2 * value];
        bytes[at + 1] = PAIRS[2 * value + 1];
    }

    /** Appends ASCII, such as a number or a time. */
    void putAscii(CharSequence ascii) {
        int count = ascii.length();
        reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[length + i] = (byte) ascii.charAt(i);
        }
        length += count;
    }

    void put(long value) {
        reserve(LONG_DIGITS);
        long rest = value;
        if (rest >= 0) {
            rest = -rest; // there is one more negative number than positive ones
        } else {
            bytes[length++] = '-';
        }
        int end = length + digits(rest);
        length = end;
        while (rest <= -100) {
            long quotient = rest / 100;
            int pair = (int) (quotient * 100 - rest);
            rest = quotient;
            bytes[--end] = PAIRS[2 * pair + 1];
            bytes[--end] = PAIRS[2 * pair];
        }
        if (rest <= -10) {
            bytes[--end] = PAIRS[2 * (int) -rest + 1];
            bytes[--end] = PAIRS[2 * (int) -rest];
        } else {
            bytes[--end] = (byte) ('0' - rest);
        }
    }

    private static int digits(long negative) {
        long bound = -10;
        for (int digits = 1; digits < 19; digits++) {
            if (negative > bound) {
                return digits;
            }
            bound *= 10;
        }
        return 19;
    }

    /** Appends a finite number in the fewest digits that read back to the same bits. */
    void putFinite(double value) {
        long millionths = YamlNumbers.millionths(value);
        if (millionths == Long.MIN_VALUE) {
            scratch.setLength(0);
            YamlNumbers.appendDigits(scratch, value);
            putAscii(scratch);
            return;
        }
        if (millionths < 0) {
            put('-');
        }
        long magnitude = Math.abs(millionths);
        put(magnitude / 1_000_000);
        int fraction = (int) (magnitude % 1_000_000);
        reserve(7);
        bytes[length++] = '.';
        for (int unit = 100_000; ; unit /= 10) {
            bytes[length++] = (byte) ('0' + fraction / unit);
            fraction %= unit;
            if (fraction == 0) {
                return;
            }
        }
    }

    /** Appends a finite number in the fewest digits that read back to the same bits. */
    void putFinite(float value) {
        scratch.setLength(0);
        YamlNumbers.appendDigits(scratch, value);
        putAscii(scratch);
    }

    /** Appends bytes in base 64. */
    void putBase64(byte[] value) {
        put(Base64.getEncoder().encode(value));
    }

    /** Appends one UTF-16 unit, half of a pair as an escape of JSON. */
    void putUnit(char unit) {
        if (Character.isSurrogate(unit)) {
            putEscape(unit);
        } else {
            put(String.valueOf(unit), Escapes.JSON);
        }
    }

    /** Appends a string without quotes; throws {@link WireFormatException} for an unpaired surrogate. */
    void put(String text, Escapes escapes) {
        long count = Utf8.length(text);
        reserve((int) Math.min(count, Integer.MAX_VALUE));
        int at = length;
        length += Utf8.encode(text, MemorySegment.ofArray(bytes), at);
        if (escapes == Escapes.JSON) {
            escape(at);
        }
    }

    /**
     * Reads a string from BINARY and appends it without quotes. The strings of most messages are ASCII without
     * characters to escape, so they are only copied.
     *
     * @return false if it is null; then nothing has been appended
     */
    boolean putString(BinaryInput in, Escapes escapes) {
        int count = in.readStringLength();
        if (count < 0) {
            return false;
        }
        reserve(count + Long.BYTES);
        int at = length;
        in.readTo(bytes, at, count);
        length = at + count;
        if (!isAscii(at)) {
            in.rewind(in.offset() - count);
            in.skipText(count);
        }
        if (escapes == Escapes.JSON) {
            escape(at);
        }
        return true;
    }

    /** Returns whether the last character is this one. */
    boolean endsWith(char ascii) {
        return length > 0 && bytes[length - 1] == ascii;
    }

    /** Doubles the character at a position if it is this one. */
    void doubleFirst(char ascii, int at) {
        if (at < length && bytes[at] == ascii) {
            reserve(1);
            System.arraycopy(bytes, at, bytes, at + 1, length++ - at);
        }
    }

    /** Removes the quotes around the text from a position on, if there are any. */
    void unquote(int from) {
        if (bytes[from] == '"') {
            length -= 2;
            System.arraycopy(bytes, from + 1, bytes, from, length - from);
        }
    }

    private boolean isAscii(int from) {
        int i = from;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            if (((long) LONG.get(bytes, i) & HIGH) != 0) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Escapes the text from {@code from} on. */
    private void escape(int from) {
        int first = firstToEscape(from);
        if (first == length) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(bytes, first, length);
        length = first;
        for (int i = 0; i < rest.length; i++) {
            byte b = rest[i];
            reserve(6);
            if (mustEscape(b)) {
                putEscaped(b);
            } else if (isHidden(rest, i)) {
                char unit = unit(rest, i);
                putEscape(unit);
                i += unit < 0x800 ? 1 : 2;
            } else {
                bytes[length++] = b;
            }
        }
    }

    private int firstToEscape(int from) {
        int i = from;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            long word = (long) LONG.get(bytes, i);
            long quote = word ^ EACH * '"';
            long backslash = word ^ EACH * '\\';
            // each term has the high bit of a byte set if the byte of the word is below the bound, equal, or not ASCII
            long special =
                    word | (word - EACH * 0x20 & ~word) | (quote - EACH & ~quote) | (backslash - EACH & ~backslash);
            if ((special & HIGH) != 0) {
                break;
            }
        }
        while (i < length && !mustEscape(bytes[i]) && !isHidden(bytes, i)) {
            i++;
        }
        return i;
    }

    private static boolean mustEscape(byte b) {
        return b == '"' || b == '\\' || (b >= 0 && b < 0x20);
    }

    /** Returns whether a character up to U+FFFF that cannot be seen begins at a position of valid UTF-8. */
    private static boolean isHidden(byte[] utf8, int at) {
        int lead = utf8[at] & 0xFF;
        if (lead < 0xC2 || lead >= 0xF0) {
            return false;
        }
        char c = unit(utf8, at);
        return c < 0xA0 || Character.getType(c) == Character.FORMAT;
    }

    /** Returns the character of two or three bytes at a position. */
    private static char unit(byte[] utf8, int at) {
        int lead = utf8[at] & 0xFF;
        int second = utf8[at + 1] & 0x3F;
        return (char) (lead < 0xE0 ? (lead & 0x1F) << 6 | second : lead << 12 | second << 6 | (utf8[at + 2] & 0x3F));
    }

    /** Returns whether the text from a position on needs quotes in CSV. */
    boolean needsQuotes(int from) {
        int i = from;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            long word = (long) LONG.get(bytes, i);
            // characters that need quotes are below the minus sign, as few other characters are
            if ((word - EACH * '-' & ~word & HIGH) != 0 && needsQuotes(i, i + Long.BYTES)) {
                return true;
            }
        }
        return needsQuotes(i, length) || bytes[from] == ' ' || bytes[length - 1] == ' ';
    }

    private boolean needsQuotes(int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (b == ',' || b == '"' || b == '\n' || b == '\r') {
                return true;
            }
        }
        return false;
    }

    /** Adds quotes around the text from a position on, and doubles those in it, as CSV requires. */
    void quote(int from) {
        byte[] inner = Arrays.copyOfRange(bytes, from, length);
        length = from;
        put('"');
        for (byte b : inner) {
            reserve(2);
            if (b == '"') {
                bytes[length++] = '"';
            }
            bytes[length++] = b;
        }
        put('"');
    }

    private void putEscaped(byte b) {
        char letter = switch (b) {
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case '"', '\\' -> (char) b;
            default -> 0;
        };
        if (letter == 0) {
            putEscape((char) b);
        } else {
            bytes[length++] = '\\';
            bytes[length++] = (byte) letter;
        }
    }

    private void putEscape(char unit) {
        reserve(6);
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[unit >>> shift & 0xF];
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, java.nio.charset.StandardCharsets.UTF_8);
    }
}
