package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.Utf8;
import io.millrace.wire.WireFormatException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * The text of one message as UTF-8 while it is read, and the position up to which it has been read. A zero follows its
 * end, which is not a character of any text, so that a loop over characters stops there. One thread at a time.
 */
final class Utf8Input {
    private static final int INITIAL = 512;
    private static final int MAX_BYTES = Integer.MAX_VALUE - 64;
    /** Larger arrays are not kept for the next message. */
    private static final int MAX_KEPT = 1 << 16;

    byte[] bytes = new byte[INITIAL];
    int at;
    int end;

    private byte[] zoneName = {};
    private ZoneId zone;

    /** Starts with the rest of the input, and moves the input to its end. */
    void fill(BinaryInput in) {
        int length = in.remaining();
        room(length);
        in.readTo(bytes, 0, length);
        begin(length);
    }

    /** Starts with a text; false if it has half of a surrogate pair, which has no UTF-8, or is too long. */
    boolean fill(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return fillAny(text);
            }
            bytes[i] = (byte) c;
        }
        begin(text.length());
        return true;
    }

    private boolean fillAny(String text) {
        try {
            long length = Utf8.length(text);
            if (length > MAX_BYTES) {
                return false;
            }
            room((int) length);
            begin(Utf8.encode(text, MemorySegment.ofArray(bytes), 0));
            return true;
        } catch (WireFormatException _) {
            return false;
        }
    }

    private void room(int length) {
        if (bytes.length <= length || (bytes.length > MAX_KEPT && length < MAX_KEPT)) {
            bytes = new byte[Math.max(length + 1, INITIAL)];
        }
    }

    private void begin(int length) {
        bytes[length] = 0;
        at = 0;
        end = length;
    }

    /** Returns the character at the position, or 0 at the end. */
    byte peek() {
        return bytes[at];
    }

    /** Skips this character, if it is the next; returns whether it was. */
    boolean skip(char ascii) {
        if (bytes[at] != ascii) {
            return false;
        }
        at++;
        return true;
    }

    /** Skips these bytes, if they are the next; returns whether they were. */
    boolean skip(byte[] expected) {
        boolean found = end - at >= expected.length && equals(at, expected);
        if (found) {
            at += expected.length;
        }
        return found;
    }

    /** Compares bytes with as many at a position, which has at least so many. */
    private boolean equals(int from, byte[] expected) {
        return Arrays.equals(bytes, from, from + expected.length, expected, 0, expected.length);
    }

    /** Returns the index of the text that equals the one between these positions, or -1. */
    int indexOf(byte[][] texts, int from, int to) {
        for (int i = 0; i < texts.length; i++) {
            if (texts[i].length == to - from && equals(from, texts[i])) {
                return i;
            }
        }
        return -1;
    }

    /** Skips the blanks of JSON, which include line breaks. */
    void skipBlanks() {
        while (bytes[at] <= ' ' && bytes[at] > 0 && isBlank(bytes[at])) {
            at++;
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** Returns the number of spaces at the beginning of the line at the position, or -1 at the end of the text. */
    int indentation() {
        if (at == end) {
            return -1;
        }
        int i = at;
        while (bytes[i] == ' ') {
            i++;
        }
        return i - at;
    }

    /** Returns the position after the well-formed UTF-8 character that begins here and is not ASCII, or -1. */
    int wide(int from) {
        int i = from;
        while (bytes[i] < 0) {
            int size = Utf8.sequence(bytes, i, end);
            if (size == 0) {
                return -1;
            }
            i += size;
        }
        return i;
    }

    String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /**
     * Returns the zone of a name, cached since texts repeat their zones; throws {@link java.time.DateTimeException} if
     * there is none.
     */
    ZoneId zone(int from, int to) {
        if (zone == null || !Arrays.equals(bytes, from, to, zoneName, 0, zoneName.length)) {
            zone = ZoneId.of(text(from, to));
            zoneName = Arrays.copyOfRange(bytes, from, to);
        }
        return zone;
    }
}
