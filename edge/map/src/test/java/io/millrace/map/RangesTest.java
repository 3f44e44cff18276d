package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("proof")
class RangesTest {

    private static final MapOptions ORDERED =
            MapOptions.defaults().withSegmentSizeBytes(1 << 16).withOrder(KeyOrder.NATURAL);
    private static final int STEPS = 1_500;

    @TempDir
    Path dir;

    /** A key whose order ignores a field. */
    record Level(int price, String venue) implements Comparable<Level> {
        @Override
        public int compareTo(Level other) {
            return Integer.compare(price, other.price);
        }
    }

    @Test
    void aRangeIsThatOfASortedMap() {
        for (int round = 0; round < Lane.rounds(3); round++) {
            long seed = System.nanoTime();
            System.out.println("seed=" + seed);
            Random random = new Random(seed);
            Path directory = dir.resolve("map" + round);
            TreeMap<Long, String> model = new TreeMap<>();
            for (int opening = 0; opening < 2; opening++) {
                try (PersistentMap<Long, String> map =
                                PersistentMap.open(directory, Long.class, String.class, ORDERED);
                        PersistentMap<Long, String> reader =
                                PersistentMap.openReadOnly(directory, Long.class, String.class, ORDERED)) {
                    for (int step = 0; step < STEPS; step++) {
                        step(map, model, random);
                        if (step % 100 == 0) {
                            assertSameRanges(model, map, random);
                            assertSameRanges(model, reader, random);
                        }
                    }
                    long index = map.lastIndex();
                    TreeMap<Long, String> then = new TreeMap<>(model);
                    map.put(-1_000L, "later");
                    try (PersistentMap<Long, String> past = map.asOf(index)) {
                        assertSameRanges(then, past, random);
                    }
                    map.remove(-1_000L);
                }
            }
        }
    }

    private static void step(PersistentMap<Long, String> map, NavigableMap<Long, String> model, Random random) {
        long key = random.nextLong(-200, 200);
        String value = "v".repeat(random.nextInt(120)) + random.nextInt();
        switch (random.nextInt(4)) {
            case 0 -> {
                map.remove(key);
                model.remove(key);
            }
            case 1 -> {
                map.batch().put(key, value).remove(key + 1).put(key + 2, value).commit();
                model.put(key, value);
                model.remove(key + 1);
                model.put(key + 2, value);
            }
            default -> {
                map.put(key, value);
                model.put(key, value);
            }
        }
    }

    private static void assertSameRanges(
            NavigableMap<Long, String> model, PersistentMap<Long, String> map, Random random) {
        long from = random.nextLong(-200, 200);
        long before = from + random.nextInt(100);
        assertEquals(List.copyOf(model.entrySet()), entries(map, KeyRange.all()));
        assertEquals(
                List.copyOf(model.subMap(from, true, before, false).entrySet()),
                entries(map, KeyRange.<Long>all().from(from).before(before)));
        assertEquals(
                model.tailMap(from, false).entrySet().stream().limit(5).toList(),
                entries(map, KeyRange.<Long>all().after(from).most(5)));
    }

    private static <K, V> List<Map.Entry<K, V>> entries(PersistentMap<K, V> map, KeyRange<K> range) {
        try (MapSnapshot<K, V> snapshot = map.range(range)) {
            List<Map.Entry<K, V>> entries = new ArrayList<>();
            snapshot.forEach(entries::add);
            assertEquals(snapshot.size(), entries.size());
            return entries;
        }
    }

    @Test
    void keysThatCompareAsEqualAreDifferentKeys() {
        try (PersistentMap<Level, String> map = PersistentMap.open(dir, Level.class, String.class, ORDERED)) {
            map.put(new Level(1, "b"), "1b");
            map.put(new Level(1, "a"), "1a");
            map.put(new Level(2, "a"), "2a");
            map.put(new Level(0, "z"), "0z");
            assertEquals(
                    List.of("0z", "1a", "1b", "2a"),
                    entries(map, KeyRange.all()).stream()
                            .map(Map.Entry::getValue)
                            .toList());
            assertEquals(
                    3,
                    entries(map, KeyRange.<Level>all().from(new Level(1, "x"))).size());
            assertEquals(
                    1,
                    entries(map, KeyRange.<Level>all().after(new Level(1, "x"))).size());
            assertEquals(
                    1,
                    entries(map, KeyRange.<Level>all().before(new Level(1, ""))).size());
            map.remove(new Level(1, "b"));
            assertEquals(3, entries(map, KeyRange.all()).size());
        }
    }

    @Test
    void aRangeIsThatOfOneMoment() {
        try (PersistentMap<String, Long> map = PersistentMap.open(dir, String.class, Long.class, ORDERED)) {
            map.put("a", 1L);
            map.put("c", 3L);
            try (MapSnapshot<String, Long> range = map.range(KeyRange.all())) {
                map.put("a", 2L);
                map.put("b", 2L);
                map.remove("c");
                List<Map.Entry<String, Long>> found = new ArrayList<>();
                range.forEach(found::add);
                assertEquals(List.of(Map.entry("a", 1L), Map.entry("c", 3L)), found);
            }
        }
    }

    @Test
    void aRangeWithoutAnOrderedIndexIsRefused() {
        try (PersistentMap<BigDecimal, Long> map = PersistentMap.open(dir, BigDecimal.class, Long.class)) {
            MapException refused = assertThrows(MapException.class, () -> map.range(KeyRange.all()));
            assertTrue(
                    refused.getMessage()
                            .startsWith("map has no ordered index, which ranges need; it is switched on by"
                                    + " KeyOrder.NATURAL directory="),
                    refused::getMessage);
        }
        Path other = dir.resolve("bytes");
        MapException refused =
                assertThrows(MapException.class, () -> PersistentMap.open(other, byte[].class, Long.class, ORDERED));
        assertTrue(
                refused.getMessage().startsWith("keys of a map with an ordered index must be comparable directory="),
                refused::getMessage);
    }
}
