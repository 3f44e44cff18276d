package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongTableTest {

    @Test
    void itHoldsWhatAMapHolds() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        LongTable<String> table = new LongTable<>();
        Map<Long, String> map = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            long key = 1L + random.nextInt(20_000);
            assertEquals(map.get(key), table.get(key), "seed=" + seed);
            if (!map.containsKey(key)) {
                map.put(key, "v" + key);
                table.put(key, "v" + key);
            }
        }
        map.forEach((key, value) -> assertEquals(value, table.get(key), "seed=" + seed));
        table.clear();
        assertNull(table.get(1));
    }

    @Test
    void zeroIsNoKey() {
        LongTable<String> table = new LongTable<>();
        assertNull(table.get(0));
        assertThrows(IllegalArgumentException.class, () -> table.put(0, "x"));
    }
}
