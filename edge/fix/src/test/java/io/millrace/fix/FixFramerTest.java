package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixFramerTest {

    private static final int LONGEST = 1024;

    private final FixFramer framer = new FixFramer(LONGEST);

    @Test
    void messagesComeWholeHoweverTheStreamIsCut() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> sent = new ArrayList<>();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int i = 0; i < 2_000; i++) {
            byte[] message = Samples.message("0", "112=" + "x".repeat(1 + random.nextInt(600)) + "|");
            sent.add(FixText.latin(message, 0, message.length));
            stream.writeBytes(message);
            if (random.nextInt(4) == 0) {
                stream.writeBytes(Samples.bytes("garbage|8=|9=|"));
            }
        }
        assertEquals(sent, messages(stream.toByteArray(), random), "seed=" + seed);
    }

    /** quickfixj#432. */
    @Test
    void badLengthsEndAndTheNextGoodMessageIsRead() {
        byte[] good = Samples.message("0", "112=good|");
        List<String> bad = List.of(
                "8=FIX.4.4|9=02A|35=0|10=000|",
                "8=FIX.4.4|9=0K2|35=0|10=000|",
                "8=FIX.4.4|9=" + "1".repeat(100_000),
                "8=FIX.4.4|9=|35=0|",
                "8=FIX.4.4|9=-5|35=0|",
                "8=FIX" + "x".repeat(100_000),
                "no separator at all ".repeat(10_000),
                "8=FIX.4.4|35=0|9=5|10=000|",
                "8=FIX.4.4|9=5|35=0|",
                "8=FIX.4.4|9=5|35=0|10=00000000|");
        for (String text : bad) {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            stream.writeBytes(Samples.bytes(text));
            stream.writeBytes(good);
            framer.clear();
            List<String> found = messages(stream.toByteArray(), new Random(1));
            assertEquals(
                    List.of(FixText.latin(good, 0, good.length)),
                    found,
                    text.substring(0, Math.min(40, text.length())));
            assertTrue(framer.bytes().length <= 4 * LONGEST, "memory is bounded bytes=" + framer.bytes().length);
        }
    }

    @Test
    void aMessageAboveTheLimitIsTold() {
        byte[] bytes = Samples.bytes("8=FIX.4.4|9=999999999|35=0|");
        framer.add(bytes, 0, bytes.length);
        assertEquals(FixFramer.Result.TOO_LONG, framer.next());
        assertEquals(999_999_999, framer.statedLength());
        assertThrows(IllegalArgumentException.class, () -> new FixFramer(10));
        assertThrows(IllegalArgumentException.class, () -> framer.add(new byte[10_000], 0, 10_000));
    }

    private List<String> messages(byte[] stream, Random random) {
        List<String> found = new ArrayList<>();
        int at = 0;
        while (at < stream.length) {
            int count = Math.min(Math.min(stream.length - at, framer.free()), 1 + random.nextInt(900));
            framer.add(stream, at, count);
            at += count;
            for (FixFramer.Result next = framer.next(); next != FixFramer.Result.INCOMPLETE; next = framer.next()) {
                assertTrue(next != FixFramer.Result.TOO_LONG);
                if (next == FixFramer.Result.MESSAGE) {
                    found.add(FixText.latin(framer.bytes(), framer.offset(), framer.offset() + framer.length()));
                }
            }
        }
        return found;
    }
}
