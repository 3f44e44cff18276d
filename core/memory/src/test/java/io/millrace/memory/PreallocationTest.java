package io.millrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("alone")
@Tag("process")
class PreallocationTest {

    @TempDir
    Path dir;

    @Test
    void theFileHasItsSizeAndReadsAsZeroBehindWhatWasThere() throws IOException {
        for (Preallocation.Method method : Preallocation.Method.values()) {
            Path file = dir.resolve(method.name());
            Files.write(file, new byte[] {1, 2, 3});
            Preallocation.allocate(file, 3_000_001, method, Slices.UNPACED);
            byte[] content = Files.readAllBytes(file);
            assertEquals(3_000_001, content.length);
            assertTrue(Arrays.equals(content, Arrays.copyOf(new byte[] {1, 2, 3}, 3_000_001)));
        }
    }

    @Test
    void aFullDiskIsAnExceptionThatNamesFileSizeAndFreeBytes() throws Exception {
        Path mount = Files.createDirectory(dir.resolve("small"));
        int mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount.toString());
        Assumptions.assumeTrue(mounted == 0, "a small file system cannot be mounted here");
        try {
            Path file = Files.createFile(mount.resolve("file"));
            DiskFullException e = assertThrows(
                    DiskFullException.class,
                    () -> Preallocation.allocate(file, 2 << 20, Preallocation.Method.WRITE_ZEROS, Slices.UNPACED));
            assertTrue(e.getMessage().contains("sizeBytes=2097152 freeBytes=0 file=" + file), e.getMessage());
        } finally {
            run("umount", mount.toString());
        }
    }

    @Test
    void withNativeAccessTheSpaceIsTakenByTheFileSystem() throws Exception {
        Path file = Files.createFile(dir.resolve("native"));
        int exit = run(JavaCommand.of(NativeProbe.class, file.toString())
                .withFlags("--enable-native-access=ALL-UNNAMED")
                .words()
                .toArray(String[]::new));
        assertEquals(0, exit);
        assertEquals(8 << 20, Files.size(file));
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
