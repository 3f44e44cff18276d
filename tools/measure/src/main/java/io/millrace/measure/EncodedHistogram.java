package io.millrace.measure;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * A histogram as a log holds it: Base64 of a record that is compressed, in one of the encodings V0, V1 and V2.
 *
 * <p>What it claims of itself is checked before memory is given to it, since a damaged or hostile line could otherwise
 * ask for any amount:
 *
 * <pre>
 * compressed   +0 cookie   +4 length of the rest   +8 zlib data
 * V1, V2       +0 cookie   +4 payload length   +8 normalising offset   +12 digits   +16 lowest   +24 highest   +32
 * ratio V0           +0 cookie   +4 digits   +8 lowest   +16 highest   +24 total count
 * </pre>
 */
public final class EncodedHistogram {
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
    private static final int MAX_DIGITS = 5;
    private static final int MAX_BYTES_PER_COUNT = 9;

    private final byte[] base64;

    /** Wraps Base64 text; the array is not copied. */
    EncodedHistogram(byte[] base64) {
        this.base64 = base64;
    }

    /** Returns the text as the log holds it. */
    public String text() {
        return new String(base64, StandardCharsets.US_ASCII);
    }

    /**
     * Decodes the histogram.
     *
     * @throws MeasureException if it is damaged, claims an absurd size, or is of a kind that is not read here, which
     *     histograms of {@code double} values are
     */
    public Histogram decode() {
        byte[] record;
        try {
            record = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new MeasureException("histogram is no Base64: chars=" + base64.length, e);
        }
        ByteBuffer buffer = ByteBuffer.wrap(record);
        if (record.length < PREFIX_BYTES) {
            throw new MeasureException("histogram too short: bytes=" + record.length);
        }
        checkCookie(buffer.getInt(0));
        int compressedBytes = buffer.getInt(4);
        if (compressedBytes < 0 || compressedBytes > record.length - PREFIX_BYTES) {
            throw new MeasureException("histogram cut short: lengthBytes=" + compressedBytes + " availableBytes="
                    + (record.length - PREFIX_BYTES));
        }
        checkHeader(record, compressedBytes);
        try {
            return Histogram.decodeFromCompressedByteBuffer(buffer, 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new MeasureException("histogram is damaged: bytes=" + record.length, e);
        }
    }

    private static void checkCookie(int cookie) {
        int base = cookie & ~WORD_BITS;
        if (cookie == DOUBLE_COOKIE || cookie == DOUBLE_COMPRESSED_COOKIE) {
            throw new MeasureException("a histogram of double values is not read: cookie=" + hex(cookie));
        }
        if (base != COMPRESSED_COOKIE && base != COMPRESSED_COOKIE_FIRST && base != COMPRESSED_COOKIE_OLD) {
            throw new MeasureException("not a histogram: cookie=" + hex(cookie));
        }
    }

    private static void checkHeader(byte[] record, int compressedBytes) {
        ByteBuffer header = ByteBuffer.wrap(inflate(record, compressedBytes));
        int cookie = header.getInt(0);
        int base = cookie & ~WORD_BITS;
        boolean isOld = base == COOKIE_OLD;
        if (!isOld && base != COOKIE && base != COOKIE_FIRST) {
            throw new MeasureException("not a histogram: cookie=" + hex(cookie));
        }
        int digits = header.getInt(isOld ? 4 : 12);
        long lowest = header.getLong(isOld ? 8 : 16);
        long highest = header.getLong(isOld ? 16 : 24);
        if (digits < 0 || digits > MAX_DIGITS || lowest < 1 || lowest > Long.MAX_VALUE / 2 || highest < 2 * lowest) {
            throw new MeasureException(
                    "histogram out of range: digits=" + digits + " lowest=" + lowest + " highest=" + highest);
        }
        if (!isOld) {
            int payloadBytes = header.getInt(4);
            long most = MAX_BYTES_PER_COUNT * counts(digits, lowest, highest);
            if (payloadBytes < 0 || payloadBytes > most) {
                throw new MeasureException(
                        "histogram claims too much: payloadBytes=" + payloadBytes + " limitBytes=" + most);
            }
        }
    }

    /**
     * Returns how many counters a histogram of this range has at most, which the encoding of its counts cannot
     * exceed.
     */
    private static long counts(int digits, long lowest, long highest) {
        int halfBits = (int) Math.ceil(Math.log(2 * Math.pow(10, digits)) / Math.log(2));
        int unitBits = Long.SIZE - 1 - Long.numberOfLeadingZeros(lowest);
        int valueBits = Long.SIZE - Long.numberOfLeadingZeros(highest);
        long buckets = Math.max(1, valueBits - unitBits - halfBits + 1) + 1L;
        return (buckets + 1) << Math.max(0, halfBits - 1);
    }

    private static byte[] inflate(byte[] record, int compressedBytes) {
        byte[] header = new byte[HEADER_BYTES];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(record, PREFIX_BYTES, compressedBytes);
            int bytes = inflater.inflate(header);
            if (bytes < HEADER_BYTES - PREFIX_BYTES) {
                throw new MeasureException("histogram without a header: bytes=" + bytes);
            }
            return header;
        } catch (DataFormatException e) {
            throw new MeasureException("histogram is damaged: bytes=" + record.length, e);
        } finally {
            inflater.end();
        }
    }

    private static String hex(int cookie) {
        return "0x" + Integer.toHexString(cookie);
    }
}
