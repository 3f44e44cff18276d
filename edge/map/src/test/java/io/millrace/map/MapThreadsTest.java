package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several threads of one process use one map: the owner's, and one that only reads. */
@Tag("proof")
class MapThreadsTest {

    private static final int THREADS = 3;
    private static final int KEYS = 50;

    @TempDir
    Path dir;

    @Test
    void compoundChangesAreAtomic() throws Exception {
        int each = Lane.rounds(3_000);
        try (PersistentMap<String, Long> map = PersistentMap.open(dir, String.class, Long.class);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> {
                    for (int n = 0; n < each; n++) {
                        map.asConcurrentMap().merge("sum" + n % 3, 1L, Long::sum);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
            assertEquals((long) THREADS * each, map.get("sum0") + map.get("sum1") + map.get("sum2"));
        }
    }

    @Test
    void lookUpsBesideChangesSeeWhatReturnedAndWholeBatches() throws Exception {
        long steps = Lane.rounds(8_000);
        AtomicLong returned = new AtomicLong();
        AtomicBoolean ended = new AtomicBoolean();
        MapOptions options = MapOptions.defaults().withSegmentSizeBytes(1 << 16);
        try (PersistentMap<String, Long> map = PersistentMap.open(dir, String.class, Long.class, options);
                PersistentMap<String, Long> reader = PersistentMap.openReadOnly(dir, String.class, Long.class);
                ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS)) {
            map.batch().put("first", 0L).put("second", 0L).commit();
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> look(map, returned, ended)));
                all.add(threads.submit(() -> look(reader, returned, ended)));
            }
            try {
                for (long n = 1; n <= steps; n++) {
                    map.batch().put("first", n).put("second", n).commit();
                    map.put("k" + n % KEYS, n);
                    map.put("extra" + n, n); // lets the table grow
                    if (n > KEYS) {
                        map.remove("extra" + (n - KEYS));
                    }
                    returned.set(n);
                }
            } finally {
                ended.set(true);
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static void look(PersistentMap<String, Long> map, AtomicLong returned, AtomicBoolean ended) {
        while (!ended.get()) {
            long before = returned.get();
            long first = map.get("first");
            long second = map.get("second");
            assertTrue(first >= before, () -> "a batch that returned is seen first=" + first + " returned=" + before);
            assertTrue(second >= first, () -> "a batch is seen whole first=" + first + " second=" + second);
            if (before > 0) {
                long value = map.get("k" + before % KEYS);
                assertTrue(value >= before, () -> "a put that returned is seen value=" + value + " returned=" + before);
            }
        }
    }
}
