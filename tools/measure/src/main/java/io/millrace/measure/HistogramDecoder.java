package io.millrace.measure;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * Decodes the histograms of a log in the encodings V0, V1 and V2, one after another in the same buffers.
 *
 * <p>What a histogram claims of itself is checked before memory is given to it, since a damaged or hostile line could
 * otherwise ask for any amount. {@link #add} makes no histogram of a line but adds its counts where they belong, which
 * for a log of many lines is most of the work:
 *
 * <pre>
 * compressed   +0 cookie   +4 length of the rest   +8 zlib data
 * V1, V2       +0 cookie   +4 payload length   +8 normalising offset   +12 digits   +16 lowest   +24 highest
 *              +32 ratio   +40 counts
 * V0           +0 cookie   +4 digits   +8 lowest   +16 highest   +24 total count   +32 counts
 * </pre>
 *
 * <p>Counts are words of 2, 4 or 8 bytes in V0 and V1, as the cookie says. In V2 they are zig-zag LEB128 numbers of at
 * most 9 bytes, of which the ninth carries 8 bits; a negative number -n stands for n counters of 0. For one thread.
 */
public final class HistogramDecoder implements AutoCloseable {
    private static final int COMPRESSED_COOKIE = 0x1c849304;
    private static final int COMPRESSED_COOKIE_FIRST = 0x1c849302;
    private static final int COMPRESSED_COOKIE_OLD = 0x1c849309;
    private static final int COOKIE = 0x1c849303;
    private static final int COOKIE_FIRST = 0x1c849301;
    private static final int COOKIE_OLD = 0x1c849308;
    private static final int DOUBLE_COOKIE = 0x0c72124e;
    private static final int DOUBLE_COMPRESSED_COOKIE = 0x0c72124f;
    private static final int WORD_BITS = 0xf0;
    private static final int PREFIX_BYTES = 8;
    private static final int HEADER_BYTES = 40;
    private static final int OLD_HEADER_BYTES = 32;
    private static final int MAX_BYTES_PER_COUNT = 9;
    private static final int FIRST_BUFFER_BYTES = 1 << 14;

    private final Inflater inflater = new Inflater();
    private byte[] record = new byte[FIRST_BUFFER_BYTES];
    private int recordBytes;
    private byte[] content = new byte[FIRST_BUFFER_BYTES];
    private HistogramLayout layout = new HistogramLayout(1, LatencyRecorder.DIGITS);
    private long highest;
    private int wordBytes;
    private int normalizingOffset;
    private int from;
    private int end;
    private int position;

    /** Creates a decoder, which {@link #close()} frees. */
    public HistogramDecoder() {}

    /**
     * Decodes a histogram.
     *
     * @throws MeasureException if it is damaged, claims an absurd size, or has {@code double} values, which are not
     *     supported
     */
    public Histogram decode(EncodedHistogram encoded) {
        open(encoded, HEADER_BYTES);
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(record, 0, recordBytes), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new MeasureException("histogram is damaged bytes=" + recordBytes, e);
        }
    }

    /**
     * Adds a histogram to a sum, which is unchanged after an error.
     *
     * @throws MeasureException as {@link #decode} does, and if the sum would have more than {@link Long#MAX_VALUE}
     *     times
     */
    public void add(EncodedHistogram encoded, HistogramSum sum) {
        open(encoded, Integer.MAX_VALUE);
        if (normalizingOffset != 0) {
            // The library knows how to shift it back; integer histograms are never written so.
            sum.add(decode(encoded));
            return;
        }
        int counters = layout.counters(highest);
        HistogramSum.Counters into = sum.counters(layout);
        long[] counts = into.upTo(counters);
        long before = into.total();
        try {
            into.added(
                    highest,
                    wordBytes == MAX_BYTES_PER_COUNT
                            ? addNumbers(counts, counters, before, 1, end)
                            : addWords(counts, counters, before, 1, end));
        } catch (MeasureException e) {
            // What was added up to the damage is taken back, number by number.
            if (wordBytes == MAX_BYTES_PER_COUNT) {
                addNumbers(counts, counters, Long.MAX_VALUE, -1, position);
            } else {
                addWords(counts, counters, Long.MAX_VALUE, -1, position);
            }
            throw e;
        }
    }

    /** Adds numbers of V2 up to an end, each times a sign; returns the new total. */
    private long addNumbers(long[] counts, int counters, long total, int sign, int until) {
        byte[] bytes = content;
        int at = from;
        int index = 0;
        long sum = total;
        while (at < until) {
            int numberAt = at;
            long number = bytes[at];
            if (until - at > 1 && (number & bytes[at + 1]) >= 0) {
                // One byte or two, and nearly all are: without a branch, which would be guessed wrong all the time.
                long more = number >> (Byte.SIZE - 1);
                number = (number & 0x7f) | (more & ((long) bytes[at + 1] << 7));
                at += 1 - (int) more;
            } else {
                at++;
                if (number < 0) {
                    number &= 0x7f;
                    int shift = 7;
                    long next;
                    do {
                        if (at == until) {
                            throw damaged(numberAt, "count is truncated index=" + index);
                        }
                        next = bytes[at++];
                        number |= (shift == 56 ? next & 0xff : next & 0x7f) << shift;
                        shift += 7;
                    } while (next < 0 && shift < 63);
                }
            }
            long value = number >>> 1 ^ -(number & 1);
            long isZeros = value >> 63;
            long count = value & ~isZeros;
            long passed = (isZeros & -value) | (1 & ~isZeros);
            // Unsigned, since the smallest number has no opposite. An index never passes the number of counters.
            if (Long.compareUnsigned(passed, counters - index) > 0) {
                throw damaged(
                        numberAt,
                        isZeros == 0
                                ? "count exceeds the last counter counters=" + counters
                                : "zeros exceed the last counter zeros=" + -value + " index=" + index);
            }
            sum += sign * count;
            if (sum < 0) {
                throw damaged(numberAt, "too many values count=" + total + " more=" + count);
            }
            counts[index] += sign * count;
            index += (int) passed;
        }
        return sum;
    }

    /** Adds words of V0 and V1 up to an end, each times a sign; returns the new total. */
    private long addWords(long[] counts, int counters, long total, int sign, int until) {
        ByteBuffer words = ByteBuffer.wrap(content, 0, until);
        words.position(from);
        int index = 0;
        long sum = total;
        while (words.hasRemaining()) {
            int wordAt = words.position();
            long count = word(words, wordAt);
            if (count < 0 || index == counters) {
                throw damaged(
                        wordAt, "count out of range index=" + index + " counters=" + counters + " count=" + count);
            }
            sum += sign * count;
            if (sum < 0) {
                throw damaged(wordAt, "too many values count=" + total + " more=" + count);
            }
            counts[index++] += sign * count;
        }
        return sum;
    }

    private long word(ByteBuffer words, int wordAt) {
        try {
            return switch (wordBytes) {
                case Short.BYTES -> words.getShort();
                case Integer.BYTES -> words.getInt();
                default -> words.getLong();
            };
        } catch (BufferUnderflowException e) {
            throw damaged(wordAt, "count is truncated leftBytes=" + words.remaining());
        }
    }

    private MeasureException damaged(int at, String reason) {
        position = at;
        return new MeasureException("histogram is damaged; " + reason);
    }

    /** Reads the record and its header, and inflates as much of the rest as is asked for. */
    private void open(EncodedHistogram encoded, int mostBytes) {
        byte[] base64 = encoded.base64();
        int most = base64.length / 4 * 3 + 3;
        if (record.length < most) {
            record = new byte[most];
        }
        try {
            recordBytes = Base64.getDecoder().decode(base64, record);
        } catch (IllegalArgumentException e) {
            throw new MeasureException("histogram is not Base64 chars=" + base64.length, e);
        }
        ByteBuffer buffer = ByteBuffer.wrap(record, 0, recordBytes);
        if (recordBytes < PREFIX_BYTES) {
            throw new MeasureException("histogram is too short bytes=" + recordBytes);
        }
        checkCookie(buffer.getInt(0));
        int compressedBytes = buffer.getInt(4);
        if (compressedBytes < 0 || compressedBytes > recordBytes - PREFIX_BYTES) {
            throw new MeasureException("histogram is truncated lengthBytes=" + compressedBytes + " availableBytes="
                    + (recordBytes - PREFIX_BYTES));
        }
        inflater.reset();
        inflater.setInput(record, PREFIX_BYTES, compressedBytes);
        int headerBytes = inflate(0, HEADER_BYTES);
        if (headerBytes < OLD_HEADER_BYTES) {
            throw new MeasureException("histogram has no header bytes=" + headerBytes);
        }
        Arrays.fill(content, headerBytes, HEADER_BYTES, (byte) 0);
        readHeader(headerBytes, mostBytes);
    }

    private static void checkCookie(int cookie) {
        int base = cookie & ~WORD_BITS;
        if (cookie == DOUBLE_COOKIE || cookie == DOUBLE_COMPRESSED_COOKIE) {
            throw new MeasureException("histograms of double values are not supported cookie=" + hex(cookie));
        }
        if (base != COMPRESSED_COOKIE && base != COMPRESSED_COOKIE_FIRST && base != COMPRESSED_COOKIE_OLD) {
            throw new MeasureException("not a histogram cookie=" + hex(cookie));
        }
    }

    private void readHeader(int inflatedBytes, int mostBytes) {
        ByteBuffer header = ByteBuffer.wrap(content, 0, HEADER_BYTES);
        int cookie = header.getInt(0);
        int base = cookie & ~WORD_BITS;
        boolean isOld = base == COOKIE_OLD;
        if (!isOld && base != COOKIE && base != COOKIE_FIRST) {
            throw new MeasureException("not a histogram cookie=" + hex(cookie));
        }
        int digits = header.getInt(isOld ? 4 : 12);
        long lowest = header.getLong(isOld ? 8 : 16);
        highest = header.getLong(isOld ? 16 : 24);
        if (!HistogramLayout.isPossible(lowest, digits) || highest < 2 * lowest) {
            throw new MeasureException(
                    "histogram out of range digits=" + digits + " lowest=" + lowest + " highest=" + highest);
        }
        if (layout.lowest() != lowest || layout.digits() != digits) {
            layout = new HistogramLayout(lowest, digits);
        }
        wordBytes = base == COOKIE ? MAX_BYTES_PER_COUNT : (cookie & WORD_BITS) >>> 4 & 0xe;
        normalizingOffset = isOld ? 0 : header.getInt(8);
        from = isOld ? OLD_HEADER_BYTES : HEADER_BYTES;
        int payloadBytes = MAX_BYTES_PER_COUNT * layout.counters(highest);
        if (!isOld) {
            int claimedBytes = header.getInt(4);
            if (claimedBytes < 0 || claimedBytes > payloadBytes) {
                throw new MeasureException(
                        "histogram payload is too large payloadBytes=" + claimedBytes + " limitBytes=" + payloadBytes);
            }
            payloadBytes = claimedBytes;
        }
        if (mostBytes > HEADER_BYTES) {
            readCounts(inflatedBytes, payloadBytes, isOld ? 0 : payloadBytes);
        }
    }

    private void readCounts(int inflatedBytes, int payloadBytes, int leastBytes) {
        if (wordBytes != 2 && wordBytes != 4 && wordBytes != 8 && wordBytes != MAX_BYTES_PER_COUNT) {
            throw new MeasureException("histogram is damaged wordBytes=" + wordBytes);
        }
        end = inflate(inflatedBytes, from + payloadBytes);
        if (end - from < leastBytes) {
            throw new MeasureException(
                    "histogram is damaged payloadBytes=" + payloadBytes + " availableBytes=" + (end - from));
        }
    }

    /** Inflates into {@code content} between two offsets, or to the end; returns the offset reached. */
    private int inflate(int start, int until) {
        if (content.length < until) {
            content = Arrays.copyOf(content, Math.max(until, 2 * content.length));
        }
        int at = start;
        try {
            while (at < until) {
                int bytes = inflater.inflate(content, at, until - at);
                if (bytes == 0) {
                    break;
                }
                at += bytes;
            }
            return at;
        } catch (DataFormatException e) {
            throw new MeasureException("histogram is damaged bytes=" + recordBytes, e);
        }
    }

    private static String hex(int cookie) {
        return "0x" + Integer.toHexString(cookie);
    }

    /** Frees what it holds outside the heap. */
    @Override
    public void close() {
        inflater.end();
    }
}
