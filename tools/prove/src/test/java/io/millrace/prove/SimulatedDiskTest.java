package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was forced is in every image; what was not is in some and missing in others. */
class SimulatedDiskTest {

    private static final int ALL = 1_000;

    @TempDir
    Path scratch;

    @Test
    void onlyForcedSectorsAndNamesAreSureToBeThere() throws IOException {
        boolean lost = false;
        boolean kept = false;
        boolean nameLost = false;
        for (int seed = 0; seed < 100; seed++) {
            Path directory = Files.createDirectory(scratch.resolve("live-" + seed));
            Path image = scratch.resolve("image-" + seed);
            SimulatedDisk disk = new SimulatedDisk(directory, new SplittableRandom(seed), ALL, image);
            Path file = directory.resolve("file");
            byte[] content = new byte[2048];
            Arrays.fill(content, (byte) 1);
            Files.write(file, content);
            disk.forcing(file, MemorySegment.ofArray(content), 512, 512);
            disk.forced(directory);
            Arrays.fill(content, 1024, 2048, (byte) 2);
            Files.write(file, content);
            Files.write(directory.resolve("other"), content);
            disk.cut();
            byte[] left = Files.readAllBytes(image.resolve("file"));
            assertEquals(2048, left.length);
            assertTrue(left[512] == 1 && left[1023] == 1, "seed=" + seed);
            assertEquals(left[1024], left[1535], "a sector is whole");
            lost |= left[1024] != 2;
            kept |= left[1024] == 2;
            nameLost |= Files.notExists(image.resolve("other"));
        }
        assertTrue(lost && kept && nameLost);
    }

    @Test
    void afterThePowerHasGoneNothingCounts() throws IOException {
        Path directory = Files.createDirectory(scratch.resolve("live"));
        SimulatedDisk disk = new SimulatedDisk(directory, new SplittableRandom(1), ALL, scratch.resolve("image"));
        disk.gave(1, 1);
        assertFalse(disk.isCut());
        disk.cut();
        disk.gave(2, 2);
        disk.acknowledged(2);
        assertEquals(1, disk.given().size());
        assertEquals(-1, disk.acknowledged());
    }
}
