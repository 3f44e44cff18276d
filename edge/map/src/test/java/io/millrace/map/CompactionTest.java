package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.CallTailer;
import io.millrace.channel.Channel;
import io.millrace.fixtures.Await;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.leaks.Lane;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Space is reclaimed while a map is changed; nothing is lost by it, and nothing comes back. */
@Tag("proof")
class CompactionTest {

    private static final MapOptions SMALL = MapOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final MapOptions OFF = SMALL.withCompaction(Compaction.OFF);

    @TempDir
    Path scratch;

    private static PersistentMap<String, String> open(Path dir) {
        return PersistentMap.open(dir, String.class, String.class, SMALL);
    }

    private static PersistentMap<String, String> openReadOnly(Path dir) {
        return PersistentMap.openReadOnly(dir, String.class, String.class, SMALL);
    }

    private static List<Path> segments(Path dir) {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(file -> file.toString().endsWith(".segment"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long bytes(Path dir) {
        return segments(dir).stream().mapToLong(file -> file.toFile().length()).sum();
    }

    private static void assertHolds(Map<String, String> model, PersistentMap<String, String> map) {
        Map<String, String> found = new HashMap<>();
        map.forEach(found::put);
        assertEquals(model, found);
        assertEquals(model.size(), map.size());
        model.forEach((key, value) -> assertEquals(value, map.get(key)));
    }

    /** Overwrites until the first files are removed that there are now. */
    private static void churn(PersistentMap<String, String> map, String key) {
        Path first = segments(map.directory()).getFirst();
        int[] n = {0};
        Await.until("compaction removes the oldest file", () -> {
            int puts = n[0] < 3_000 ? 500 : 1; // a few segments, and then the call that compacts further
            for (int i = 0; i < puts; i++) {
                map.put(key, "c".repeat(100) + n[0]++);
            }
            return Files.notExists(first);
        });
    }

    @Test
    void theSpaceIsBounded() {
        int keys = 4_000;
        String padding = "v".repeat(190);
        Path dir = scratch.resolve("map");
        Map<String, String> model = new HashMap<>();
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        try (PersistentMap<String, String> map = open(dir)) {
            for (int i = 0; i < keys; i++) {
                map.put("k".repeat(35) + i, padding + i);
                model.put("k".repeat(35) + i, padding + i);
            }
            for (int i = 0; i < Lane.rounds(30_000); i++) {
                String key = "k".repeat(35) + random.nextInt(keys);
                map.put(key, padding + i);
                model.put(key, padding + i);
            }
            long live = model.entrySet().stream()
                    .mapToLong(
                            entry -> entry.getKey().length() + entry.getValue().length())
                    .sum();
            Await.until("retention has removed what is not needed", () -> bytes(dir) < live * 5 / 2);
            assertHolds(model, map);
        }
        try (PersistentMap<String, String> map = open(dir)) {
            assertHolds(model, map);
        }
    }

    @Test
    void aRemovedKeyDoesNotComeBack() {
        Path dir = scratch.resolve("map");
        try (PersistentMap<String, String> map = open(dir)) {
            Map<String, String> model = new TreeMap<>();
            for (int i = 0; i < 200; i++) {
                map.put("old" + i, "v".repeat(100));
                model.put("old" + i, "v".repeat(100));
            }
            for (int i = 0; i < 200; i += 2) {
                assertTrue(map.remove("old" + i));
                model.remove("old" + i);
            }
            for (int round = 0; round < 3; round++) {
                churn(map, "churned");
                model.put("churned", map.get("churned"));
                assertHolds(model, map);
                try (PersistentMap<String, String> reader = openReadOnly(dir)) {
                    assertHolds(model, reader);
                    assertNull(reader.get("old0"));
                }
            }
        }
    }

    /** The calls of a log from an index on: their indexes, methods and arguments. */
    private static NavigableMap<Long, byte[]> calls(Path dir) {
        NavigableMap<Long, byte[]> calls = new TreeMap<>();
        try (Channel channel = Channel.readOnly(dir);
                CallTailer tailer = CallTailer.of(channel, Durability.MAPPED)) {
            while (tailer.next()) {
                byte[] arguments = tailer.segment()
                        .asSlice(tailer.offset(), tailer.length())
                        .toArray(ValueLayout.JAVA_BYTE);
                byte[] method = tailer.schema().methodName().getBytes(StandardCharsets.UTF_8);
                byte[] call = Arrays.copyOf(method, method.length + arguments.length);
                System.arraycopy(arguments, 0, call, method.length, arguments.length);
                calls.put(tailer.index(), call);
            }
        }
        return calls;
    }

    @Test
    void theSameChangesWriteTheSameCallsWheneverSegmentsAreRemoved() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Path first = scratch.resolve("first");
        Path second = scratch.resolve("second");
        run(first, new Random(seed), false);
        run(second, new Random(seed), true);
        NavigableMap<Long, byte[]> one = calls(first);
        NavigableMap<Long, byte[]> other = calls(second);
        long from = Math.max(one.firstKey(), other.firstKey());
        assertTrue(Index.segment(other.firstKey()) > 0, "segments were removed");
        assertEquals(one.tailMap(from, true).keySet(), other.tailMap(from, true).keySet(), "seed=" + seed);
        assertTrue(one.tailMap(from, true).size() > 100);
        one.tailMap(from, true).forEach((index, call) -> assertArrayEquals(call, other.get(index), "seed=" + seed));
    }

    private static void run(Path dir, Random random, boolean waits) {
        for (int opening = 0; opening < 2; opening++) {
            try (PersistentMap<String, String> map = open(dir)) {
                for (int i = 0; i < 4_000; i++) {
                    String key = "k" + random.nextInt(300);
                    switch (random.nextInt(8)) {
                        case 0 -> map.remove(key);
                        case 1 ->
                            map.batch()
                                    .put(key, "b".repeat(random.nextInt(200)))
                                    .remove("k" + random.nextInt(300))
                                    .commit();
                        default -> map.put(key, "v".repeat(random.nextInt(200)));
                    }
                    if (waits && i % 1_000 == 0) {
                        map.sync();
                    }
                }
                if (waits) {
                    map.sync();
                    Await.until("old files are removed", () -> segments(dir).size() <= 6);
                }
            }
        }
    }

    @Test
    void aReaderThatSleptSeesThePresentValues() {
        Path dir = scratch.resolve("map");
        Map<String, String> model = new HashMap<>();
        try (PersistentMap<String, String> map = open(dir)) {
            for (int i = 0; i < 100; i++) {
                map.put("k" + i, "v".repeat(i));
                model.put("k" + i, "v".repeat(i));
            }
            try (PersistentMap<String, String> reader = openReadOnly(dir)) {
                assertHolds(model, reader);
                for (int round = 0;
                        round < 4;
                        round++) { // first it lacks old segments, then also the calls that follow
                    churn(map, "churned");
                    if (round % 2 == 0) {
                        model.put("churned", map.get("churned"));
                        assertHolds(model, reader);
                        assertTrue(map.remove("k" + round));
                        model.remove("k" + round);
                        assertNull(reader.get("k" + round));
                    }
                }
            }
        }
    }

    @Test
    void aSnapshotStaysReadable() {
        Path dir = scratch.resolve("map");
        try (PersistentMap<String, String> map = open(dir)) {
            Map<String, String> model = new HashMap<>();
            for (int i = 0; i < 100; i++) {
                map.put("k" + i, "v".repeat(i));
                model.put("k" + i, "v".repeat(i));
            }
            try (PersistentMap<String, String> reader = openReadOnly(dir);
                    MapSnapshot<String, String> own = map.snapshot();
                    MapSnapshot<String, String> other = reader.snapshot()) {
                churn(map, "k0");
                churn(map, "k0");
                reader.get("k0");
                for (MapSnapshot<String, String> snapshot : List.of(own, other)) {
                    Map<String, String> found = new HashMap<>();
                    snapshot.forEach(entry -> found.put(entry.getKey(), entry.getValue()));
                    assertEquals(model, found);
                }
            }
        }
    }

    @Test
    void anEarlierStateCanBeAskedForBackToACompaction() {
        Path dir = scratch.resolve("map");
        try (PersistentMap<String, String> map = open(dir)) {
            map.put("a", "1");
            long first = map.lastIndex();
            map.batch().put("a", "2").put("b", "2").commit();
            long batch = map.lastIndex();
            map.remove("a");
            try (PersistentMap<String, String> past = map.asOf(first)) {
                assertEquals("1", past.get("a"));
                assertNull(past.get("b"));
                assertTrue(past.isReadOnly());
                assertEquals(first, past.lastIndex());
                map.put("a", "4");
                assertEquals("1", past.get("a"));
                assertThrows(MapException.class, () -> past.put("a", "5"));
            }
            try (PersistentMap<String, String> past = map.asOf(batch - 1)) {
                assertEquals(Map.of("a", "1"), past.asConcurrentMap(), "a batch counts as a whole");
            }
            try (PersistentMap<String, String> past = map.asOf(batch)) {
                assertEquals(Map.of("a", "2", "b", "2"), past.asConcurrentMap());
            }
            assertMessage("index is after the last call directory=", () -> map.asOf(Index.of(1_000, 0)));
            assertMessage("an index must not be negative", () -> map.asOf(-1));
            churn(map, "a");
            String refused = assertMessage("compaction has removed what the map held at that", () -> map.asOf(batch));
            long oldest = Index.parse(refused.substring(refused.indexOf(" oldest=") + 8));
            assertTrue(oldest > batch);
            try (PersistentMap<String, String> past = map.asOf(oldest)) {
                assertEquals("2", past.get("b"));
            }
            assertMessage("compaction has removed what the map held at that", () -> map.asOf(oldest - 1));
        }
    }

    private static String assertMessage(String begin, Runnable action) {
        String message = assertThrows(MapException.class, action::run).getMessage();
        assertTrue(message.startsWith(begin), message);
        return message;
    }

    @Test
    void whereItIsOffEveryStateCanBeAskedFor() {
        Path dir = scratch.resolve("map");
        try (PersistentMap<String, String> map = PersistentMap.open(dir, String.class, String.class, OFF)) {
            map.put("a", "1");
            long first = map.lastIndex();
            for (int i = 0; i < 3_000; i++) {
                map.put("a", "v".repeat(100));
            }
            assertTrue(Files.exists(dir.resolve(segments(dir).getFirst().getFileName())));
            assertFalse(calls(dir).values().stream().anyMatch(call -> call[0] == 'k' || call[0] == 'c'));
            try (PersistentMap<String, String> past = map.asOf(first)) {
                assertEquals("1", past.get("a"));
            }
        }
    }

    @Test
    void theRestOfABatchCountsWhereItsFirstSegmentsAreRemoved() {
        Path dir = scratch.resolve("map");
        Map<String, String> model = new HashMap<>();
        int changes = 2_000; // several segments
        try (PersistentMap<String, String> map = open(dir)) {
            MapBatch<String, String> batch = map.batch();
            for (int i = 0; i < changes; i++) {
                batch.put("k" + i, "v".repeat(100));
                model.put("k" + i, "v".repeat(100));
            }
            batch.commit();
            for (int i = 0; i < changes / 2; i++) {
                map.put("k" + i, "w");
                model.put("k" + i, "w");
            }
            Await.until("the first segment of the batch is removed", () -> {
                map.put("k0", "w");
                return Files.notExists(dir.resolve("00000000.segment"));
            });
            assertHolds(model, map);
            try (PersistentMap<String, String> reader = openReadOnly(dir);
                    PersistentMap<String, String> past = map.asOf(map.lastIndex())) {
                assertHolds(model, reader);
                assertHolds(model, past);
            }
        }
        try (PersistentMap<String, String> map = open(dir)) {
            assertHolds(model, map);
        }
    }

    @Test
    void anEntryThatWasTooLargeForSmallerSegmentsHoldsNothingOnceItIsRemoved() {
        Path dir = scratch.resolve("map");
        try (PersistentMap<String, String> map =
                PersistentMap.open(dir, String.class, String.class, SMALL.withSegmentSizeBytes(1 << 20))) {
            map.put("large", "v".repeat(100_000));
            map.put("small", "v");
        }
        try (PersistentMap<String, String> map = open(dir)) {
            Path first = segments(dir).getFirst();
            for (int i = 0; i < 20_000; i++) {
                map.put("a", "v".repeat(100));
            }
            assertTrue(Files.exists(first));
            assertTrue(map.remove("large"));
            Await.until("the entry after it is put again", () -> {
                map.put("a", "v");
                return Files.notExists(first);
            });
            assertEquals("v", map.get("small"));
        }
    }

    @Test
    void anEntryThatIsTooLargeForSmallerSegmentsStaysWhereItIs() {
        Path dir = scratch.resolve("map");
        String large = "v".repeat(100_000);
        try (PersistentMap<String, String> map =
                PersistentMap.open(dir, String.class, String.class, SMALL.withSegmentSizeBytes(1 << 20))) {
            map.put("large", large);
        }
        try (PersistentMap<String, String> map = open(dir)) {
            for (int i = 0; i < 20_000; i++) {
                map.put("a", "v".repeat(100));
            }
            assertEquals(large, map.get("large"));
        }
        try (PersistentMap<String, String> map = openReadOnly(dir)) {
            assertEquals(large, map.get("large"));
        }
    }
}
