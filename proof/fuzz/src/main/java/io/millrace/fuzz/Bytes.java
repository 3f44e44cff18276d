package io.millrace.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Joins and splits arrays of bytes. */
final class Bytes {
    private Bytes() {}

    static byte[] join(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] joined = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, joined, at, part.length);
            at += part.length;
        }
        return joined;
    }

    /** Returns a copy in which each occurrence of some bytes is replaced by others. */
    static byte[] replace(byte[] input, byte[] from, byte[] to) {
        ByteArrayOutputStream replaced = new ByteArrayOutputStream(input.length);
        int at = 0;
        while (at < input.length) {
            boolean isFound = at + from.length <= input.length
                    && Arrays.equals(input, at, at + from.length, from, 0, from.length);
            if (isFound) {
                replaced.writeBytes(to);
                at += from.length;
            } else {
                replaced.write(input[at++]);
            }
        }
        return replaced.toByteArray();
    }

    /** Returns two bytes of length, then the part. */
    static byte[] counted(byte[] part) {
        return join(new byte[] {(byte) part.length, (byte) (part.length >> 8)}, part);
    }

    /** Returns the length of a counted part at the beginning, but not more than the remaining bytes. */
    static int counted(byte[] input, int most) {
        int length = input.length < 2 ? 0 : (input[0] & 0xFF) | (input[1] & 0xFF) << 8;
        return Math.max(-2, Math.min(length, most));
    }
}
