package io.millrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFileTest {

    private static final long THREE_GIB = 3L << 30;

    @TempDir
    Path dir;

    @Test
    void aStoreIsSeenByAnotherMappingAndByTheFile() throws IOException {
        Path file = file(1 << 16);
        try (MappedFile writer = MappedFile.open(file, Access.READ_WRITE, 0, 1 << 16);
                MappedFile reader = MappedFile.open(file, Access.READ_ONLY, 4096, 8192)) {
            Memory.setLongRelease(writer.segment(), 4096 + 8, 0x0102030405060708L);
            assertEquals(0x0102030405060708L, Memory.getLongAcquire(reader.segment(), 8));
            writer.force(5000, 100);
            writer.force();
            assertEquals(8, Files.readAllBytes(file)[4096 + 8], "the lowest byte comes first");
            assertEquals(0x0102030405060708L, reader.byteBuffer().getLong(8));
        }
    }

    @Test
    void aRegionBeyondTwoGibibytesIsReadAndWritten() throws IOException {
        Path file = file(THREE_GIB); // sparse: it takes no space but the page that is written
        try (MappedFile mapped = MappedFile.open(file, Access.READ_WRITE, 0, THREE_GIB)) {
            Memory.setLongRelease(mapped.segment(), THREE_GIB - 8, 42);
            mapped.force(THREE_GIB - 8, 8);
            assertThrows(IllegalStateException.class, mapped::byteBuffer);
        }
        try (MappedFile mapped = MappedFile.open(file, Access.READ_ONLY, THREE_GIB - 4096, 4096)) {
            assertEquals(42, Memory.getLongAcquire(mapped.segment(), 4088));
        }
    }

    @Test
    void preTouchChangesNothing() throws IOException {
        Path file = file(1 << 20);
        try (MappedFile mapped = MappedFile.open(file, Access.READ_WRITE, 0, 1 << 20)) {
            Memory.setLongPlain(mapped.segment(), 4096, -5);
            mapped.preTouch(0, 1 << 20);
            assertEquals(-5, Memory.getLongPlain(mapped.segment(), 4096));
            assertEquals(0, Memory.getLongPlain(mapped.segment(), 8192));
        }
    }

    @Test
    void aClosedMappingRefusesAccessInsteadOfCrashing() throws IOException {
        MappedFile mapped = MappedFile.open(file(4096), Access.READ_WRITE, 0, 4096);
        mapped.close();
        mapped.close();
        assertThrows(IllegalStateException.class, () -> Memory.getLongPlain(mapped.segment(), 0));
    }

    @Test
    void aReadOnlyMappingRefusesStores() throws IOException {
        try (MappedFile mapped = MappedFile.open(file(4096), Access.READ_ONLY, 0, 4096)) {
            assertThrows(RuntimeException.class, () -> Memory.setLongRelease(mapped.segment(), 0, 1));
        }
    }

    @Test
    void aFileThatIsTooShortIsNamedWithItsSize() throws IOException {
        Path file = file(100);
        MemoryException e =
                assertThrows(MemoryException.class, () -> MappedFile.open(file, Access.READ_WRITE, 0, 4096));
        assertTrue(e.getMessage().contains("fileBytes=100 offset=0 sizeBytes=4096 file=" + file), e.getMessage());
        assertEquals(100, Files.size(file));
    }

    @Test
    void aFileThatIsAbsentIsNamed() {
        Path file = dir.resolve("absent");
        MemoryException e = assertThrows(MemoryException.class, () -> MappedFile.open(file, Access.READ_ONLY, 0, 1));
        assertTrue(e.getMessage().contains("file=" + file), e.getMessage());
        assertFalse(Files.exists(file));
    }

    @Test
    void anInterruptClosesNothing() throws IOException {
        Thread.currentThread().interrupt();
        try (MappedFile mapped = MappedFile.open(file(4096), Access.READ_WRITE, 0, 4096)) {
            Thread.currentThread().interrupt();
            Memory.setLongRelease(mapped.segment(), 0, 7);
            mapped.force();
            assertTrue(Thread.interrupted());
            assertEquals(7, Memory.getLongAcquire(mapped.segment(), 0));
        }
    }

    private Path file(long sizeBytes) throws IOException {
        Path file = dir.resolve("file");
        try (RandomAccessFile sized = new RandomAccessFile(file.toFile(), "rw")) {
            sized.setLength(sizeBytes);
        }
        return file;
    }
}
