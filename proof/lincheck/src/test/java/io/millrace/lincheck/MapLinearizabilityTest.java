package io.millrace.lincheck;

import io.millrace.journal.Ownership;
import io.millrace.map.MapOptions;
import io.millrace.map.PersistentMap;
import java.nio.file.Path;
import java.util.List;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Concurrent calls of a persisted map, whose reader has the same files, are linearizable. By stress runs alone: the
 * model checker sees neither mapped files nor memory outside the heap. Small segments let compaction run meanwhile.
 *
 * <p>Quick by default; {@code -Dmillrace.lincheck.effort=full} searches for minutes.
 */
@Tag("proof")
class MapLinearizabilityTest {

    private static final boolean FULL =
            System.getProperty("millrace.lincheck.effort", "quick").equals("full");

    @TempDir
    Path dir;

    @Test
    void everyRunIsLinearizable() {
        MapOptions options = MapOptions.defaults().withSegmentSizeBytes(1 << 16);
        try (PersistentMap<String, Integer> owner = PersistentMap.open(dir, String.class, Integer.class, options)) {
            search(List.of(owner));
        }
    }

    @Test
    void everyRunOfTwoWritersIsLinearizable() {
        MapOptions options = MapOptions.defaults().withSegmentSizeBytes(1 << 16).withOwnership(Ownership.SHARED);
        try (PersistentMap<String, Integer> one = PersistentMap.open(dir, String.class, Integer.class, options);
                PersistentMap<String, Integer> other = PersistentMap.open(dir, String.class, Integer.class, options)) {
            search(List.of(one, other));
        }
    }

    private void search(List<PersistentMap<String, Integer>> writers) {
        try (PersistentMap<String, Integer> reader = PersistentMap.openReadOnly(dir, String.class, Integer.class)) {
            MapCalls.use(writers, reader);
            Effort effort = FULL ? new Effort(100, 500, 3, 3, 3) : new Effort(5, 100, 3, 3, 2);
            effort.search(new StressOptions(), MapCalls.class, MapSpecification.class);
        }
    }
}
