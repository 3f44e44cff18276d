package io.millrace.fix;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A view of the bytes of one message, driven by a dictionary. It is used again for message after message and allocates
 * nothing once its tables have grown to the largest message.
 *
 * <p>{@link #parse} notes where each field is; the bytes must not change while the view is used. Fields of the message
 * itself are found by their tag, never inside groups. {@link #group} returns a cursor over the entries of a group,
 * and the cursor returns those of the groups in its entry; there is one cursor for each depth, so that a cursor is
 * valid until the next one of its depth is asked for. A message may be used by one thread at a time.
 *
 * <p>The depth of a field is 0 in the message itself, 1 in an entry of a group, 2 in a group in that, and so on. It is
 * found by one walk, and only for messages that have the counter of a group.
 */
public final class FixMessage {

    /** The deepest group that dictionaries may have. */
    static final int DEEPEST_GROUP = 12;

    /** Returned where there is no field. */
    static final int ABSENT = -1;

    static final int MOST_FIELDS = 1 << 17;

    private static final int FIRST_FIELDS = 64;
    private static final int MOST_TAG_DIGITS = 9;
    private static final int CHECKSUM_BYTES = 7;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;
    private static final int MOST_LANE_BYTES = 512;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** A separator, the byte 1, in each byte. */
    private static final long SEPARATORS = FixText.SOH * ONES;

    private byte[] bytes = new byte[0];
    private int offset;
    private int end;
    private int[] tags = new int[FIRST_FIELDS];
    private int[] starts = new int[FIRST_FIELDS];
    private int[] ends = new int[FIRST_FIELDS];
    private byte[] depths = new byte[FIRST_FIELDS];
    private int size;
    private boolean grouped;
    private FixDictionary dictionary;
    private FixMessageType type;
    private final GroupWalk walk = new GroupWalk(this);
    private final FixEntries[] cursors = new FixEntries[DEEPEST_GROUP + 1];

    /** Whether {@link #parse} compares the checksum. */
    public enum Checksum {
        /** A wrong checksum makes the message garbled. */
        CHECKED,
        /** The checksum may be any three digits. */
        NOT_CHECKED
    }

    /** Creates a view of nothing. */
    public FixMessage() {
        for (int depth = 1; depth <= DEEPEST_GROUP; depth++) {
            cursors[depth] = new FixEntries(this, depth);
        }
    }

    /** Parses a message with its checksum compared; see {@link #parse(byte[], int, int, FixDictionary, Checksum)}. */
    public FixFault parse(byte[] source, int from, int length, FixDictionary by) {
        return parse(source, from, length, by, Checksum.CHECKED);
    }

    /**
     * Parses one whole message. After any fault but {@link FixFault#NONE} the fields before the fault can be asked for.
     *
     * @param from offset of the first byte, which is that of BeginString (8)
     * @param length bytes up to the separator after CheckSum (10)
     */
    public FixFault parse(byte[] source, int from, int length, FixDictionary by, Checksum checksum) {
        java.util.Objects.checkFromIndexSize(from, length, source.length);
        bytes = source;
        offset = from;
        end = from + length;
        size = 0;
        grouped = false;
        dictionary = by;
        type = null;
        FixFault fault = parseFields();
        if (size > 2 && tags[2] == FixTags.MSG_TYPE) {
            type = by.message(bytes, starts[2], ends[2]);
        }
        if (fault == FixFault.NONE) {
            fault = checkFrame(checksum);
        }
        if (grouped) {
            walk.run();
        }
        return fault;
    }

    private FixFault parseFields() {
        byte[] text = bytes; // locals, since the compiler does not keep fields in registers over these loops
        int stopAt = end;
        int at = offset;
        while (at < stopAt) {
            int tag = 0;
            int first = at;
            boolean negative = text[at] == '-';
            if (negative) {
                at++;
            }
            int digits = at;
            while (at < stopAt && text[at] >= '0' && text[at] <= '9' && at - digits < MOST_TAG_DIGITS) {
                tag = tag * 10 + (text[at++] - '0');
            }
            if (at == digits || at == stopAt || text[at] != '=') {
                return FixFault.TAG;
            }
            int start = ++at;
            int marks = negative ? 0 : dictionary.marksOf(tag);
            int stop = (marks & FixDictionary.DATA) == 0 ? endOfText(start) : endOfData(start);
            if (stop < 0) {
                return size < 2 || first == offset ? FixFault.TRAILER : faultOfEnd(marks);
            }
            if (size == MOST_FIELDS) {
                return FixFault.FIELDS;
            }
            add(negative ? -tag : tag, start, stop);
            grouped |= (marks & FixDictionary.COUNTER) != 0;
            at = stop + 1;
        }
        return FixFault.NONE;
    }

    private static FixFault faultOfEnd(int marks) {
        return (marks & FixDictionary.DATA) != 0 ? FixFault.DATA_LENGTH : FixFault.TRAILER;
    }

    /** Returns where the next separator is; eight bytes are compared at once (Mycroft's test for a zero byte). */
    private int endOfText(int start) {
        byte[] text = bytes;
        int i = start;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            long word = (long) WORDS.get(text, i) ^ SEPARATORS;
            long found = (word - ONES) & ~word & HIGH_BITS;
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; i < end; i++) {
            if (text[i] == FixText.SOH) {
                return i;
            }
        }
        return ABSENT;
    }

    /** Returns where a data field ends, as the field before it says; without such a field at the next separator. */
    private int endOfData(int start) {
        if (size == 0 || !FixText.isInteger(bytes, starts[size - 1], ends[size - 1])) {
            return endOfText(start);
        }
        FixField before = dictionary.field(tags[size - 1]);
        if (before == null || (before.type() != FixType.COUNT && before.type() != FixType.INT)) {
            return endOfText(start);
        }
        long stop = start + FixText.parse(bytes, starts[size - 1], ends[size - 1]);
        return stop < start || stop >= end || bytes[(int) stop] != FixText.SOH ? ABSENT : (int) stop;
    }

    private void add(int tag, int start, int stop) {
        if (size == tags.length) {
            tags = Arrays.copyOf(tags, size * 2);
            starts = Arrays.copyOf(starts, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
            depths = Arrays.copyOf(depths, size * 2);
        }
        tags[size] = tag;
        starts[size] = start;
        ends[size] = stop;
        depths[size++] = 0;
    }

    private FixFault checkFrame(Checksum checksum) {
        if (size < 4
                || tags[0] != FixTags.BEGIN_STRING
                || tags[1] != FixTags.BODY_LENGTH
                || tags[2] != FixTags.MSG_TYPE) {
            return FixFault.FIRST_FIELDS;
        }
        if (tags[size - 1] != FixTags.CHECK_SUM || end - ends[1] < CHECKSUM_BYTES + 1 || !isChecksum()) {
            return FixFault.TRAILER;
        }
        if (!FixText.isInteger(bytes, starts[1], ends[1])
                || FixText.parse(bytes, starts[1], ends[1]) != end - CHECKSUM_BYTES - (ends[1] + 1)) {
            return FixFault.BODY_LENGTH;
        }
        if (checksum == Checksum.CHECKED
                && FixText.parse(bytes, starts[size - 1], ends[size - 1]) != sum(bytes, offset, end - CHECKSUM_BYTES)) {
            return FixFault.CHECKSUM;
        }
        return FixFault.NONE;
    }

    private boolean isChecksum() {
        int start = starts[size - 1];
        return ends[size - 1] - start == 3
                && FixText.isDigit(bytes[start])
                && FixText.isDigit(bytes[start + 1])
                && FixText.isDigit(bytes[start + 2]);
    }

    /**
     * Returns the sum of bytes modulo 256. Four sums of 16 bits run side by side in one word, and are added up before
     * one of them can overflow.
     */
    static int sum(byte[] bytes, int from, int to) {
        int sum = 0;
        int i = from;
        while (to - i >= Long.BYTES) {
            long lanes = 0;
            int stop = Math.min(to - Long.BYTES, i + MOST_LANE_BYTES - Long.BYTES);
            for (; i <= stop; i += Long.BYTES) {
                long word = (long) WORDS.get(bytes, i);
                lanes += (word & EVEN_BYTES) + ((word >>> Byte.SIZE) & EVEN_BYTES);
            }
            sum += (int) (lanes + (lanes >>> 16) + (lanes >>> 32) + (lanes >>> 48));
        }
        for (; i < to; i++) {
            sum += bytes[i];
        }
        return sum & 0xFF;
    }

    /** Returns the bytes that the view is over. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the offset of the first byte of the message. */
    public int offset() {
        return offset;
    }

    /** Returns the number of bytes of the message. */
    public int length() {
        return end - offset;
    }

    /** Returns what the dictionary knows about the message, or null if it has no such message. */
    public FixMessageType type() {
        return type;
    }

    /** Returns whether MsgType (35) is this one. */
    public boolean isType(String msgType) {
        int length = msgType.length();
        if (size < 3 || tags[2] != FixTags.MSG_TYPE || ends[2] - starts[2] != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[starts[2] + i] != msgType.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of fields, those of header, groups and trailer included. */
    public int size() {
        return size;
    }

    /** Returns the tag of a field; {@code field} is from 0 to {@link #size()} - 1, in the order of the bytes. */
    public int tag(int field) {
        return tags[field];
    }

    /** Returns the offset of the value of a field. */
    public int start(int field) {
        return starts[field];
    }

    /** Returns the offset after the value of a field. */
    public int end(int field) {
        return ends[field];
    }

    /** Returns in how many groups a field is. */
    public int depth(int field) {
        return depths[field];
    }

    /** Returns the first field of the message itself that has a tag, or -1. */
    public int find(int tag) {
        return find(tag, 0, size, 0);
    }

    int find(int tag, int from, int to, int depth) {
        for (int i = from; i < to; i++) {
            if (tags[i] == tag && depths[i] == depth) {
                return i;
            }
        }
        return ABSENT;
    }

    void depth(int field, int depth) {
        depths[field] = (byte) depth;
    }

    /** Returns whether the message itself has a field, perhaps an empty one. */
    public boolean has(int tag) {
        return find(tag) != ABSENT;
    }

    /**
     * Returns the value of a field of the message itself.
     *
     * @throws FixValueException if the field is missing or not a whole number
     */
    public long longValue(int tag) {
        return longAt(find(tag), tag);
    }

    /** Returns the value of a field, or {@code otherwise} if it is missing or not a whole number. */
    public long longValue(int tag, long otherwise) {
        int field = find(tag);
        return field != ABSENT && FixText.isInteger(bytes, starts[field], ends[field])
                ? FixText.parse(bytes, starts[field], ends[field])
                : otherwise;
    }

    /**
     * Returns a decimal number times ten to the power of {@code decimals}, exactly: with 4 decimals, 1.5 is 15,000.
     *
     * @param decimals from 0 to 18
     * @throws FixValueException if the field is missing, is no decimal number, has more decimals, or does not fit
     */
    public long decimalValue(int tag, int decimals) {
        return decimalAt(find(tag), tag, decimals);
    }

    /**
     * Returns the first character of a field of the message itself.
     *
     * @throws FixValueException if the field is missing or empty
     */
    public char charValue(int tag) {
        return charAt(find(tag), tag);
    }

    /** Returns whether a field is {@code Y}. */
    public boolean isYes(int tag) {
        int field = find(tag);
        return field != ABSENT && ends[field] - starts[field] == 1 && bytes[starts[field]] == 'Y';
    }

    /** Returns a field as text, in ISO 8859-1, or null if it is missing; this allocates. */
    public String text(int tag) {
        return textAt(find(tag));
    }

    /** Returns a timestamp in nanoseconds since 1970, or {@link FixTime#NONE} if there is none. */
    public long timestampValue(int tag) {
        int field = find(tag);
        return field == ABSENT ? FixTime.NONE : FixTime.parseTimestamp(bytes, starts[field], ends[field]);
    }

    /** Returns whether a field of the message itself has exactly these bytes. */
    public boolean valueEquals(int tag, byte[] value) {
        int field = find(tag);
        return field != ABSENT && FixText.equal(bytes, starts[field], ends[field], value);
    }

    /** Returns a cursor before the first entry of a group of the message itself; without entries if there is none. */
    public FixEntries group(int counterTag) {
        return cursors[1].start(find(counterTag), size);
    }

    FixEntries cursor(int depth, int counter, int to) {
        return cursors[depth].start(counter, to);
    }

    FixDictionary dictionary() {
        return dictionary;
    }

    /** Returns what the walk over the groups found wrong. */
    GroupWalk groups() {
        return walk;
    }

    boolean isGrouped() {
        return grouped;
    }

    long longAt(int field, int tag) {
        if (field == ABSENT || !FixText.isInteger(bytes, starts[field], ends[field])) {
            throw FixValueException.of("is missing or not a whole number", this, field, tag);
        }
        return FixText.parse(bytes, starts[field], ends[field]);
    }

    long decimalAt(int field, int tag, int decimals) {
        java.util.Objects.checkIndex(decimals, FixDecimal.MOST_PLACES + 1);
        if (field == ABSENT || !FixText.isDecimal(bytes, starts[field], ends[field])) {
            throw FixValueException.of("is missing or not a decimal number", this, field, tag);
        }
        long value = FixDecimal.parse(bytes, starts[field], ends[field], decimals);
        if (value == FixDecimal.NONE) {
            throw FixValueException.of("does not fit into decimals=" + decimals, this, field, tag);
        }
        return value;
    }

    char charAt(int field, int tag) {
        if (field == ABSENT || starts[field] == ends[field]) {
            throw FixValueException.of("is missing or empty", this, field, tag);
        }
        return (char) (bytes[starts[field]] & 0xFF);
    }

    String textAt(int field) {
        return field == ABSENT ? null : FixText.latin(bytes, starts[field], ends[field]);
    }

    /** Returns the message with bars for separators; this allocates. */
    @Override
    public String toString() {
        return FixText.latin(bytes, offset, end).replace((char) FixText.SOH, '|');
    }
}
