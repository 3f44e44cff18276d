package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.journal.Index;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower gets each change once, also where compaction puts entries again meanwhile. */
class FollowerTest {

    private static final MapOptions SMALL = MapOptions.defaults().withSegmentSizeBytes(1 << 16);

    @TempDir
    Path dir;

    /** Notes the changes as text, and what they amount to. */
    private static final class Noting implements MapChanges<String, Long> {
        final List<String> changes = new ArrayList<>();
        final Map<String, Long> state = new TreeMap<>();

        @Override
        public void put(String key, Long value) {
            changes.add(key + "=" + value);
            state.put(key, value);
        }

        @Override
        public void removed(String key) {
            changes.add("-" + key);
            state.remove(key);
        }
    }

    @Test
    void changesAndBatchesAreFollowedFromAnIndex() {
        Noting noting = new Noting();
        try (PersistentMap<String, Long> map = PersistentMap.open(dir, String.class, Long.class)) {
            map.put("a", 1L);
            long first = map.lastIndex();
            map.put("a", 2L);
            map.batch().put("b", 3L).remove("a").put("c", 3L).commit();
            map.remove("c");
            long last = map.lastIndex();
            try (MapFollower<String, Long> follower = map.follow(first)) {
                assertEquals(first, follower.index());
                assertEquals(1, follower.poll(noting));
                assertEquals(3, follower.poll(noting));
                long batch = follower.index();
                assertEquals(1, follower.poll(noting));
                assertEquals(0, follower.poll(noting));
                assertEquals(List.of("a=2", "b=3", "-a", "c=3", "-c"), noting.changes);
                assertEquals(last, follower.index());
                map.put("d", 4L);
                assertEquals(1, follower.poll(noting));
                try (MapFollower<String, Long> next = map.follow(batch)) {
                    Noting rest = new Noting();
                    assertEquals(1, next.poll(rest));
                    assertEquals(1, next.poll(rest));
                    assertEquals(List.of("-c", "d=4"), rest.changes);
                }
            }
            try (MapFollower<String, Long> all = map.follow(Index.NONE)) {
                Noting every = new Noting();
                while (all.poll(every) > 0) {}
                assertEquals(Map.of("b", 3L, "d", 4L), every.state);
            }
            assertThrows(MapException.class, () -> map.follow(Index.of(1_000, 0)));
        }
    }

    @Test
    void whatCompactionPutsAgainIsNoChange() {
        Noting noting = new Noting();
        List<String> expected = new ArrayList<>();
        try (PersistentMap<String, Long> map = PersistentMap.open(dir, String.class, Long.class, SMALL)) {
            for (long i = 0; i < 100; i++) {
                map.put("k" + i, i);
            }
            try (MapSnapshot<String, Long> snapshot = map.snapshot();
                    MapFollower<String, Long> follower = map.follow(snapshot.lastIndex())) {
                snapshot.forEach(entry -> noting.state.put(entry.getKey(), entry.getValue()));
                for (long i = 0; i < 5_000; i++) {
                    map.put("hot", i);
                    expected.add("hot=" + i);
                    if (i % 2 == 0) {
                        while (follower.poll(noting) > 0) {}
                    }
                }
                while (follower.poll(noting) > 0) {}
            }
            assertEquals(expected, noting.changes);
            assertEquals(new TreeMap<>(map.asConcurrentMap()), noting.state);
        }
    }

    @Test
    void aFollowerThatIsTooSlowIsTold() {
        Noting noting = new Noting();
        Path next = dir.resolve("00000001.segment"); // the follower keeps the one before, which it reads now
        try (PersistentMap<String, Long> map = PersistentMap.open(dir, String.class, Long.class, SMALL)) {
            map.put("a", 1L);
            long index = map.lastIndex();
            try (MapFollower<String, Long> slow = map.follow(index)) {
                long[] n = {0};
                Await.until("two cycles of compaction", () -> {
                    int puts = n[0] <= 20_000 ? 1_000 : 1;
                    for (int i = 0; i < puts; i++) {
                        map.put("hot", n[0]++);
                    }
                    return n[0] > 20_000 && Files.notExists(next);
                });
                MapException told = assertThrows(MapException.class, () -> {
                    while (slow.poll(noting) > 0) {}
                });
                assertTrue(told.getMessage().startsWith("compaction has removed changes after that index"));
                assertTrue(told.getMessage().contains(" oldest="), told::getMessage);
                long last = slow.index();
                assertTrue(last >= index);
                noting.changes.clear();
                assertThrows(MapException.class, () -> slow.poll(noting), "nothing follows what is missing");
                assertEquals(last, slow.index());
            }
            assertThrows(MapException.class, () -> map.follow(index));
            assertThrows(MapException.class, () -> {
                try (MapFollower<String, Long> all = map.follow(Index.NONE)) {
                    all.poll(noting);
                }
            });
            assertEquals(List.of(), noting.changes);
        }
    }
}
