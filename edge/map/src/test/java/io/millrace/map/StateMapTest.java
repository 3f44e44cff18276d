package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import io.millrace.wire.WireException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
class StateMapTest {

    private static final int STEPS = 4_000;
    private static final int KEYS = 150;

    /** A key whose bytes depend on an order that equality ignores. */
    record Names(Set<String> names) {}

    private final Map<String, String> model = new LinkedHashMap<>();

    @Test
    void behavesAsALinkedHashMap() {
        for (int round = 0; round < Lane.rounds(6); round++) {
            long seed = System.nanoTime();
            System.out.println("seed=" + seed);
            try {
                run(new Random(seed), round % 2 == 0 ? KeyOrder.NONE : KeyOrder.NATURAL);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
    }

    private void run(Random random, KeyOrder order) {
        model.clear();
        StateMap<String, String> map = StateMap.of(String.class, String.class, order);
        for (int step = 0; step < STEPS; step++) {
            step(map, random);
            if (step % 50 == 0) {
                assertSameEntries(map, order, random);
            }
        }
        assertSameEntries(map, order, random);
    }

    private static String key(Random random) {
        int number = random.nextInt(KEYS);
        return "k".repeat(number % 50) + number;
    }

    private static String value(Random random) {
        int length = random.nextInt(40) == 0 ? random.nextInt(40_000) : random.nextInt(200);
        return "v".repeat(length) + random.nextInt();
    }

    private void step(StateMap<String, String> map, Random random) {
        String key = key(random);
        String value = value(random);
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                map.put(key, value);
                model.put(key, value);
            }
            case 3, 4 -> assertEquals(model.remove(key) != null, map.remove(key));
            case 5 -> assertEquals(model.putIfAbsent(key, value) == null, map.putIfAbsent(key, value));
            case 6 -> {
                boolean removes = random.nextBoolean();
                assertEquals(
                        model.compute(key, (_, old) -> removes || old == null ? null : old + "+"),
                        map.compute(key, (_, old) -> removes || old == null ? null : old + "+"));
            }
            default -> {
                if (random.nextInt(400) == 0) {
                    map.clear();
                    model.clear();
                }
            }
        }
        assertEquals(model.get(key), map.get(key));
        assertEquals(model.getOrDefault(key, "none"), map.getOrDefault(key, "none"));
        assertEquals(model.containsKey(key), map.containsKey(key));
        assertEquals(model.size(), map.size());
        assertEquals(model.isEmpty(), map.isEmpty());
    }

    private void assertSameEntries(StateMap<String, String> map, KeyOrder order, Random random) {
        List<Map.Entry<String, String>> found = new ArrayList<>();
        map.forEach((key, value) -> found.add(Map.entry(key, value)));
        assertEquals(List.copyOf(model.entrySet()), found);
        if (order == KeyOrder.NATURAL) {
            String from = key(random);
            String before = key(random);
            TreeMap<String, String> sorted = new TreeMap<>(model);
            assertEquals(List.copyOf(sorted.entrySet()), map.range(KeyRange.all()));
            assertEquals(
                    List.copyOf(sorted.tailMap(from, true).entrySet()),
                    map.range(KeyRange.<String>all().from(from)));
            List<Map.Entry<String, String>> bounded = sorted.tailMap(from, false).headMap("~", true).entrySet().stream()
                    .filter(entry -> entry.getKey().compareTo(before) < 0)
                    .limit(7)
                    .toList();
            assertEquals(
                    bounded,
                    map.range(KeyRange.<String>all().after(from).before(before).most(7)));
        }
    }

    @Test
    void aValueThatWasPutOrReturnedIsACopy() {
        StateMap<String, Position> map = StateMap.of(String.class, Position.class);
        Position position = new Position().set("a", 1, 2);
        map.put("k", position);
        position.quantity = 7;
        Position found = map.get("k");
        assertEquals(1, found.quantity);
        found.quantity = 8;
        assertEquals(1, map.get("k").quantity);
        Position reused = new Position();
        assertSame(reused, map.get("k", reused));
        assertEquals(1, reused.quantity);
    }

    @Test
    void memoryOfRemovedEntriesIsUsedAgain() {
        StateMap<Long, String> map = StateMap.of(Long.class, String.class);
        for (long round = 0; round < 50; round++) {
            for (long key = 0; key < 2_000; key++) {
                map.put(round * 2_000 + key, "v".repeat(100));
                map.remove((round - 1) * 2_000 + key);
            }
        }
        assertEquals(2_000, map.size());
        assertTrue(map.bytes() < 2_000 * 400, () -> "bytes=" + map.bytes());
    }

    @Test
    void largeValuesReturnTheirMemory() {
        StateMap<String, byte[]> map = StateMap.of(String.class, byte[].class);
        for (int i = 0; i < 100; i++) {
            map.put("k", new byte[100_000 + i]);
        }
        assertTrue(map.bytes() < 400_000, () -> "bytes=" + map.bytes());
    }

    @Test
    void aChangeThatIsRefusedChangesNothing() {
        StateMap<String, Optional<String>> map = optionals();
        map.put("k", Optional.of("v"));
        assertThrows(NullPointerException.class, () -> map.put("k", null));
        assertThrows(NullPointerException.class, () -> map.put(null, Optional.of("v")));
        assertThrows(NullPointerException.class, () -> map.get(null));
        String longest = "k".repeat(StateMap.LONGEST_KEY_BYTES + 1);
        assertRefused("key is too long map=state bytes=", () -> map.put(longest, Optional.of("v")));
        assertRefused(
                "function must not change the map that it is called for",
                () -> map.compute("k", (_, _) -> {
                    map.clear();
                    return null;
                }));
        assertRefused("function must not change the map", () -> map.forEach((key, _) -> map.remove(key)));
        assertEquals(1, map.size());
        assertEquals("v", map.get("k").orElseThrow());
        map.clear();
        assertNull(map.get("k"));
        assertFalse(map.remove("k"));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a generic type
    private static StateMap<String, Optional<String>> optionals() {
        return (StateMap) StateMap.of(String.class, Optional.class);
    }

    private static void assertRefused(String message, Runnable change) {
        MapException refused = assertThrows(MapException.class, change::run);
        assertTrue(refused.getMessage().startsWith(message), refused::getMessage);
    }

    @Test
    void rangesNeedAnOrder() {
        StateMap<String, String> map = StateMap.of(String.class, String.class);
        assertRefused("map has no ordered index, which ranges need", () -> map.range(KeyRange.all()));
        assertRefused(
                "keys of a map with an ordered index must be comparable map=state keyType=[B",
                () -> StateMap.of(byte[].class, String.class, KeyOrder.NATURAL));
        assertRefused(
                "a key must not contain a set or a map", () -> StateMap.of(Names.class, String.class, KeyOrder.NONE));
        assertRefused(
                "a range has one entry at least most=0", () -> KeyRange.all().most(0));
    }

    @Test
    void aValueOfATypeThatIsNotAllowedIsRefused() {
        StateMap<String, Object> map = StateMap.of(String.class, Object.class);
        assertThrows(WireException.class, () -> map.put("k", new Object()));
        assertTrue(map.isEmpty());
    }
}
