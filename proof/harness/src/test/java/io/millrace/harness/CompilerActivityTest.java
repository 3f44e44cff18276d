package io.millrace.harness;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CompilerActivityTest {
    @Test
    void theFirstLookIsNotIdle() {
        assertFalse(new CompilerActivity().wasIdle());
    }

    /** Compilations that have not ended are counted as well, by the time of the compiler threads. */
    @Test
    void timeOfCompilersIsCounted() {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/task")));
        long beforeNs = CompilerActivity.threadsNs();
        assertTrue(beforeNs > 0, "beforeNs=" + beforeNs);
        CompilerActivity load = new CompilerActivity();
        load.wasIdle();
        long work = 0;
        for (int i = 0; CompilerActivity.threadsNs() == beforeNs && i < 1_000_000; i++) {
            work += Integer.toString(i).hashCode(); // becomes hot, and is compiled
        }
        assertTrue(CompilerActivity.threadsNs() != beforeNs, "work=" + work);
    }
}
