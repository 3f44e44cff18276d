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
 * Writes values in BINARY one after the other into memory that the output's owner provides.
 *
 * <p>The owner sets the memory with {@link #wrap}. When it is full, the owner's {@link Growth} provides a larger
 * segment through {@link #relocate}, so that code which encodes values never has to handle an overflow. While a value
 * is written, up to {@value #SLACK_BYTES} bytes after the position, but none beyond the limit, may be overwritten with
 * any content.
 *
 * <p>One thread at a time. After an exception the position is undefined, and the owner calls {@link #wrap} again.
 */
public final class BinaryOutput {
    /** How many bytes after the position a short write may touch: a varint is stored as one word. */
    static final int SLACK_BYTES = 16;

    private static final int SHORT_CHARS = 42;

    /** Provides more memory to an output. */
    @FunctionalInterface
    public interface Growth {
        /**
         * Copies the bytes between {@link BinaryOutput#start} and {@link BinaryOutput#position} to a larger segment and
         * calls {@link BinaryOutput#relocate}.
         *
         * @param output the output that is full
         * @param neededBytes how many bytes it needs after its position
         */
        void grow(BinaryOutput output, long neededBytes);
    }

    private final Growth growth;
    private final WireLimits limits;
    private MemorySegment segment = MemorySegment.NULL;
    private long start;
    private long position;
    private long limit;
    private int depth;
    private final ZonedDateTimeBytes moments = new ZonedDateTimeBytes();
    private final ZonedDateTimeBytes rawMoments = new ZonedDateTimeBytes();

    private BinaryOutput(Growth growth, WireLimits limits) {
        this.growth = growth;
        this.limits = limits;
    }

    /** Returns an output over memory of its own, which grows as needed. */
    public static BinaryOutput allocate(int initialBytes) {
        return allocate(initialBytes, WireLimits.defaults());
    }

    /** Returns an output over memory of its own, which grows as needed up to the limit for messages. */
    public static BinaryOutput allocate(int initialBytes, WireLimits limits) {
        BinaryOutput output = new BinaryOutput(PrivateMemory::grow, limits);
        output.wrap(
                PrivateMemory.allocate(Math.max(initialBytes, SLACK_BYTES)), 0, Math.max(initialBytes, SLACK_BYTES));
        return output;
    }

    /** Returns an output over memory of its owner; call {@link #wrap} before the first write. */
    public static BinaryOutput over(Growth growth, WireLimits limits) {
        return new BinaryOutput(growth, limits);
    }

    /** Starts a message at {@code offset}; nothing is written at or after {@code limitOffset}. */
    public void wrap(MemorySegment memory, long offset, long limitOffset) {
        segment = memory;
        start = offset;
        position = offset;
        limit = Math.min(limitOffset, offset + limits.maxMessageBytes());
        depth = 0;
    }

    /** Continues the message in another segment or at another offset, to which {@link Growth} has copied its bytes. */
    public void relocate(MemorySegment memory, long offset, long limitOffset) {
        long written = position - start;
        segment = memory;
        start = offset;
        position = offset + written;
        limit = Math.min(limitOffset, offset + limits.maxMessageBytes());
    }

    /** Discards the message and starts another at the same offset. */
    public void reset() {
        position = start;
        depth = 0;
    }

    /** Returns the segment that is being written. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns the offset in the segment at which the message begins. */
    public long start() {
        return start;
    }

    /** Returns the offset in the segment of the next value. */
    public long position() {
        return position;
    }

    /** Returns how many bytes of the message have been written. */
    public int length() {
        return (int) (position - start);
    }

    /** Returns a copy of the message so far. */
    public byte[] toByteArray() {
        return segment.asSlice(start, position - start).toArray(Layouts.BYTE);
    }

    /** Returns a copy of what has been written since the message had this length. */
    public byte[] toByteArray(int from) {
        byte[] bytes = new byte[length() - from];
        MemoryAccess.copy(segment, start + from, bytes, 0, bytes.length);
        return bytes;
    }

    /** Returns the limits of what is written. */
    public WireLimits limits() {
        return limits;
    }

    private void reserve(long bytes) {
        if (limit - position < bytes) {
            grow(bytes);
        }
    }

    /** Ensures that so many bytes can be written at the position. */
    void ensure(long bytes) {
        reserve(bytes);
    }

    /** Reserves so many bytes, moves the position past them and returns their offset in {@link #segment}. */
    long take(long bytes) {
        reserve(bytes);
        long at = position;
        position = at + bytes;
        return at;
    }

    /** Discards all but the first {@code kept} bytes of the message. */
    public void cut(int kept) {
        position = start + kept;
    }

    /** Sets the output back to an earlier {@link #length} and {@link #depth}. */
    public void backTo(int kept, int itsDepth) {
        cut(kept);
        depth = itsDepth;
    }

    /** Inserts a count + 1 in front of the elements that have been written since the message had this length. */
    public void insertCount(int from, int count) {
        if (count > limits.maxCount()) {
            throw new WireLimitException("too many elements count=" + count + " limit=" + limits.maxCount());
        }
        int bytes = length() - from;
        writeUnsigned(count + 1L);
        int shift = length() - from - bytes;
        long number = MemoryAccess.getLong(segment, position - shift); // the slack after it is readable
        MemoryAccess.copy(segment, start + from, segment, start + from + shift, bytes);
        for (int i = 0; i < shift; i++) {
            MemoryAccess.setByte(segment, start + from + i, (byte) (number >>> (8 * i)));
        }
    }

    private void grow(long bytes) {
        long length = position - start + bytes;
        if (length > limits.maxMessageBytes()) {
            throw new WireLimitException(
                    "a message is too long length=" + length + " limit=" + limits.maxMessageBytes());
        }
        growth.grow(this, bytes);
        if (limit - position < bytes) {
            throw new IllegalStateException(
                    "the growth of the output did not provide the space that it needs neededBytes=" + bytes + " room="
                            + (limit - position));
        }
    }

    /** Enters a nested value; throws {@link WireLimitException} if it is nested too deeply. */
    public void enter() {
        if (++depth > limits.maxDepth()) {
            throw new WireLimitException("messages nest too deeply depth=" + depth + " limit=" + limits.maxDepth());
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

    /** Writes an unsigned number as a prefix varint of one to nine bytes. */
    public void writeUnsigned(long value) {
        reserve(SLACK_BYTES);
        int bits = 64 - Long.numberOfLeadingZeros(value | 1);
        if (bits <= 56) {
            int bytes = ((bits + 6) * 37) >>> 8; // the quotient by 7, exact in this range
            MemoryAccess.setLong(segment, position, (value << 1 | 1) << (bytes - 1));
            position += bytes;
        } else {
            MemoryAccess.setByte(segment, position, (byte) 0);
            MemoryAccess.setLong(segment, position + 1, value);
            position += 9;
        }
    }

    /** Writes a count + 1; throws {@link WireLimitException} if the count exceeds the limit. */
    public void writeCount(int count) {
        if (count > limits.maxCount()) {
            throw new WireLimitException("too many elements count=" + count + " limit=" + limits.maxCount());
        }
        writeUnsigned(count + 1L);
    }

    /** Writes the 0 that stands for a null string, byte array, collection, enum constant or member of a union type. */
    public void writeNull() {
        writeUnsigned(0);
    }

    /** Writes the presence byte of a value, 0 for null, and returns whether the caller writes the value next. */
    public boolean writePresence(Object value) {
        writeBoolean(value != null);
        return value != null;
    }

    /** Writes an enum constant by its ordinal, or null. */
    @SuppressWarnings("EnumOrdinal") // the schema that travels with the stream lists the constants in this order
    public void writeEnum(Enum<?> value) {
        writeUnsigned(value == null ? 0 : value.ordinal() + 1L);
    }

    /** Writes one byte, 0 or 1. */
    public void writeBoolean(boolean value) {
        writeByte((byte) (value ? 1 : 0));
    }

    /** Writes one byte. */
    public void writeByte(byte value) {
        reserve(1);
        MemoryAccess.setByte(segment, position++, value);
    }

    /** Writes a zigzag varint. */
    public void writeShort(short value) {
        writeLong(value);
    }

    /** Writes a varint. */
    public void writeChar(char value) {
        writeUnsigned(value);
    }

    /** Writes a zigzag varint. */
    public void writeInt(int value) {
        writeLong(value);
    }

    /** Writes a zigzag varint. */
    public void writeLong(long value) {
        writeUnsigned((value << 1) ^ (value >> 63));
    }

    /** Writes four bytes. */
    public void writeFloat(float value) {
        reserve(Float.BYTES);
        MemoryAccess.setFloat(segment, position, value);
        position += Float.BYTES;
    }

    /** Writes eight bytes. */
    public void writeDouble(double value) {
        reserve(Double.BYTES);
        MemoryAccess.setDouble(segment, position, value);
        position += Double.BYTES;
    }

    /** Writes a string as strict UTF-8, or null; throws {@link WireFormatException} for an unpaired surrogate. */
    public void writeString(String value) {
        if (value == null) {
            writeNull();
            return;
        }
        int chars = value.length();
        if (chars > SHORT_CHARS) {
            writeLongString(value);
            return;
        }
        // Any string this short has at most 126 bytes, so its length takes one byte and can be written last.
        reserve(3 * SHORT_CHARS + SLACK_BYTES);
        MemorySegment memory = segment;
        long at = position;
        if (ShortAscii.write(value, chars, memory, at)) {
            position = at + 1 + chars;
            return;
        }
        int bytes = Utf8.encode(value, memory, at + 1);
        MemoryAccess.setByte(memory, at, (byte) ShortAscii.head(bytes));
        position = at + 1 + bytes;
    }

    /** Writes any text as {@link #writeString} does, or null; strings, builders and views are not copied first. */
    public void writeView(CharSequence value) {
        if (value == null || value instanceof String) {
            writeString((String) value);
            return;
        }
        long bytes = Utf8.length(value);
        if (bytes > limits.maxStringBytes()) {
            throw new WireLimitException("a string is too long bytes=" + bytes + " limit=" + limits.maxStringBytes());
        }
        reserve(bytes + SLACK_BYTES);
        writeUnsigned(bytes + 1);
        reserve(bytes + 1);
        if (!(value instanceof TextView view && view.copyAscii(segment, position))) {
            Utf8.encode(value, segment, position);
        }
        position += bytes;
    }

    private void writeLongString(String value) {
        long bytes = Utf8.length(value);
        if (bytes > limits.maxStringBytes()) {
            throw new WireLimitException("a string is too long bytes=" + bytes + " limit=" + limits.maxStringBytes());
        }
        reserve(bytes + SLACK_BYTES);
        writeUnsigned(bytes + 1);
        reserve(bytes + 1);
        if (bytes == value.length()) {
            segment.setString(position, value); // all ASCII: no copy is made; the zero after it is in the slack
        } else {
            Utf8.encode(value, segment, position);
        }
        position += bytes;
    }

    /** Writes a string that is UTF-8 already; returns false if it is longer than a string may be. */
    public boolean writeUtf8(byte[] utf8, int from, int to) {
        int bytes = to - from;
        if (bytes > limits.maxStringBytes()) {
            return false;
        }
        reserve(bytes + SLACK_BYTES);
        writeUnsigned(bytes + 1L);
        reserve(bytes);
        MemoryAccess.copy(utf8, from, segment, position, bytes);
        position += bytes;
        return true;
    }

    /** Writes bytes without their length. */
    public void writeFrom(byte[] bytes, int index, int count) {
        long at = take(count);
        MemoryAccess.copy(bytes, index, segment, at, count);
    }

    /** Writes the content of another output without its length. */
    public void writeFrom(BinaryOutput other) {
        long at = take(other.length());
        MemoryAccess.copy(other.segment, other.start, segment, at, other.length());
    }

    /** Writes a text in UTF-8 without its length; the limit for strings does not apply. */
    public void writeText(String text) {
        long bytes = Utf8.length(text);
        long at = take(bytes);
        Utf8.encode(text, segment, at);
    }

    /** Writes the length and the bytes, or null. */
    public void writeBytes(byte[] value) {
        if (value == null) {
            writeNull();
        } else {
            writeUnsigned(value.length + 1L);
            writeRaw(value);
        }
    }

    /** Writes the length and the bytes, or null. */
    public void writeByteView(Bytes value) {
        if (value == null) {
            writeNull();
            return;
        }
        writeUnsigned(value.length() + 1L);
        reserve(value.length());
        value.writeTo(segment, position);
        position += value.length();
    }

    private void writeRaw(byte[] value) {
        reserve(value.length);
        MemoryAccess.copy(value, 0, segment, position, value.length);
        position += value.length;
    }

    /** Writes the seconds and the nanoseconds of a moment. */
    public void writeInstant(Instant value) {
        writeLong(value.getEpochSecond());
        writeUnsigned(value.getNano());
    }

    /** Writes the epoch day. */
    public void writeLocalDate(LocalDate value) {
        writeLong(value.toEpochDay());
    }

    /** Writes the second of the day and the nanoseconds. */
    public void writeLocalTime(LocalTime value) {
        long nanoOfDay = value.toNanoOfDay();
        writeUnsigned(nanoOfDay / 1_000_000_000);
        writeUnsigned(nanoOfDay % 1_000_000_000);
    }

    /** Writes date and time. */
    public void writeLocalDateTime(LocalDateTime value) {
        writeLocalDate(value.toLocalDate());
        writeLocalTime(value.toLocalTime());
    }

    /** Writes date, time and offset. */
    public void writeOffsetDateTime(OffsetDateTime value) {
        writeLocalDateTime(value.toLocalDateTime());
        writeZoneOffset(value.getOffset());
    }

    /** Writes time and offset. */
    public void writeOffsetTime(OffsetTime value) {
        writeLocalTime(value.toLocalTime());
        writeZoneOffset(value.getOffset());
    }

    /** Writes date, time, offset and the id of the zone. */
    public void writeZonedDateTime(ZonedDateTime value) {
        reserve(ZonedDateTimeBytes.MAX_BYTES);
        int known = moments.write(value, segment, position);
        position += known;
        if (known == 0) {
            int from = length();
            writeAnyZonedDateTime(value);
            keepMoment(moments, value, from);
        }
    }

    /** Remembers the bytes of a moment, which begin where {@link #length} was {@code from}. */
    void keepMoment(ZonedDateTimeBytes kept, ZonedDateTime moment, int from) {
        if (limit - position >= Long.BYTES) {
            kept.keep(moment, segment, start + from, length() - from);
        }
    }

    /** Returns the cache for RAW; values in BINARY have other bytes. */
    ZonedDateTimeBytes rawMoments() {
        return rawMoments;
    }

    private void writeAnyZonedDateTime(ZonedDateTime value) {
        writeLocalDateTime(value.toLocalDateTime());
        writeZoneOffset(value.getOffset());
        writeZoneId(value.getZone());
    }

    /** Writes the seconds and the nanoseconds. */
    public void writeDuration(Duration value) {
        writeLong(value.getSeconds());
        writeUnsigned(value.getNano());
    }

    /** Writes years, months and days. */
    public void writePeriod(Period value) {
        writeInt(value.getYears());
        writeInt(value.getMonths());
        writeInt(value.getDays());
    }

    /** Writes the year. */
    public void writeYear(Year value) {
        writeInt(value.getValue());
    }

    /** Writes year and month. */
    public void writeYearMonth(YearMonth value) {
        writeInt(value.getYear());
        writeUnsigned(value.getMonthValue());
    }

    /** Writes month and day. */
    public void writeMonthDay(MonthDay value) {
        writeUnsigned(value.getMonthValue());
        writeUnsigned(value.getDayOfMonth());
    }

    /** Writes the id of the zone as a string. */
    public void writeZoneId(ZoneId value) {
        writeString(value.getId());
    }

    /** Writes the total seconds. */
    public void writeZoneOffset(ZoneOffset value) {
        writeInt(value.getTotalSeconds());
    }

    /** Writes the scale and the unscaled value. */
    public void writeBigDecimal(BigDecimal value) {
        writeInt(value.scale());
        writeBigInteger(value.unscaledValue());
    }

    /** Writes the length and the shortest two's complement bytes, most significant first. */
    public void writeBigInteger(BigInteger value) {
        byte[] bytes = value.toByteArray();
        writeUnsigned(bytes.length);
        writeRaw(bytes);
    }

    /** Writes sixteen bytes, most significant first. */
    public void writeUuid(UUID value) {
        reserve(2 * Long.BYTES);
        MemoryAccess.setLongBigEndian(segment, position, value.getMostSignificantBits());
        MemoryAccess.setLongBigEndian(segment, position + Long.BYTES, value.getLeastSignificantBits());
        position += 2 * Long.BYTES;
    }
}
