package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CompilerLoadTest {
    @Test
    void theFirstLookIsNotIdle() {
        assertFalse(new CompilerLoad().wasIdle());
    }

    /** Compilations that have not ended are seen as well: the threads have taken time for them. */
    @Test
    void timeOfCompilersIsCounted() {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/task")));
        long beforeNs = CompilerLoad.threadsNs();
        assertTrue(beforeNs > 0, "beforeNs=" + beforeNs);
        CompilerLoad load = new CompilerLoad();
        load.wasIdle();
        long work = 0;
        for (int i = 0; CompilerLoad.threadsNs() == beforeNs && i < 1_000_000; i++) {
            work += Integer.toString(i).hashCode(); // gets hot, and is compiled
        }
        assertTrue(CompilerLoad.threadsNs() != beforeNs, "work=" + work);
    }
}
