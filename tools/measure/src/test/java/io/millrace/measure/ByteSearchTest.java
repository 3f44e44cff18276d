package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteSearchTest {
    @Test
    void whatIsFoundIsWhatALoopFinds() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] = (byte) (random.nextInt(12) == 0 ? random.nextInt(3) - 1 : random.nextInt());
            }
            int from = random.nextInt(bytes.length + 1);
            int to = random.nextInt(from, bytes.length + 1);
            byte one = (byte) (random.nextInt(3) - 1);
            int first = from;
            while (first < to && bytes[first] != one) {
                first++;
            }
            int last = to - 1;
            while (last >= from && bytes[last] != one && bytes[last] != 7) {
                last--;
            }
            String message = "seed=" + seed + " i=" + i;
            assertEquals(first, ByteSearch.indexOf(bytes, from, to, one), message);
            assertEquals(last, ByteSearch.lastIndexOf(bytes, from, to, one, (byte) 7), message);
        }
    }
}
