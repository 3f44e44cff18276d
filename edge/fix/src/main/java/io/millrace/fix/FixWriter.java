package io.millrace.fix;

import java.util.Arrays;

/**
 * Writes messages, and is used again for each; it allocates nothing once its buffer has grown to the largest one.
 *
 * <p>An application writes the type, then fields of the header that it wants to add, then the body:
 * {@code writer.start("D").put(115, "DESK").body().put(11, "17").put(54, '1')}. A group is its counter followed by the
 * fields of its entries. The session adds the rest of the header, the length and the checksum. A tool that needs a
 * whole message calls {@link #finish}. One thread at a time may use a writer.
 */
public final class FixWriter {

    /** Space for BeginString and BodyLength, which are put in front when the length is known. */
    static final int RESERVED = 48;

    private static final int FIRST_BYTES = 512;
    private static final int MOST_BYTES = 1 << 28;
    private static final int TRAILER_BYTES = 7;
    private static final int DATE_BYTES = 8;
    private static final long FIRST_DAY = -719_528;
    private static final long DAYS = 3_652_425;
    private static final long DAY_NS = 86_400_000_000_000L;

    /** The tags below 64 that a session writes itself. */
    private static final long SESSION_TAGS = 1L << FixTags.BEGIN_STRING
            | 1L << FixTags.BODY_LENGTH
            | 1L << FixTags.CHECK_SUM
            | 1L << FixTags.MSG_SEQ_NUM
            | 1L << FixTags.MSG_TYPE
            | 1L << FixTags.POSS_DUP_FLAG
            | 1L << FixTags.SENDER_COMP_ID
            | 1L << FixTags.SENDING_TIME
            | 1L << FixTags.TARGET_COMP_ID;

    private byte[] bytes = new byte[FIRST_BYTES];
    private String msgType = "";
    private int at = RESERVED;
    private int body = RESERVED;
    private int first = RESERVED;

    /** Where the value of the first field is that a session writes itself, and its tag; 0 while there is none. */
    private int sessionValue;

    private int sessionTag;

    /** Creates an empty writer. */
    public FixWriter() {}

    /**
     * Begins a message, which takes away the one before; what is written next are fields of the header.
     *
     * @throws IllegalArgumentException if the type is empty, or has the separator or characters not of ISO 8859-1
     */
    public FixWriter start(String type) {
        if (type.isEmpty()) {
            throw new IllegalArgumentException("a field cannot be empty tag=" + FixTags.MSG_TYPE);
        }
        for (int i = 0; i < type.length(); i++) {
            checked(FixTags.MSG_TYPE, type.charAt(i));
        }
        msgType = type;
        sessionTag = 0;
        at = RESERVED;
        body = RESERVED;
        first = RESERVED;
        return this;
    }

    /** Ends the fields of the header; what is written next is the body. */
    public FixWriter body() {
        body = at;
        return this;
    }

    /** Writes a whole number. */
    public FixWriter put(int tag, long value) {
        begin(tag, FixText.length(value));
        at = FixText.write(bytes, at, value);
        bytes[at++] = FixText.SOH;
        return this;
    }

    /** Writes a character, which must be of ISO 8859-1 and not the separator. */
    public FixWriter put(int tag, char value) {
        begin(tag, 1);
        bytes[at++] = checked(tag, value);
        bytes[at++] = FixText.SOH;
        return this;
    }

    /**
     * Writes text, which must be of ISO 8859-1 and without the separator. Text in another character set is written as
     * bytes.
     *
     * @throws IllegalArgumentException if it is empty or has other characters
     */
    public FixWriter put(int tag, CharSequence value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("a field cannot be empty tag=" + tag);
        }
        begin(tag, value.length());
        for (int i = 0; i < value.length(); i++) {
            bytes[at++] = checked(tag, value.charAt(i));
        }
        bytes[at++] = FixText.SOH;
        return this;
    }

    /** Writes bytes as they are; only a data field, after the field with its length, may hold the separator. */
    public FixWriter put(int tag, byte[] value, int from, int length) {
        java.util.Objects.checkFromIndexSize(from, length, value.length);
        if (length == 0) {
            throw new IllegalArgumentException("a field cannot be empty tag=" + tag);
        }
        begin(tag, length);
        System.arraycopy(value, from, bytes, at, length);
        at += length;
        bytes[at++] = FixText.SOH;
        return this;
    }

    /**
     * Writes a decimal number, {@code value} divided by ten to the power of {@code decimals}, without needless zeros.
     */
    public FixWriter putDecimal(int tag, long value, int decimals) {
        java.util.Objects.checkIndex(decimals, FixDecimal.MOST_PLACES + 1);
        begin(tag, FixDecimal.MOST_PLACES + 4);
        at = FixDecimal.write(bytes, at, value, decimals);
        bytes[at++] = FixText.SOH;
        return this;
    }

    /** Writes {@code Y} or {@code N}. */
    public FixWriter putBoolean(int tag, boolean value) {
        return put(tag, value ? 'Y' : 'N');
    }

    /** Writes a timestamp, nanoseconds since 1970. */
    public FixWriter putTimestamp(int tag, long timeNs, FixTime.Precision precision) {
        begin(tag, precision.timestampBytes());
        at = FixTime.writeTimestamp(bytes, at, timeNs, precision);
        bytes[at++] = FixText.SOH;
        return this;
    }

    /**
     * Writes a date.
     *
     * @param epochDay days since 1970, from the year 0 to 9999
     */
    public FixWriter putDate(int tag, long epochDay) {
        begin(tag, DATE_BYTES);
        at = FixTime.writeDate(bytes, at, java.util.Objects.checkIndex(epochDay - FIRST_DAY, DAYS) + FIRST_DAY);
        bytes[at++] = FixText.SOH;
        return this;
    }

    /** Writes a time of day in UTC, in nanoseconds. */
    public FixWriter putTime(int tag, long nanosOfDay, FixTime.Precision precision) {
        begin(tag, precision.timestampBytes());
        at = FixTime.writeTime(bytes, at, java.util.Objects.checkIndex(nanosOfDay, DAY_NS), precision);
        bytes[at++] = FixText.SOH;
        return this;
    }

    /** Copies a field of a message. */
    public FixWriter copy(FixMessage message, int field) {
        int length = message.end(field) - message.start(field);
        begin(message.tag(field), length);
        System.arraycopy(message.bytes(), message.start(field), bytes, at, length);
        at += length;
        bytes[at++] = FixText.SOH;
        return this;
    }

    /**
     * Makes a whole message of what was written, where MsgType (35) is put in front of the header. It is in
     * {@link #bytes()} from {@link #offset()}, {@link #length()} bytes.
     */
    public FixWriter finish(String beginString) {
        int typeBytes = msgType.length() + 4;
        int length = at - RESERVED + typeBytes;
        int digits = FixText.length(length);
        int head = 2 + beginString.length() + 1 + 2 + digits + 1 + typeBytes;
        if (head > RESERVED) {
            throw new IllegalArgumentException(
                    "begin string and type are too long beginString=" + beginString + " msgType=" + msgType);
        }
        first = RESERVED - head;
        int to = field(first, '8', beginString);
        bytes[to++] = '9';
        bytes[to++] = '=';
        to = FixText.write(bytes, to, length);
        bytes[to++] = FixText.SOH;
        bytes[to++] = '3';
        field(to, '5', msgType);
        ensure(TRAILER_BYTES);
        int sum = FixMessage.sum(bytes, first, at);
        bytes[at++] = '1';
        bytes[at++] = '0';
        bytes[at++] = '=';
        at = FixText.writeDigits(bytes, at, sum, 3);
        bytes[at++] = FixText.SOH;
        return this;
    }

    private int field(int to, char tag, String value) {
        int next = to;
        bytes[next++] = (byte) tag;
        bytes[next++] = '=';
        for (int i = 0; i < value.length(); i++) {
            bytes[next++] = (byte) value.charAt(i);
        }
        bytes[next++] = FixText.SOH;
        return next;
    }

    /** Returns the buffer, which is replaced when it grows. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the offset of the first byte of a finished message. */
    public int offset() {
        return first;
    }

    /** Returns the number of bytes of a finished message. */
    public int length() {
        return at - first;
    }

    /** Returns the value of MsgType (35). */
    public String msgType() {
        return msgType;
    }

    /** Appends the fields of the header of another writer. */
    FixWriter appendHeader(FixWriter other) {
        return append(other, RESERVED, other.body);
    }

    /** Appends the body of another writer. */
    FixWriter appendBody(FixWriter other) {
        return append(other, other.body, other.at);
    }

    private FixWriter append(FixWriter other, int from, int to) {
        return append(other.bytes, from, to);
    }

    /** Appends fields as they are. */
    FixWriter append(byte[] source, int from, int to) {
        ensure(to - from);
        System.arraycopy(source, from, bytes, at, to - from);
        at += to - from;
        return this;
    }

    private void begin(int tag, int valueBytes) {
        if (tag <= 0) {
            throw new IllegalArgumentException("a tag is at least 1 tag=" + tag);
        }
        ensure(FixText.length(tag) + 2 + valueBytes);
        at = FixText.write(bytes, at, tag);
        bytes[at++] = '=';
        if (sessionTag == 0 && isOfSession(tag)) {
            sessionTag = tag;
            sessionValue = at;
        }
    }

    private static boolean isOfSession(int tag) {
        return tag < Long.SIZE
                ? (SESSION_TAGS >>> tag & 1) != 0
                : tag == FixTags.ORIG_SENDING_TIME || tag == FixTags.LAST_MSG_SEQ_NUM_PROCESSED;
    }

    /** Returns the first field of the message that a session writes itself, as {@code 34=1}, or null. */
    String sessionField() {
        if (sessionTag == 0) {
            return null;
        }
        int end = sessionValue;
        while (bytes[end] != FixText.SOH) {
            end++;
        }
        return sessionTag + "=" + FixText.latin(bytes, sessionValue, end);
    }

    private static byte checked(int tag, char value) {
        if (value == FixText.SOH || value > 0xFF) {
            throw new IllegalArgumentException(
                    "a field cannot hold this character tag=" + tag + " character=" + (int) value);
        }
        return (byte) value;
    }

    private void ensure(int more) {
        if (at + more > MOST_BYTES) {
            throw new IllegalArgumentException("a message is too long most=" + MOST_BYTES);
        }
        if (at + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + more));
        }
    }
}
