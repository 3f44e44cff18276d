package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheFillerTest {
    private static final long PART = 16 << 20;

    @TempDir
    Path directory;

    @Test
    void noMoreMemoryIsFilledThanRequestedAndNoFileIsLeft() throws Exception {
        try (PageCacheFiller memory = PageCacheFiller.create(directory)) {
            memory.fill(2 * PART);
            memory.fill(PART);
            assertTrue(memory.filledBytes() <= 3 * PART, "filled=" + memory.filledBytes());
        }
        try (var left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
