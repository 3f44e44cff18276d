package io.millrace.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.wire.WireFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8ReaderTest {
    private static final String LETTERS = "a\n\u00e9\u20ac\ud834\udd1e";

    /** Returns a stream that returns a few bytes at a time. */
    private static InputStream slowly(byte[] bytes, Random random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int start, int length) {
                return super.read(into, start, Math.min(length, 1 + random.nextInt(3)));
            }
        };
    }

    private static String text(Random random, int length) {
        int[] letters = LETTERS.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }

    @Test
    void textIsReadWhateverTheSizesOfReads() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            String text = text(random, random.nextInt(10_000));
            byte[] bytes = text.getBytes(UTF_8);
            InputStream stream = i % 2 == 0 ? slowly(bytes, random) : new ByteArrayInputStream(bytes);
            StringWriter read = new StringWriter();
            try (Utf8Reader reader = new Utf8Reader(stream)) {
                for (int letter = reader.read(); letter >= 0; letter = reader.read()) {
                    read.write(letter);
                    if (random.nextInt(100) == 0) {
                        char[] several = new char[random.nextInt(5_000)];
                        read.write(several, 0, Math.max(0, reader.read(several)));
                    }
                }
            }
            assertEquals(text, read.toString(), "seed=" + seed + " i=" + i);
        }
    }

    @Test
    void invalidUtf8IsReportedAfterTheTextBeforeIt() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            String text = text(random, random.nextInt(10_000));
            byte[] front = text.getBytes(UTF_8);
            byte[] bytes = Arrays.copyOf(front, front.length + 2);
            bytes[front.length] = (byte) 0xED; // the first byte of a surrogate, invalid by itself or cut off at the end
            bytes[front.length + 1] = (byte) 0xA0;
            InputStream stream = slowly(i % 2 == 0 ? bytes : Arrays.copyOf(bytes, front.length + 1), random);
            StringWriter read = new StringWriter();
            try (Utf8Reader reader = new Utf8Reader(stream)) {
                WireFormatException error = assertThrows(WireFormatException.class, () -> reader.transferTo(read));
                assertEquals("this is not UTF-8 byte=0xed offset=" + front.length, error.getMessage());
            }
            assertEquals(text, read.toString(), "seed=" + seed + " i=" + i);
        }
    }
}
