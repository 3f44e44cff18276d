package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacedTouchTest {
    private static final int SLICES = 64;
    private static final long SIZE_BYTES = SLICES * PacedTouch.SLICE_BYTES;
    private static final int BLOCK_BYTES = 512;

    @TempDir
    Path directory;

    private final List<Long> pauses = new ArrayList<>();

    @Test
    void slicesAreSpreadOverTheTime() throws Exception {
        long timeNs = SLICES * (PacedTouch.SHORTEST_PAUSE_NS + 1_000);

        assertEquals(SLICES, touched(new PacedTouch(timeNs, () -> false, pauses::add)));

        assertEquals(SLICES, pauses.size());
        assertEquals(timeNs, pauses.stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void aWriterThatIsSlowKeepsNobodyWaitingForTheSegment() throws Exception {
        touched(new PacedTouch(TimeUnit.HOURS.toNanos(1), () -> false, pauses::add));

        assertTrue(pauses.stream().allMatch(pauseNs -> pauseNs == PacedTouch.LONGEST_PAUSE_NS), pauses::toString);
    }

    @Test
    void aWriterThatIsFastLeavesNoTimeToPause() throws Exception {
        long timeNs = SLICES * PacedTouch.SHORTEST_PAUSE_NS - 1;

        assertEquals(SLICES, touched(new PacedTouch(timeNs, () -> false, pauses::add)));

        assertEquals(List.of(), pauses);
    }

    @Test
    void whatIsLeftWhenAnAppenderWaitsIsNotTouched() throws Exception {
        long timeNs = TimeUnit.SECONDS.toNanos(1);

        assertEquals(3, touched(new PacedTouch(timeNs, () -> pauses.size() == 3, pauses::add)));
    }

    /** Returns how many slices of a file full of holes have blocks after it was touched. */
    private long touched(PacedTouch touch) throws IOException, InterruptedException {
        Path file = directory.resolve("segment");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(SIZE_BYTES);
        }
        try (MappedFile mapped = MappedFile.open(file, Access.READ_WRITE, 0, SIZE_BYTES)) {
            touch.touch(mapped);
            mapped.force();
        }
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        try (var output = stat.inputReader()) {
            return Long.parseLong(output.readLine()) * BLOCK_BYTES / PacedTouch.SLICE_BYTES;
        } finally {
            stat.waitFor();
        }
    }
}
