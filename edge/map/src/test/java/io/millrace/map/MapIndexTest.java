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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("proof")
class MapIndexTest {

    private static final int KEYS = 100;
    private static final int ENCODED_BYTES = CollidingKeys.KEY_BYTES + 1;

    @TempDir
    Path dir;

    /** The last key of a long chain changes its form, so that it moves to the first slot and back again. */
    @Test
    void aKeyThatMovesToAnotherSlotIsFoundMeanwhile() throws Exception {
        try (PersistentMap<byte[], Integer> map = PersistentMap.open(dir, byte[].class, Integer.class)) {
            for (int i = 0; i < KEYS; i++) {
                map.put(CollidingKeys.key(i), i);
            }
        }
        try (MapStore store = MapStore.openReadOnly(dir, MapOptions.defaults(), AppliedKeys.NONE);
                KeyLookup changing = store.newLookup();
                KeyLookup finding = store.newLookup();
                ExecutorService reader = Executors.newSingleThreadExecutor()) {
            List<Long> frames = new ArrayList<>();
            store.index().forEach((frame, form) -> frames.add(frame));
            assertEquals(KEYS, frames.size());
            MapIndex index = new MapIndex(Hasher.random(KeyHash.WYHASH));
            for (long frame : frames) {
                assertTrue(index.put(key(changing, frame), frame, 1));
            }
            index.remove(key(changing, frames.getFirst()));
            long last = frames.getLast();
            AtomicBoolean ended = new AtomicBoolean();
            Future<Long> missed = reader.submit(() -> missed(index, finding, last, ended));
            for (int i = 0; i < Lane.rounds(20_000); i++) {
                index.put(key(changing, last), last, 2 - (i & 1));
            }
            ended.set(true);
            assertEquals(0, missed.get());
        }
    }

    private static long missed(MapIndex index, KeyLookup lookup, long frame, AtomicBoolean ended) {
        long missed = 0;
        while (!ended.get()) {
            missed += index.find(key(lookup, frame)) ? 0 : 1;
        }
        return missed;
    }

    private static KeyLookup key(KeyLookup lookup, long frame) {
        lookup.moveTo(frame);
        return lookup.useFrame(ENCODED_BYTES);
    }
}
