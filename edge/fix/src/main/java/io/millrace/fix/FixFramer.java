package io.millrace.fix;

import java.util.Arrays;

/**
 * Finds messages in a stream of bytes. A message begins with {@code 8=FIX} and a field {@code 9=}, and ends where
 * BodyLength says; a message that does not end there is garbled, and the search continues after that position, as the
 * reference implementations do. Memory is bounded by the longest message; one thread at a time may use a framer.
 */
public final class FixFramer {

    /** What {@link #next} has found. */
    public enum Result {
        /** More bytes are needed. */
        INCOMPLETE,
        /** A message, from {@link FixFramer#offset()}. */
        MESSAGE,
        /** Bytes that begin like a message and are none; they are skipped. */
        GARBLED,
        /** A message that is longer than allowed; the stream cannot be read further. */
        TOO_LONG
    }

    private static final byte[] BEGIN = FixText.bytes("8=FIX");
    private static final int LONGEST_BEGIN = 16;
    private static final int LONGEST_LENGTH = 9;
    private static final int TRAILER_BYTES = 7;
    private static final int FIRST_BYTES = 4096;

    private int longest;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int from;
    private int to;
    private int offset;
    private int length;
    private long stated;

    /** Creates a framer for messages of up to {@code longest} bytes, from 64 to 256 MiB. */
    public FixFramer(int longest) {
        this.longest = checked(longest);
    }

    private static int checked(int longest) {
        if (longest < 64 || longest > 1 << 28) {
            throw new IllegalArgumentException("the longest message is out of range longest=" + longest);
        }
        return longest;
    }

    /** Allows longer messages from now on; a shorter length than before changes nothing. */
    public void allow(int bytesOfMessage) {
        longest = Math.max(longest, checked(bytesOfMessage));
    }

    /** Forgets all bytes. */
    public void clear() {
        from = 0;
        to = 0;
    }

    /** Returns how many bytes can be added now; at least one after {@link #next} has returned {@code INCOMPLETE}. */
    public int free() {
        return longest + LONGEST_BEGIN + LONGEST_LENGTH - (to - from);
    }

    /** Adds bytes of the stream, at most {@link #free()}. */
    public void add(byte[] source, int start, int count) {
        java.util.Objects.checkFromIndexSize(start, count, source.length);
        if (count > free()) {
            throw new IllegalArgumentException("more bytes than are free count=" + count + " free=" + free());
        }
        if (to + count > bytes.length) {
            System.arraycopy(bytes, from, bytes, 0, to - from);
            to -= from;
            from = 0;
            if (to + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, to + count));
            }
        }
        System.arraycopy(source, start, bytes, to, count);
        to += count;
    }

    /** Looks for the next message; the bytes of the one before are given up. */
    public Result next() {
        int begin = findBegin();
        if (begin < 0) {
            return Result.INCOMPLETE;
        }
        from = begin;
        int at = begin + BEGIN.length;
        while (at < to && bytes[at] != FixText.SOH) {
            if (at - begin > LONGEST_BEGIN) {
                return skip(at);
            }
            at++;
        }
        if (at + 2 >= to) {
            return Result.INCOMPLETE;
        }
        if (bytes[at + 1] != '9' || bytes[at + 2] != '=') {
            return skip(at);
        }
        return body(at + 3);
    }

    private Result body(int start) {
        int at = start;
        stated = 0;
        while (at < to && FixText.isDigit(bytes[at])) {
            if (at - start == LONGEST_LENGTH) {
                return skip(at);
            }
            stated = stated * 10 + (bytes[at++] - '0');
        }
        if (at == to) {
            return Result.INCOMPLETE;
        }
        if (bytes[at] != FixText.SOH || at == start) {
            return skip(at);
        }
        long end = at + 1 + stated + TRAILER_BYTES;
        if (end - from > longest) {
            return Result.TOO_LONG;
        }
        int trailer = (int) end - TRAILER_BYTES;
        if (end > to) {
            return Result.INCOMPLETE;
        }
        boolean whole = bytes[trailer - 1] == FixText.SOH
                && bytes[trailer] == '1'
                && bytes[trailer + 1] == '0'
                && bytes[trailer + 2] == '='
                && bytes[trailer + 6] == FixText.SOH;
        if (!whole) {
            return skip(trailer);
        }
        offset = from;
        length = (int) end - from;
        from = (int) end;
        return Result.MESSAGE;
    }

    private int findBegin() {
        for (int i = from; i + BEGIN.length <= to; i++) {
            if (bytes[i] == '8' && Arrays.equals(bytes, i, i + BEGIN.length, BEGIN, 0, BEGIN.length)) {
                return i;
            }
        }
        from = Math.max(from, to - BEGIN.length + 1);
        return FixMessage.ABSENT;
    }

    private Result skip(int position) {
        from = position;
        return Result.GARBLED;
    }

    /** Returns the buffer, which is replaced when it grows. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the offset of the message that was found; valid until bytes are added. */
    public int offset() {
        return offset;
    }

    /** Returns the number of bytes of the message that was found. */
    public int length() {
        return length;
    }

    /** Returns the BodyLength of a message that is too long. */
    public long statedLength() {
        return stated;
    }
}
