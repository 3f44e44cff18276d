package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.Lane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a map takes of the disk after its values were overwritten many times; the long form overwrites a million. */
@Tag("proof")
class MapSpaceTest {

    private static final int ENTRIES = 4_000;
    private static final int KEY_CHARACTERS = 39;
    private static final int VALUE_BYTES = 198;

    /** The bytes of an encoded key and value. */
    private static final long ENTRY_BYTES = KEY_CHARACTERS + 1 + VALUE_BYTES + 2;

    @TempDir
    Path dir;

    @Test
    void theFilesAreSmallerThanTwoAndAHalfTimesTheLiveBytes() {
        int overwrites = Lane.rounds(10_000);
        long seed = System.nanoTime();
        System.out.println("seed=" + seed + " overwrites=" + overwrites);
        Random random = new Random(seed);
        byte[] value = new byte[VALUE_BYTES];
        MapOptions options = MapOptions.defaults().withSegmentSizeBytes(1 << 16);
        try (PersistentMap<String, byte[]> map = PersistentMap.open(dir, String.class, byte[].class, options)) {
            for (int key = 0; key < ENTRIES; key++) {
                map.put(key(key), value);
            }
            for (int overwrite = 0; overwrite < overwrites; overwrite++) {
                random.nextBytes(value);
                map.put(key(random.nextInt(ENTRIES)), value);
            }
            assertEquals(ENTRIES, map.size());
            map.sync();
            long most = ENTRIES * ENTRY_BYTES * 5 / 2;
            Await.until(
                    "old segments are removed",
                    () -> bytesOnDisk() < most,
                    () -> "bytes=" + bytesOnDisk() + " most=" + most);
            assertTrue(map.containsKey(key(0)));
        }
    }

    private static String key(int number) {
        return String.format(Locale.ROOT, "%0" + KEY_CHARACTERS + "d", number);
    }

    private long bytesOnDisk() {
        try (Stream<Path> files = Files.list(dir)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
