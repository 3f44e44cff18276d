package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.UUID;

/**
 * Reads values in BINARY one after the other and checks every bound. Malformed bytes cause no other exception than
 * {@link WireException}, and no allocation that is larger than the number of bytes justifies.
 *
 * <p>Short strings are cached in a bounded cache, so that reading the same string again allocates nothing.
 *
 * <p>One thread at a time. After an exception the position is undefined, and the owner calls {@link #wrap} again.
 */
public final class BinaryInput {
    private static final byte[] NOTHING = {};

    /**
     * The number of strings that are read before a cache is created; an input for a single message would not profit
     * from one.
     */
    private static final int UNCACHED = 16;

    private final WireLimits limits;
    private StringCache strings;
    private int uncached;

    /** Created with the first moment, since most inputs have none; as is the other. */
    private ZonedDateTimeCache moments;

    private ZonedDateTimeCache rawMoments;
    private MemorySegment segment = MemorySegment.NULL;
    private long segmentBytes;
    private long start;
    private long position;
    private long limit;
    private int depth;

    /** Creates an input with the default limits; call {@link #wrap} before the first read. */
    public BinaryInput() {
        this(WireLimits.defaults());
    }

    /** Creates an input with limits; call {@link #wrap} before the first read. */
    public BinaryInput(WireLimits limits) {
        this.limits = limits;
    }

    /** Returns an input over these bytes with the default limits. */
    public static BinaryInput of(byte[] bytes) {
        return new BinaryInput().wrap(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    /** Starts to read {@code length} bytes at {@code offset}; offsets in errors count from there. */
    public BinaryInput wrap(MemorySegment memory, long offset, long length) {
        segment = memory;
        segmentBytes = memory.byteSize();
        if (offset < 0 || length < 0 || length > segmentBytes - offset) {
            throw new WireFormatException("a message does not lie within its segment offset=" + offset + " length="
                    + length + " segmentBytes=" + segmentBytes);
        }
        if (length > limits.maxMessageBytes()) {
            throw new WireLimitException(
                    "a message is too long length=" + length + " limit=" + limits.maxMessageBytes());
        }
        start = offset;
        position = offset;
        limit = offset + length;
        depth = 0;
        return this;
    }

    /** Returns how many bytes have been read since {@link #wrap}. */
    public int offset() {
        return (int) (position - start);
    }

    /** Returns how many bytes are left. */
    public int remaining() {
        return (int) (limit - position);
    }

    /** Throws {@link WireFormatException} if bytes are left. */
    public void expectEnd() {
        if (position != limit) {
            throw new WireFormatException(
                    "bytes are left after the last value offset=" + offset() + " remaining=" + remaining());
        }
    }

    /** Sets the position back to an earlier {@link #offset}, to read the same values in another way. */
    public void rewind(int offset) {
        position = start + offset;
    }

    /** Returns the limits of what is read. */
    public WireLimits limits() {
        return limits;
    }

    /** Enters a nested value; throws {@link WireLimitException} if it is nested too deeply. */
    public void enter() {
        if (++depth > limits.maxDepth()) {
            throw new WireLimitException(
                    "messages nest too deeply depth=" + depth + " limit=" + limits.maxDepth() + " offset=" + offset());
        }
    }

    /** Returns the current depth of nesting. */
    public int depth() {
        return depth;
    }

    /** Leaves a nested value. */
    public void leave() {
        depth--;
    }

    private void need(long bytes) {
        if (limit - position < bytes) {
            throw truncated(bytes);
        }
    }

    /**
     * Skips so many bytes and returns their offset in {@link #segment}; throws {@link WireFormatException} if fewer are
     * left.
     */
    long take(long bytes) {
        need(bytes);
        long at = position;
        position = at + bytes;
        return at;
    }

    /** Returns the segment that is being read. */
    MemorySegment segment() {
        return segment;
    }

    private WireFormatException truncated(long bytes) {
        return new WireFormatException("the message ends within a value offset=" + offset() + " neededBytes=" + bytes
                + " remaining=" + remaining());
    }

    private WireFormatException bad(String what, Object value, long at) {
        return new WireFormatException(what + " value=" + value + " offset=" + (at - start));
    }

    /** Reads a prefix varint of one to nine bytes; only the shortest form of a number is accepted. */
    public long readUnsigned() {
        long at = position;
        if (segmentBytes - at < Long.BYTES) {
            return readUnsignedAtEnd();
        }
        return unsigned(MemoryAccess.getLong(segment, at), at);
    }

    private long unsigned(long word, long at) {
        int bytes = Long.numberOfTrailingZeros(word) + 1;
        if (bytes > 8) {
            return readNineBytes();
        }
        if (limit - at < bytes) {
            throw truncated(bytes);
        }
        position = at + bytes;
        int unused = 64 - 8 * bytes;
        long value = (word << unused) >>> (unused + bytes);
        if (bytes > 1 && value >>> (7 * (bytes - 1)) == 0) {
            throw bad("a number is not in its shortest form", value, at);
        }
        return value;
    }

    private long readNineBytes() {
        need(9);
        long value = MemoryAccess.getLong(segment, position + 1);
        if (value >>> 56 == 0) {
            throw bad("a number is not in its shortest form", Long.toUnsignedString(value), position);
        }
        position += 9;
        return value;
    }

    /**
     * Reads a varint where less than a word is left in the segment, so that the word is assembled from single bytes.
     */
    private long readUnsignedAtEnd() {
        need(1);
        long word = 0;
        int bytes = (int) (segmentBytes - position);
        for (int i = 0; i < bytes; i++) {
            word |= (MemoryAccess.getByte(segment, position + i) & 0xFFL) << (8 * i);
        }
        if ((word & 0xFF) == 0) {
            throw truncated(9);
        }
        return unsigned(word, position);
    }

    /** Reads an unsigned number of at most {@code most}; {@code type} names its type in the error. */
    long readUnsigned(long most, String type) {
        long at = position;
        long value = readUnsigned();
        if (value < 0 || value > most) {
            throw bad("a number does not fit its type type=" + type, Long.toUnsignedString(value), at);
        }
        return value;
    }

    private long readSigned(int bits, String type) {
        long at = position;
        long value = readLong();
        int unused = 64 - bits;
        if (value << unused >> unused != value) {
            throw bad("a number does not fit its type type=" + type, value, at);
        }
        return value;
    }

    /**
     * Reads a count + 1 and returns the count, or -1 for null. At least that many bytes are left. Throws {@link
     * WireLimitException} if the count exceeds the limit.
     */
    public int readCount() {
        long at = position;
        long count = readUnsigned() - 1;
        if (count < -1 || count > limits.maxCount()) {
            throw new WireLimitException("too many elements count=" + Long.toUnsignedString(count) + " limit="
                    + limits.maxCount() + " offset=" + (at - start));
        }
        if (count > limit - position) {
            throw bad("a count is larger than the remaining bytes remaining=" + remaining(), count, at);
        }
        return (int) count;
    }

    /**
     * Reads the number of an enum constant or of a member of a union type.
     *
     * @param count how many constants or members there are; their numbers are 0 to {@code count - 1}
     * @param type the name of the enum or union type, for the error
     * @return the number, or -1 for null
     */
    public int readNumber(int count, String type) {
        long at = position;
        long number = readUnsigned() - 1;
        if (number < -1 || number >= count) {
            throw bad("a type has no such constant or member type=" + type + " count=" + count, number, at);
        }
        return (int) number;
    }

    /** Reads a presence byte and returns whether a value follows. */
    public boolean readPresence() {
        return readBoolean();
    }

    /** Reads one byte, 0 or 1. */
    public boolean readBoolean() {
        byte value = readByte();
        if ((value & ~1) != 0) {
            throw bad("a boolean is neither 0 nor 1", value & 0xFF, position - 1);
        }
        return value != 0;
    }

    /** Reads one byte. */
    public byte readByte() {
        need(1);
        return MemoryAccess.getByte(segment, position++);
    }

    /** Reads a zigzag varint; throws {@link WireFormatException} if it does not fit the type. */
    public short readShort() {
        return (short) readSigned(Short.SIZE, "short");
    }

    /** Reads a varint; throws {@link WireFormatException} if it does not fit the type. */
    public char readChar() {
        return (char) readUnsigned(Character.MAX_VALUE, "char");
    }

    /** Reads a zigzag varint; throws {@link WireFormatException} if it does not fit the type. */
    public int readInt() {
        return (int) readSigned(Integer.SIZE, "int");
    }

    /** Reads a zigzag varint. */
    public long readLong() {
        long zigzag = readUnsigned();
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    /** Reads four bytes. */
    public float readFloat() {
        need(Float.BYTES);
        float value = MemoryAccess.getFloat(segment, position);
        position += Float.BYTES;
        return value;
    }

    /** Reads eight bytes. */
    public double readDouble() {
        need(Double.BYTES);
        double value = MemoryAccess.getDouble(segment, position);
        position += Double.BYTES;
        return value;
    }

    /** Reads a string, or null; throws {@link WireFormatException} if it is not UTF-8. */
    public String readString() {
        long bytes = readUnsigned() - 1;
        long at = position;
        StringCache cache = strings;
        if (cache == null || bytes <= 0 || bytes > StringCache.MAX_BYTES || segmentBytes - at < StringCache.MAX_BYTES) {
            return readUncached(bytes);
        }
        need(bytes);
        position = at + bytes;
        return cache.read(segment, at, (int) bytes, start);
    }

    /** Reads the length of a string in bytes, or -1 for null. The bytes follow, and the input holds all of them. */
    public int readStringLength() {
        long bytes = readUnsigned() - 1;
        if (bytes == -1) {
            return -1;
        }
        requireString(bytes);
        return (int) bytes;
    }

    private void requireString(long bytes) {
        if (bytes < 0 || bytes > limits.maxStringBytes()) {
            throw new WireLimitException("a string is too long bytes=" + Long.toUnsignedString(bytes) + " limit="
                    + limits.maxStringBytes() + " offset=" + offset());
        }
        need(bytes);
    }

    private String readUncached(long bytes) {
        if (bytes == -1) {
            return null;
        }
        requireString(bytes);
        if (strings == null && ++uncached > UNCACHED) {
            strings = new StringCache();
        }
        String value = Utf8.decode(segment, position, (int) bytes, start);
        position += bytes;
        return value;
    }

    /** Reads {@code count} bytes into an array; throws {@link WireFormatException} if fewer are left. */
    public void readTo(byte[] bytes, int index, int count) {
        long at = take(count);
        MemoryAccess.copy(segment, at, bytes, index, count);
    }

    /** Skips bytes of text; throws {@link WireFormatException} if they are not UTF-8. */
    public void skipText(int bytes) {
        Utf8.decode(segment, take(bytes), bytes, start);
    }

    /** Reads the remaining bytes as text; throws {@link WireFormatException} if they are not UTF-8. */
    public String readText() {
        int bytes = remaining();
        return Utf8.decode(segment, take(bytes), bytes, start);
    }

    /** Reads a string into {@code reuse} if that is a view, else into a new view; returns null for null. */
    public TextView readView(CharSequence reuse) {
        long bytes = readUnsigned() - 1;
        if (bytes == -1) {
            return null;
        }
        if (bytes < 0 || bytes > limits.maxStringBytes()) {
            throw new WireLimitException("a string is too long bytes=" + Long.toUnsignedString(bytes) + " limit="
                    + limits.maxStringBytes() + " offset=" + offset());
        }
        need(bytes);
        TextView view = reuse instanceof TextView mine ? mine : new TextView();
        view.fill(segment, position, (int) bytes, start);
        position += bytes;
        return view;
    }

    /** Reads a new byte array, or null. */
    public byte[] readBytes() {
        return readBytes(null);
    }

    /**
     * Reads a byte array into {@code reuse} if that has the right length, else into a new one; returns null for null.
     */
    public byte[] readBytes(byte[] reuse) {
        long bytes = readUnsigned() - 1;
        return bytes == -1 ? null : readRaw(bytes, reuse);
    }

    /** Reads bytes into {@code reuse} if that is not null, else into a new view; returns null for null. */
    public Bytes readByteView(Bytes reuse) {
        long bytes = readUnsigned() - 1;
        if (bytes == -1) {
            return null;
        }
        requireBytes(bytes);
        Bytes view = reuse == null ? new Bytes() : reuse;
        view.fill(segment, position, (int) bytes);
        position += bytes;
        return view;
    }

    private void requireBytes(long bytes) {
        if (bytes < 0 || bytes > limit - position) {
            throw bad(
                    "a length is larger than the remaining bytes remaining=" + remaining(),
                    Long.toUnsignedString(bytes),
                    position);
        }
    }

    private byte[] readRaw(long bytes, byte[] reuse) {
        requireBytes(bytes);
        byte[] value = reuse != null && reuse.length == bytes ? reuse : bytes == 0 ? NOTHING : new byte[(int) bytes];
        MemoryAccess.copy(segment, position, value, 0, (int) bytes);
        position += bytes;
        return value;
    }

    /** Skips a string or a byte array of at most so many bytes. */
    public void skipBytes(int most) {
        long bytes = readUnsigned() - 1;
        if (bytes < -1 || bytes > limit - position) {
            throw truncated(bytes);
        }
        if (bytes > most) {
            throw new WireLimitException(
                    "a string is too long bytes=" + bytes + " limit=" + most + " offset=" + offset());
        }
        position += Math.max(bytes, 0);
    }

    /** Reads the seconds and the nanoseconds of a moment. */
    public Instant readInstant() {
        return BinaryTimes.instant(this);
    }

    /** Reads the epoch day. */
    public LocalDate readLocalDate() {
        return BinaryTimes.localDate(this);
    }

    /** Reads the second of the day and the nanoseconds. */
    public LocalTime readLocalTime() {
        return BinaryTimes.localTime(this);
    }

    /** Reads date and time. */
    public LocalDateTime readLocalDateTime() {
        return LocalDateTime.of(readLocalDate(), readLocalTime());
    }

    /** Reads date, time and offset. */
    public OffsetDateTime readOffsetDateTime() {
        return OffsetDateTime.of(readLocalDateTime(), readZoneOffset());
    }

    /** Reads time and offset. */
    public OffsetTime readOffsetTime() {
        return OffsetTime.of(readLocalTime(), readZoneOffset());
    }

    /**
     * Reads date, time, offset and the id of the zone. If the rules of the zone have changed since, the instant is
     * kept.
     */
    public ZonedDateTime readZonedDateTime() {
        if (moments == null) {
            moments = new ZonedDateTimeCache();
        }
        return BinaryTimes.zonedDateTime(this, moments);
    }

    /** Returns the cache for RAW; values in BINARY have other keys. */
    ZonedDateTimeCache rawMoments() {
        if (rawMoments == null) {
            rawMoments = new ZonedDateTimeCache();
        }
        return rawMoments;
    }

    /** Reads the seconds and the nanoseconds. */
    public Duration readDuration() {
        return BinaryTimes.duration(this);
    }

    /** Reads years, months and days. */
    public Period readPeriod() {
        int years = readInt();
        int months = readInt();
        return Period.of(years, months, readInt());
    }

    /** Reads the year. */
    public Year readYear() {
        return BinaryTimes.year(this);
    }

    /** Reads year and month. */
    public YearMonth readYearMonth() {
        return BinaryTimes.yearMonth(this);
    }

    /** Reads month and day. */
    public MonthDay readMonthDay() {
        return BinaryTimes.monthDay(this);
    }

    /** Reads the id of a zone that this JVM knows. */
    public ZoneId readZoneId() {
        return BinaryTimes.zoneId(this);
    }

    /** Reads the total seconds. */
    public ZoneOffset readZoneOffset() {
        return BinaryTimes.zoneOffset(this);
    }

    /** Reads the scale and the unscaled value. */
    public BigDecimal readBigDecimal() {
        int scale = readInt();
        return new BigDecimal(readBigInteger(), scale);
    }

    /** Reads the length and the two's complement bytes, most significant first. */
    public BigInteger readBigInteger() {
        long at = position;
        byte[] bytes = readRaw(readUnsigned(), null);
        if (bytes.length == 0) {
            throw bad("a number has no bytes", 0, at);
        }
        return new BigInteger(bytes);
    }

    /** Reads sixteen bytes, most significant first. */
    public UUID readUuid() {
        need(2 * Long.BYTES);
        long high = MemoryAccess.getLongBigEndian(segment, position);
        long low = MemoryAccess.getLongBigEndian(segment, position + Long.BYTES);
        position += 2 * Long.BYTES;
        return new UUID(high, low);
    }
}
