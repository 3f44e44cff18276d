package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.journal.Index;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SentIndexTest {

    @Test
    void itKnowsWhatATableKnows() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SentIndex index = new SentIndex();
        TreeMap<Long, Long> table = new TreeMap<>();
        long next = 1;
        long at = 0;
        for (int i = 0; i < 20_000; i++) {
            int kind = random.nextInt(2_000);
            if (kind == 0) {
                next = 1 + random.nextLong(2 * next);
                index.forgetFrom(next);
                table.tailMap(next).clear();
                if (!table.isEmpty() && table.lastKey() != next - 1) {
                    table.clear();
                }
            }
            at += kind < 20 ? 1L << random.nextInt(40) : 1 + random.nextInt(200);
            index.add(next, at);
            table.put(next++, at);
            long asked = random.nextLong(next + 3);
            assertEquals(table.getOrDefault(asked, Index.NONE), index.find(asked), "seed=" + seed + " i=" + i);
            Long from = table.ceilingKey(asked);
            assertEquals(from == null ? Long.MAX_VALUE : from, index.nextKnown(asked), "seed=" + seed + " i=" + i);
        }
        table.forEach((number, where) -> assertEquals(where, index.find(number), "seed=" + seed));
    }
}
