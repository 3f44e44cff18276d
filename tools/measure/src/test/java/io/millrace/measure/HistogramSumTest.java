package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramSumTest {
    private final long seed = new Random().nextLong();
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void aSumEqualsTheOneOfTheLibrary() {
        try (HistogramDecoder decoder = new HistogramDecoder()) {
            for (int round = 0; round < 200; round++) {
                long lowest = 1L << random.nextInt(12) | random.nextInt(2);
                int digits = random.nextInt(1, 5);
                HistogramSum sum = new HistogramSum();
                Histogram expected = null;
                for (int i = random.nextInt(1, 6); i > 0; i--) {
                    Histogram histogram = filled(lowest, digits);
                    if (expected == null) {
                        // The library's sum of histograms that hold nothing but zeros has another smallest value.
                        histogram.recordValue(2 * lowest);
                    }
                    EncodedHistogram encoded = encoded(histogram);
                    decoder.add(encoded, sum);
                    if (expected == null) {
                        expected = encoded.decode();
                        expected.setAutoResize(true);
                    } else {
                        expected.add(encoded.decode());
                    }
                }
                Histogram total = sum.total();
                String message = "seed=" + seed + " round=" + round;
                assertEquals(expected, total, message);
                assertEquals(expected.getMaxValue(), total.getMaxValue(), message);
                assertEquals(expected.getValueAtPercentile(99), total.getValueAtPercentile(99), message);
                assertEquals(expected.getTotalCount(), sum.count(), message);
            }
        }
    }

    @Test
    void sumsOfSeveralThreadsAddUp() {
        HistogramSum all = new HistogramSum();
        HistogramSum first = new HistogramSum();
        HistogramSum second = new HistogramSum();
        try (HistogramDecoder decoder = new HistogramDecoder()) {
            for (int i = 0; i < 20; i++) {
                EncodedHistogram encoded = encoded(filled(1 + i % 2, 3));
                decoder.add(encoded, all);
                decoder.add(encoded, i % 3 == 0 ? first : second);
            }
        }
        first.add(second);
        assertEquals(all.total(), first.total(), "seed=" + seed);
    }

    @Test
    void countsOfEveryLayoutAreKept() {
        HistogramSum sum = new HistogramSum();
        Histogram fine = filled(1, 4);
        Histogram coarse = filled(1000, 2);
        sum.add(coarse);
        sum.add(fine);
        Histogram total = sum.total();
        assertEquals(4, total.getNumberOfSignificantValueDigits());
        assertEquals(fine.getTotalCount() + coarse.getTotalCount(), total.getTotalCount());
        fine.setAutoResize(true);
        fine.add(coarse);
        assertEquals(fine, total, "seed=" + seed);
    }

    @Test
    void wordsOfTheOldEncodingsAreAdded() {
        for (int wordBytes : new int[] {2, 4, 8}) {
            ByteBuffer old = ByteBuffer.allocate(32 + 2048 * wordBytes);
            old.putInt(0x1c849308 | wordBytes << 4).putInt(3).putLong(1).putLong(1_000_000);
            ByteBuffer first = ByteBuffer.allocate(40 + 2048 * wordBytes);
            first.putInt(0x1c849301 | wordBytes << 4).putInt(2048 * wordBytes).putInt(0);
            first.putInt(3).putLong(1).putLong(1_000_000);
            // Big-endian: the last byte of a word is its lowest. Counters 0 to 2,047 are of the values 0 to 2,047.
            old.put(32 + 4 * wordBytes - 1, (byte) 7);
            first.put(40 + 4 * wordBytes - 1, (byte) 5);
            HistogramSum sum = new HistogramSum();
            try (HistogramDecoder decoder = new HistogramDecoder()) {
                decoder.add(encoded(0x1c849309, old.array()), sum);
                decoder.add(encoded(0x1c849302, first.array()), sum);
            }
            assertEquals(12, sum.total().getCountAtValue(3), "wordBytes=" + wordBytes);
            assertEquals(12, sum.count());
        }
    }

    @Test
    void damageLeavesTheSumAsItWas() throws DataFormatException {
        byte[] content = content(filled(1, 3));
        HistogramSum sum = new HistogramSum();
        int refused = 0;
        try (HistogramDecoder decoder = new HistogramDecoder()) {
            decoder.add(encoded(0x1c849304 | 0x10, content), sum);
            for (int i = 0; i < 1_000; i++) {
                Histogram before = sum.total();
                byte[] damaged = content.clone();
                for (int k = random.nextInt(1, 4); k > 0; k--) {
                    damaged[random.nextInt(4, damaged.length)] = (byte) random.nextInt();
                }
                try {
                    decoder.add(encoded(0x1c849304 | 0x10, damaged), sum);
                } catch (MeasureException e) {
                    refused++;
                    assertEquals(before, sum.total(), "seed=" + seed + " i=" + i + " " + e.getMessage());
                }
            }
        }
        assertTrue(refused > 50, "seed=" + seed + " refused=" + refused);
    }

    @Test
    void whatWouldCountTooManyTimesLeavesTheSumAsItWas() {
        Histogram many = new Histogram(3);
        many.recordValueWithCount(5, Long.MAX_VALUE / 2 + 1);
        HistogramSum sum = new HistogramSum();
        sum.add(many);
        HistogramSum other = new HistogramSum();
        other.add(many);
        Histogram before = sum.total();
        assertThrows(MeasureException.class, () -> sum.add(many));
        assertThrows(MeasureException.class, () -> sum.add(other));
        assertEquals(before, sum.total());
        assertEquals(before.getTotalCount(), sum.count());
    }

    @Test
    void whatIsBeyondTheCountersIsRefused() {
        refused("zeros exceed the last counter", 1, 0xff, 0xff, 0xff, 0x7f);
        refused("zeros exceed the last counter", 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
        refused("too many values", 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 2);
        refused("count is truncated", 2, 0x80);
        int counters = new HistogramLayout(1, 3).counters(1_000_000);
        int[] zerosAndOne = new int[counters + 1];
        zerosAndOne[counters] = 2;
        refused("count exceeds the last counter", zerosAndOne);
    }

    @Test
    void aLineOfAnotherKindEachIsNoWayToAllMemory() {
        HistogramSum sum = new HistogramSum();
        assertThrows(MeasureException.class, () -> {
            for (int i = 1; i < 1_000; i++) {
                sum.add(filled(i, 3));
            }
        });
    }

    @Test
    void theLayoutIsThatOfTheLibrary() {
        for (int i = 0; i < 2_000; i++) {
            long lowest = random.nextLong(1, 1L << random.nextInt(1, 41));
            int digits = random.nextInt(6);
            long highest = Math.max(2 * lowest, random.nextLong(Long.MAX_VALUE) >>> random.nextInt(62));
            String message = "seed=" + seed + " lowest=" + lowest + " digits=" + digits + " highest=" + highest;
            Histogram histogram = new Histogram(lowest, highest, digits);
            HistogramLayout layout = new HistogramLayout(lowest, digits);
            assertEquals(histogram.getNeededByteBufferCapacity(), 40 + 9 * layout.counters(highest), message);
            long value = random.nextLong(highest + 1);
            int index = layout.indexOf(value);
            assertTrue(index < layout.counters(highest), message);
            assertEquals(histogram.lowestEquivalentValue(value), layout.valueAt(index), message);
        }
    }

    private void refused(String message, int... numbers) {
        byte[] bytes = new byte[40 + numbers.length];
        ByteBuffer.wrap(bytes)
                .putInt(0x1c849303 | 0x10)
                .putInt(numbers.length)
                .putInt(0)
                .putInt(3)
                .putLong(1)
                .putLong(1_000_000);
        for (int i = 0; i < numbers.length; i++) {
            bytes[40 + i] = (byte) numbers[i];
        }
        HistogramSum sum = new HistogramSum();
        try (HistogramDecoder decoder = new HistogramDecoder()) {
            String actual = assertThrows(
                            MeasureException.class, () -> decoder.add(encoded(0x1c849304 | 0x10, bytes), sum))
                    .getMessage();
            assertTrue(actual.contains(message), actual);
        }
        assertEquals(0, sum.count());
    }

    private Histogram filled(long lowest, int digits) {
        long highest = lowest << random.nextInt(2, 40);
        Histogram histogram = new Histogram(lowest, highest, digits);
        for (int i = random.nextInt(200); i > 0; i--) {
            long value = random.nextLong(highest) >>> random.nextInt(30);
            histogram.recordValueWithCount(value, random.nextLong(1, 1L << random.nextInt(1, 45)));
        }
        return histogram;
    }

    private static EncodedHistogram encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 100);
        int bytes = histogram.encodeIntoCompressedByteBuffer(buffer);
        return new EncodedHistogram(Base64.getEncoder().encode(Arrays.copyOf(buffer.array(), bytes)));
    }

    private static byte[] content(Histogram histogram) throws DataFormatException {
        byte[] record = Base64.getDecoder().decode(encoded(histogram).base64());
        Inflater inflater = new Inflater();
        inflater.setInput(record, 8, record.length - 8);
        byte[] content = new byte[histogram.getNeededByteBufferCapacity()];
        int bytes = inflater.inflate(content);
        inflater.end();
        return Arrays.copyOf(content, bytes);
    }

    private static EncodedHistogram encoded(int cookie, byte... content) {
        Deflater deflater = new Deflater();
        deflater.setInput(content);
        deflater.finish();
        byte[] output = new byte[content.length + 100];
        int bytes = deflater.deflate(output);
        deflater.end();
        ByteBuffer record = ByteBuffer.allocate(8 + bytes);
        record.putInt(cookie).putInt(bytes).put(output, 0, bytes);
        return new EncodedHistogram(Base64.getEncoder().encode(record.array()));
    }
}
