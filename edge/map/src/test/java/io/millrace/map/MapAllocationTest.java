package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look-up into an earlier value allocates nothing, in the owner and in a reader. */
class MapAllocationTest {

    private static final int KEYS = 1_000;
    private static final int LOOKUPS = 60_000;

    /** As often as this the compilers may still be at work; on a machine with much to do that takes some rounds. */
    private static final int MOST_ROUNDS = 200;

    @TempDir
    Path dir;

    @Test
    void aLookUpAllocatesNothing() {
        try (PersistentMap<Long, Position> map = PersistentMap.open(dir, Long.class, Position.class);
                PersistentMap<Long, Position> reader = PersistentMap.openReadOnly(dir, Long.class, Position.class)) {
            Long[] keys = new Long[KEYS];
            for (int i = 0; i < KEYS; i++) {
                keys[i] = 1_000L * i;
                map.put(keys[i], new Position().set("account", i, i));
            }
            measure(map, keys);
            measure(reader, keys);
        }
    }

    private static void measure(PersistentMap<Long, Position> map, Long[] keys) {
        Position reused = new Position();
        long sum = 0;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < MOST_ROUNDS && allocated >= LOOKUPS; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            sum += sum(map, keys, reused);
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertTrue(sum > 0);
        assertEquals(0, allocated / LOOKUPS, "bytes=" + allocated);
    }

    private static long sum(PersistentMap<Long, Position> map, Long[] keys, Position reused) {
        long sum = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            sum += map.get(keys[i % KEYS], reused).quantity;
        }
        return sum;
    }
}
