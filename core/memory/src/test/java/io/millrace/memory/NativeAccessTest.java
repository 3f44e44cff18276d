package io.millrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
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
    void aProgramWithoutItIsNotToldUntilItAsksForWhatNeedsIt() throws Exception {
        Process process = JavaCommand.of(QuietProbe.class)
                .builder()
                .redirectErrorStream(true)
                .start();
        assertEquals("done\n", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, process.waitFor());
    }

    @Test
    void withoutAFlagItIsNotGranted() {
        assertFalse(NativeAccess.granted());
    }
}
