package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import org.junit.jupiter.api.Test;

/** A map that several may change behaves as one with an owner does. */
class SharedPersistentMapTest extends PersistentMapTest {

    @Override
    MapOptions options() {
        return MapOptions.defaults().withOwnership(Ownership.SHARED).withSegmentSizeBytes(1 << 20);
    }

    @Override
    long manyChangesSegmentBytes() {
        return 1 << 20; // one holds the batch
    }

    @Test
    @Override
    void oneOwnerAtATime() {
        MapOptions synced = options().withDurability(Durability.SYNCED);
        try (PersistentMap<String, Long> one = PersistentMap.open(dir(), String.class, Long.class, options());
                PersistentMap<String, Long> other = PersistentMap.open(dir(), String.class, Long.class, synced)) {
            one.put("a", 1L);
            other.put("b", 2L);
            other.sync();
            assertEquals(2, one.get("b"));
            assertEquals(1, other.get("a"));
        }
    }
}
