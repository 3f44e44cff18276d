package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Ownership;
import io.millrace.leaks.Lane;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random operations give what a {@link HashMap} gives, also after an opening, for a reader beside the owner, and as of
 * an earlier index; compaction is on.
 */
@Tag("proof")
class MapModelTest {

    private static final int KEYS = 400;
    private static final int STEPS = 3_000;
    private static final int NOTED_EVERY = 250;

    record Instrument(String symbol, int venue) {}

    @TempDir
    Path dir;

    private final Map<Instrument, Position> model = new HashMap<>();

    /** What the map held after the change at an index, for some of them. */
    private final TreeMap<Long, Map<Instrument, Position>> noted = new TreeMap<>();

    private int compacted;

    @Test
    void behavesAsAHashMap() {
        for (int round = 0; round < Lane.rounds(6); round++) {
            long seed = System.nanoTime();
            System.out.println("seed=" + seed);
            Path directory = dir.resolve("map" + round);
            try {
                run(directory, new Random(seed));
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
        assertTrue(compacted > 0, "compaction has removed earlier states");
    }

    private void run(Path directory, Random random) {
        model.clear();
        noted.clear();
        for (int opening = 0; opening < 3; opening++) {
            MapOptions options = MapOptions.defaults()
                    .withOwnership(random.nextBoolean() ? Ownership.SINGLE : Ownership.SHARED)
                    .withSegmentSizeBytes(random.nextBoolean() ? 1 << 16 : 1 << 20)
                    .withKeyHash(random.nextBoolean() ? KeyHash.SIP : KeyHash.WYHASH);
            try (PersistentMap<Instrument, Position> map =
                            PersistentMap.open(directory, Instrument.class, Position.class, options);
                    PersistentMap<Instrument, Position> reader =
                            PersistentMap.openReadOnly(directory, Instrument.class, Position.class)) {
                assertSame(map);
                for (int step = 0; step < STEPS; step++) {
                    step(map, random);
                    Instrument key = key(random);
                    assertEquals(model.get(key), reader.get(key), key::toString);
                    assertEquals(model.size(), reader.size());
                    if (step % NOTED_EVERY == 0) {
                        noted.put(map.lastIndex(), new HashMap<>(model));
                    }
                }
                noted.put(map.lastIndex(), new HashMap<>(model));
                assertEarlierStates(map);
                assertSame(map);
                assertSame(reader);
            }
        }
    }

    private void assertEarlierStates(PersistentMap<Instrument, Position> map) {
        boolean known = false;
        for (Map.Entry<Long, Map<Instrument, Position>> each : noted.entrySet()) {
            try (PersistentMap<Instrument, Position> past = map.asOf(each.getKey())) {
                assertEquals(each.getValue(), past.asConcurrentMap());
                known = true;
            } catch (MapException e) {
                assertTrue(e.getMessage().startsWith("compaction has removed what"), e::getMessage);
                compacted++;
            }
        }
        assertTrue(known, "the present state is known");
    }

    private static Instrument key(Random random) {
        int number = random.nextInt(KEYS);
        return new Instrument("S".repeat(number % 40) + number, number % 3);
    }

    private static Position value(Random random) {
        return new Position().set("a".repeat(random.nextInt(60)), random.nextLong(), random.nextInt(4));
    }

    private void step(PersistentMap<Instrument, Position> map, Random random) {
        Instrument key = key(random);
        Position value = value(random);
        Position other = random.nextBoolean() ? model.getOrDefault(key, value) : value(random);
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> {
                map.put(key, value);
                model.put(key, value);
            }
            case 3 -> assertEquals(model.remove(key) != null, map.remove(key));
            case 4 -> assertEquals(model.putIfAbsent(key, value) == null, map.putIfAbsent(key, value));
            case 5 -> assertEquals(model.replace(key, value) != null, map.replace(key, value));
            case 6 -> assertEquals(model.replace(key, other, value), map.replace(key, other, value));
            case 7 -> assertEquals(model.remove(key, other), map.remove(key, other));
            case 8 -> {
                boolean removes = random.nextInt(4) == 0;
                assertEquals(
                        model.compute(key, (_, old) -> removes ? null : add(old, value)),
                        map.compute(key, (_, old) -> removes ? null : add(old, value)));
            }
            case 9 -> batch(map, random);
            case 10 ->
                assertEquals(
                        model.merge(key, value, MapModelTest::add),
                        map.asConcurrentMap().merge(key, value, MapModelTest::add));
            default -> assertEquals(model.put(key, value), map.asConcurrentMap().put(key, value));
        }
        assertEquals(model.get(key), map.get(key, new Position()));
        assertEquals(model.containsKey(key), map.containsKey(key));
        assertEquals(model.size(), map.size());
    }

    private static Position add(Position old, Position value) {
        return old == null ? value : new Position().set(value.account, old.quantity + value.quantity, old.price);
    }

    private void batch(PersistentMap<Instrument, Position> map, Random random) {
        MapBatch<Instrument, Position> batch = map.batch();
        int changes = random.nextInt(60);
        boolean commits = random.nextInt(5) > 0;
        for (int i = 0; i < changes; i++) {
            Instrument key = key(random);
            Position value = value(random);
            if (random.nextInt(3) == 0) {
                batch.remove(key);
                if (commits) {
                    model.remove(key);
                }
            } else {
                batch.put(key, value);
                if (commits) {
                    model.put(key, value);
                }
            }
        }
        assertEquals(changes, batch.size());
        if (commits) {
            batch.commit();
            assertEquals(0, batch.size());
        }
    }

    private void assertSame(PersistentMap<Instrument, Position> map) {
        Map<Instrument, Position> found = new HashMap<>();
        map.forEach(found::put);
        assertEquals(model, found);
        assertEquals(model, map.asConcurrentMap());
        for (Instrument key : List.copyOf(model.keySet())) {
            assertEquals(model.get(key), map.get(key));
        }
    }
}
