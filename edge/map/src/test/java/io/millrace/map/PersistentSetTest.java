package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PersistentSetTest {

    @TempDir
    Path dir;

    @Test
    void elementsAreAddedRemovedAndKept() {
        try (PersistentSet<String> set = PersistentSet.open(dir, String.class, MapOptions.defaults())) {
            assertTrue(set.add("a"));
            assertFalse(set.add("a"));
            assertTrue(set.asSet().add("b"));
            assertFalse(set.asSet().add("b"));
            assertTrue(set.add("c"));
            assertTrue(set.remove("c"));
            assertFalse(set.remove("c"));
            assertTrue(set.asSet().contains("a"));
            assertEquals(2, set.size());
        }
        try (PersistentSet<String> set = PersistentSet.openReadOnly(dir, String.class, MapOptions.defaults())) {
            assertTrue(set.contains("a"));
            assertFalse(set.contains("c"));
            assertEquals(Set.of("a", "b"), set.asSet());
            Set<String> found = new TreeSet<>();
            set.forEach(found::add);
            assertEquals(Set.of("a", "b"), found);
            assertTrue(set.asMap().get("b"));
        }
    }
}
