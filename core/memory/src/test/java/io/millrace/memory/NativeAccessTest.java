package io.millrace.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NativeAccessTest {

    @Test
    void hintsDoNothingWithoutIt() {
        assertFalse(PageCache.startWriteBack(Path.of("pom.xml")));
        assertFalse(PageCache.release(Path.of("pom.xml")));
    }

    @Test
    void theMemoryLimitIsThatOfThisMachineOrLess() {
        assertTrue(MemoryLimit.bytes() > Runtime.getRuntime().maxMemory() / 4, "bytes=" + MemoryLimit.bytes());
    }

    @Test
    void withoutAFlagItIsNotGranted() {
        assertFalse(NativeAccess.granted());
    }
}
