package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Random;
import java.util.zip.Deflater;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Encodes by the description of the formats, so that reading is tested independently of a writer. */
class EncodedHistogramTest {
    private static final long HIGHEST = 1_000_000;

    @Test
    void theNewestEncodingIsRead() {
        Histogram histogram = new Histogram(1, HIGHEST, 3);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            histogram.recordValue(random.nextLong(HIGHEST));
        }
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int bytes = histogram.encodeIntoCompressedByteBuffer(buffer);
        assertEquals(histogram, decode(ByteBuffer.wrap(buffer.array(), 0, bytes)), "seed=" + seed);
    }

    @Test
    void theFirstTwoEncodingsAreRead() {
        // With a range from 1 and three digits, counts 0 to 2,047 are of the values 0 to 2,047.
        long[] counts = new long[2048];
        counts[3] = 7;
        counts[2000] = 2;
        ByteBuffer old = ByteBuffer.allocate(32 + 8 * counts.length);
        old.putInt(0x1c849308 | 0x80).putInt(3).putLong(1).putLong(HIGHEST).putLong(9);
        ByteBuffer first = ByteBuffer.allocate(40 + 8 * counts.length);
        first.putInt(0x1c849301 | 0x80)
                .putInt(8 * counts.length)
                .putInt(0)
                .putInt(3)
                .putLong(1)
                .putLong(HIGHEST);
        first.putDouble(1.0);
        for (long count : counts) {
            old.putLong(count);
            first.putLong(count);
        }
        check(decode(compressed(0x1c849309 | 0x80, old.array())));
        check(decode(compressed(0x1c849302 | 0x80, first.array())));
    }

    private static void check(Histogram histogram) {
        assertEquals(9, histogram.getTotalCount());
        assertEquals(7, histogram.getCountAtValue(3));
        assertEquals(2, histogram.getCountAtValue(2000));
    }

    @Test
    void absurdSizesAreRefusedBeforeMemoryIsGiven() {
        refused("histogram payload is too large payloadBytes=2147483647", header(Integer.MAX_VALUE, 3, 1, HIGHEST));
        refused("histogram payload is too large payloadBytes=-1", header(-1, 3, 1, HIGHEST));
        refused("histogram out of range digits=9", header(10, 9, 1, HIGHEST));
        refused("histogram out of range digits=-1", header(10, -1, 1, HIGHEST));
        refused("histogram out of range digits=3 lowest=0", header(10, 3, 0, HIGHEST));
        refused("histogram out of range digits=3 lowest=10 highest=5", header(10, 3, 10, 5));
        refused("histogram out of range digits=3 lowest=1 highest=-9", header(10, 3, 1, -9));
    }

    @Test
    void whatIsCutShortOrOfAnotherKindIsRefused() {
        ByteBuffer cut = compressed(0x1c849304 | 0x10, header(0, 3, 1, HIGHEST));
        cut.putInt(4, 1 << 30);
        assertTrue(error(cut).getMessage().startsWith("histogram is truncated lengthBytes=1073741824"));
        assertTrue(error(ByteBuffer.wrap(new byte[3])).getMessage().startsWith("histogram is too short bytes=3"));
        assertTrue(error(ByteBuffer.wrap(new byte[50])).getMessage().startsWith("not a histogram cookie=0x0"));
        DoubleHistogram doubles = new DoubleHistogram(3);
        doubles.recordValue(1.5);
        ByteBuffer buffer = ByteBuffer.allocate(doubles.getNeededByteBufferCapacity());
        int bytes = doubles.encodeIntoCompressedByteBuffer(buffer);
        assertTrue(error(ByteBuffer.wrap(buffer.array(), 0, bytes)).getMessage().contains("double values"));
        assertThrows(MeasureException.class, () -> new EncodedHistogram(new byte[] {'%', '%'}).decode());
    }

    @Test
    void damageAnywhereIsOneKindOfError() {
        Histogram histogram = new Histogram(1, HIGHEST, 3);
        histogram.recordValue(17);
        histogram.recordValue(99_999);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int bytes = histogram.encodeIntoCompressedByteBuffer(buffer);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = new byte[bytes];
            System.arraycopy(buffer.array(), 0, damaged, 0, bytes);
            damaged[random.nextInt(bytes)] = (byte) random.nextInt();
            try {
                decode(ByteBuffer.wrap(damaged));
            } catch (MeasureException e) {
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed + " i=" + i, e);
            }
        }
        assertTrue(refused > 1_000, "seed=" + seed + " refused=" + refused);
    }

    private static byte[] header(int payloadBytes, int digits, long lowest, long highest) {
        return ByteBuffer.allocate(48)
                .putInt(0x1c849303 | 0x10)
                .putInt(payloadBytes)
                .putInt(0)
                .putInt(digits)
                .putLong(lowest)
                .putLong(highest)
                .putDouble(1.0)
                .array();
    }

    private static void refused(String message, byte[] header) {
        String actual = error(compressed(0x1c849304 | 0x10, header)).getMessage();
        assertTrue(actual.startsWith(message), actual);
    }

    private static MeasureException error(ByteBuffer record) {
        return assertThrows(MeasureException.class, () -> decode(record));
    }

    private static ByteBuffer compressed(int cookie, byte[] content) {
        Deflater deflater = new Deflater();
        deflater.setInput(content);
        deflater.finish();
        byte[] output = new byte[content.length + 100];
        int bytes = deflater.deflate(output);
        deflater.end();
        ByteBuffer record = ByteBuffer.allocate(8 + bytes);
        return record.putInt(cookie).putInt(bytes).put(output, 0, bytes).flip();
    }

    private static Histogram decode(ByteBuffer record) {
        return new EncodedHistogram(
                        Base64.getEncoder().encode(record.duplicate()).array())
                .decode();
    }
}
