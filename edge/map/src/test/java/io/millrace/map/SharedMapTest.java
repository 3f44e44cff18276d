package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.FailPoint;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.Ownership;
import io.millrace.leaks.Lane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several writers of one map, which are map objects of one process here. */
@Tag("proof")
class SharedMapTest {

    private static final Duration SOON = Duration.ofMillis(100);

    @TempDir
    Path dir;

    private static MapOptions options() {
        return MapOptions.defaults().withOwnership(Ownership.SHARED).withSegmentSizeBytes(1 << 16);
    }

    private PersistentMap<String, Long> open() {
        return PersistentMap.open(dir, String.class, Long.class, options());
    }

    @Test
    void eachSeesWhatTheOthersHavePut() {
        try (PersistentMap<String, Long> one = open();
                PersistentMap<String, Long> other = open();
                PersistentMap<String, Long> reader = PersistentMap.openReadOnly(dir, String.class, Long.class)) {
            one.put("a", 1L);
            assertEquals(1, other.get("a"));
            assertFalse(other.putIfAbsent("a", 2L));
            assertTrue(other.replace("a", 1L, 3L));
            assertFalse(one.replace("a", 1L, 4L));
            assertEquals(4, one.compute("a", (_, old) -> old + 1));
            other.batch().put("b", 1L).remove("a").commit();
            assertNull(one.get("a"));
            assertEquals(1, one.size());
            assertEquals(1, reader.get("b"));
            assertTrue(one.remove("b"));
            assertFalse(other.remove("b"));
            assertTrue(reader.isEmpty());
        }
        try (PersistentMap<String, Long> owner = PersistentMap.open(dir, String.class, Long.class)) {
            assertTrue(owner.isEmpty());
            owner.put("c", 1L);
        }
        try (PersistentMap<String, Long> one = open()) {
            assertEquals(1, one.get("c"), "an owner and several writers may follow each other");
        }
    }

    @Test
    void anOwnerAndSeveralWritersExcludeEachOther() {
        try (PersistentMap<String, Long> one = open()) {
            one.put("a", 1L);
            assertThrows(JournalLockedException.class, () -> PersistentMap.open(dir, String.class, Long.class));
        }
        try (PersistentMap<String, Long> owner = PersistentMap.open(dir, String.class, Long.class)) {
            owner.put("a", 2L);
            JournalLockedException refused = assertThrows(JournalLockedException.class, this::open);
            assertTrue(refused.getMessage().contains("SHARED"), refused::getMessage);
        }
    }

    @Test
    void conditionsAreDecidedOnceForAll() throws Exception {
        int rounds = Lane.rounds(1_000);
        long[] won = new long[2];
        try (PersistentMap<String, Long> one = open();
                PersistentMap<String, Long> other = open()) {
            List<PersistentMap<String, Long>> maps = List.of(one, other);
            together(maps, writer -> {
                PersistentMap<String, Long> map = maps.get(writer);
                for (int n = 0; n < rounds; n++) {
                    won[writer] += map.putIfAbsent("first" + n % 97 + "-" + n / 97, (long) writer) ? 1 : 0;
                    map.asConcurrentMap().merge("sum" + n % 3, 1L, Long::sum);
                    map.compute("odd", (_, old) -> old == null ? 1L : null);
                }
            });
            assertEquals(rounds, won[0] + won[1], "one of the two has put each key");
            assertEquals(2L * rounds, one.get("sum0") + one.get("sum1") + one.get("sum2"));
            assertNull(other.get("odd"), "it was put and removed in turn");
            long of1 = 0;
            for (int n = 0; n < rounds; n++) {
                of1 += one.get("first" + n % 97 + "-" + n / 97);
            }
            assertEquals(won[1], of1, "the values are those of the writers that were told so");
        }
    }

    /** What a writer does; it has a number. */
    private interface Work {
        void run(int writer) throws Exception;
    }

    private static void together(List<?> writers, Work work) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(writers.size())) {
            List<Future<Object>> all = new ArrayList<>();
            for (int i = 0; i < writers.size(); i++) {
                int writer = i;
                Callable<Object> task = () -> {
                    work.run(writer);
                    return null;
                };
                all.add(threads.submit(task));
            }
            for (Future<Object> each : all) {
                each.get();
            }
        }
    }

    @Test
    void compactionBesideOtherWritersBringsNoOlderEntryBack() throws Exception {
        int rounds = Lane.rounds(20_000);
        List<Map<String, Long>> models = List.of(new HashMap<>(), new HashMap<>());
        try (PersistentMap<String, Long> one = open();
                PersistentMap<String, Long> other = open()) {
            List<PersistentMap<String, Long>> maps = List.of(one, other);
            together(maps, writer -> {
                PersistentMap<String, Long> map = maps.get(writer);
                Map<String, Long> model = models.get(writer);
                for (long n = 0; n < rounds; n++) {
                    String key = writer + "-" + n * n % 1_009;
                    assertEquals(model.get(key), map.get(key), key);
                    if (n % 5 == 0) {
                        assertEquals(model.remove(key) != null, map.remove(key), key);
                    } else if (n % 7 == 0) {
                        map.batch().put(key, n).put(writer + "-last", n).commit();
                        model.put(key, n);
                        model.put(writer + "-last", n);
                    } else {
                        map.put(key, n);
                        model.put(key, n);
                    }
                }
            });
            Map<String, Long> expected = new HashMap<>(models.getFirst());
            expected.putAll(models.getLast());
            assertEquals(expected, contents(one));
            assertEquals(expected, contents(other));
        }
    }

    private static Map<String, Long> contents(PersistentMap<String, Long> map) {
        Map<String, Long> found = new HashMap<>();
        map.forEach(found::put);
        return found;
    }

    @ParameterizedTest
    @EnumSource(
            value = FailPoint.class,
            names = {"CLAIMED", "CLAIM_COPIED"})
    void aWriterThatStandsStillIsFencedAndDecidesAnew(FailPoint point) throws Exception {
        Stop stop = new Stop(point);
        MapFaultInjector injector = stop::reached;
        try (PersistentMap<String, Long> stopped =
                        PersistentMap.open(dir, String.class, Long.class, options(), injector);
                PersistentMap<String, Long> other = PersistentMap.open(
                        dir, String.class, Long.class, options().withFenceAfter(SOON));
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            stopped.put("other", 1L);
            stop.arm();
            stop.isDue = true;
            Future<Boolean> first = thread.submit(() -> stopped.putIfAbsent("k", 1L));
            stop.stands.await();
            assertTrue(other.putIfAbsent("k", 2L), "the other one is fenced");
            stop.continues.countDown();
            assertFalse(first.get(), "its call has another position now, after that of the other");
            assertEquals(2, stopped.get("k"));
            assertEquals(2, other.get("k"));
        }
    }

    @Test
    void whatAnotherWriterHasReplacedIsNotPutAgain() throws Exception {
        Stop stop = new Stop(FailPoint.CLAIMED);
        MapFaultInjector injector = new MapFaultInjector() {
            @Override
            public void reached(FailPoint point) {
                stop.reached(point);
            }

            @Override
            public void reached(MapPoint point) {
                stop.isDue |= point == MapPoint.ENTRY_KEPT; // the next claim is for such an entry too, or the change
            }
        };
        int keys = 500;
        try (PersistentMap<String, Long> stopped =
                        PersistentMap.open(dir, String.class, Long.class, options(), injector);
                PersistentMap<String, Long> other = PersistentMap.open(
                        dir, String.class, Long.class, options().withFenceAfter(SOON));
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            for (long round = 1; round <= Lane.rounds(8); round++) {
                for (int key = 0; key < keys; key++) {
                    stopped.put("k" + key, -round);
                }
                stop.arm();
                Future<?> changes = thread.submit(() -> {
                    for (long n = 0; !stop.hasStood(); n++) {
                        stopped.put("own", n);
                    }
                });
                stop.stands.await();
                for (int key = 0; key < keys; key++) {
                    other.put("k" + key, round);
                }
                stop.continues.countDown();
                changes.get();
                for (int key = 0; key < keys; key++) {
                    assertEquals(round, stopped.get("k" + key));
                    assertEquals(round, other.get("k" + key));
                }
            }
        }
    }

    /** Lets the thread that reaches a point stand there once, when that is due. */
    private static final class Stop {

        private final FailPoint point;
        private final AtomicBoolean armed = new AtomicBoolean();
        private volatile CountDownLatch stands = new CountDownLatch(1);
        private volatile CountDownLatch continues = new CountDownLatch(1);
        private volatile boolean isDue;

        Stop(FailPoint point) {
            this.point = point;
        }

        void arm() {
            stands = new CountDownLatch(1);
            continues = new CountDownLatch(1);
            isDue = false;
            armed.set(true);
        }

        boolean hasStood() {
            return !armed.get();
        }

        void reached(FailPoint reached) {
            if (reached == point && isDue && armed.compareAndSet(true, false)) {
                stands.countDown();
                try {
                    continues.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Test
    void aBatchThatNoSegmentHoldsIsRefusedAndChangesNothing() {
        try (PersistentMap<String, Long> map = open();
                PersistentMap<String, Long> other = open()) {
            MapBatch<String, Long> batch = map.batch();
            for (long i = 0; i < 3_000; i++) {
                batch.put("key " + i, i);
            }
            MapException refused = assertThrows(MapException.class, batch::commit);
            assertTrue(refused.getMessage().contains(" changes=3000 bytes="), refused::getMessage);
            assertTrue(refused.getMessage().endsWith(" limit=57344 segmentSizeBytes=65536"), refused::getMessage);
            assertTrue(other.isEmpty());
            map.put("a", 1L);
            assertEquals(1, other.size());
            assertEquals(3_000, batch.size(), "it is kept");
        }
    }
}
