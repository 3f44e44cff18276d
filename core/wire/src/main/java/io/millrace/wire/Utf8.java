package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: unpaired surrogates are not encoded, overlong or truncated sequences are not accepted. */
public final class Utf8 {
    private static final byte[] NOTHING = {};

    private Utf8() {}

    /** Returns the encoded length in bytes; throws {@link WireFormatException} for an unpaired surrogate. */
    public static long length(CharSequence text) {
        int chars = text.length();
        long bytes = chars;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes++;
                if (c >= 0x800) {
                    bytes++;
                    if (Character.isSurrogate(c)) {
                        requirePair(text, i);
                        i++;
                        // A pair takes four bytes: its two chars and the two increments.
                    }
                }
            }
        }
        return bytes;
    }

    /** Encodes from {@code offset} on and returns the number of bytes; the caller has reserved the space. */
    public static int encode(CharSequence text, MemorySegment segment, long offset) {
        int chars = text.length();
        long p = offset;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                MemoryAccess.setByte(segment, p++, (byte) c);
            } else if (c < 0x800) {
                MemoryAccess.setByte(segment, p++, (byte) (0xC0 | c >>> 6));
                MemoryAccess.setByte(segment, p++, continuation(c));
            } else if (!Character.isSurrogate(c)) {
                MemoryAccess.setByte(segment, p++, (byte) (0xE0 | c >>> 12));
                MemoryAccess.setByte(segment, p++, continuation(c >>> 6));
                MemoryAccess.setByte(segment, p++, continuation(c));
            } else {
                requirePair(text, i);
                int point = Character.codePointAt(text, i++);
                MemoryAccess.setByte(segment, p++, (byte) (0xF0 | point >>> 18));
                MemoryAccess.setByte(segment, p++, continuation(point >>> 12));
                MemoryAccess.setByte(segment, p++, continuation(point >>> 6));
                MemoryAccess.setByte(segment, p++, continuation(point));
            }
        }
        return (int) (p - offset);
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    private static void requirePair(CharSequence text, int index) {
        boolean pair = Character.isHighSurrogate(text.charAt(index))
                && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1));
        if (!pair) {
            throw new WireFormatException("an unpaired surrogate cannot be encoded in UTF-8 char=U+"
                    + Integer.toHexString(text.charAt(index)) + " index=" + index);
        }
    }

    /** Decodes a string. Offsets in errors count from {@code start}, where the message begins. */
    static String decode(MemorySegment segment, long offset, int length, long start) {
        byte[] bytes = length == 0 ? NOTHING : new byte[length];
        MemoryAccess.copy(segment, offset, bytes, 0, length);
        int valid = 0;
        while (valid < length && bytes[valid] >= 0) {
            valid++;
        }
        if (valid == length) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        while (valid < length) {
            int size = sequence(bytes, valid, length);
            if (size == 0) {
                throw new WireFormatException("this is not UTF-8 byte=0x" + Integer.toHexString(bytes[valid] & 0xFF)
                        + " offset=" + (offset - start + valid));
            }
            valid += size;
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the size of the well-formed sequence at {@code i}, or 0 if there is none (Unicode, table 3-7). */
    public static int sequence(byte[] bytes, int i, int end) {
        int first = bytes[i] & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        int size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (end - i < size) {
            return 0;
        }
        int second = bytes[i + 1] & 0xFF;
        int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < least || second > most) {
            return 0;
        }
        for (int k = 2; k < size; k++) {
            if ((bytes[i + k] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return size;
    }
}
