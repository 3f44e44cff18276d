package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Preallocation;
import io.millrace.memory.Slices;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class SegmentPaceTest {
    private static final int SLICES = 64;
    private static final long SIZE_BYTES = (long) SLICES * SegmentPace.SLICE_BYTES;
    private static final int BLOCK_BYTES = 512;

    @TempDir
    Path directory;

    private final List<Long> pauses = new ArrayList<>();

    @Test
    void slicesAreSpreadOverTheTime() throws Exception {
        long timeNs = 2 * SLICES * (SegmentPace.SHORTEST_PAUSE_NS + 1_000);

        assertEquals(SLICES, touched(new SegmentPace(timeNs, () -> false, pauses::add)));

        assertEquals(SLICES, pauses.size());
        assertEquals(timeNs / 2, pauses.stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void aSlowWriterNeverWaitsForTheSegment() throws Exception {
        touched(new SegmentPace(TimeUnit.HOURS.toNanos(1), () -> false, pauses::add));

        assertTrue(pauses.stream().allMatch(pauseNs -> pauseNs == SegmentPace.LONGEST_PAUSE_NS), pauses::toString);
    }

    @Test
    void aWriterThatIsFastLeavesNoTimeToPause() throws Exception {
        long timeNs = 2 * SLICES * SegmentPace.SHORTEST_PAUSE_NS - 1;

        assertEquals(SLICES, touched(new SegmentPace(timeNs, () -> false, pauses::add)));

        assertEquals(List.of(), pauses);
    }

    @Test
    void whatIsLeftWhenAnAppenderWaitsIsNotTouched() throws Exception {
        long timeNs = TimeUnit.SECONDS.toNanos(1);

        assertEquals(3, touched(new SegmentPace(timeNs, () -> pauses.size() == 3, pauses::add)));
    }

    @Test
    void zerosAreWrittenAtTheSamePace() throws IOException {
        long timeNs = 2 * SLICES * (SegmentPace.SHORTEST_PAUSE_NS + 1_000);
        Path file = Files.createFile(directory.resolve("segment"));

        allocate(file, new SegmentPace(timeNs, () -> false, pauses::add));

        assertEquals(SIZE_BYTES, Files.size(file));
        assertEquals(SLICES, pauses.size());
        assertEquals(timeNs / 2, pauses.stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void zerosThatAnAppenderWaitsForAreAllWrittenButWithoutAPause() throws IOException {
        Path file = Files.createFile(directory.resolve("segment"));

        allocate(file, new SegmentPace(TimeUnit.SECONDS.toNanos(1), () -> pauses.size() == 3, pauses::add));

        assertEquals(SIZE_BYTES, Files.size(file));
        assertEquals(3, pauses.size());
    }

    @Test
    void withoutPausesAndWaitersThePagesAreTouchedInLargePieces() {
        long tooShortNs = 2 * SLICES * SegmentPace.SHORTEST_PAUSE_NS - 1;
        assertEquals(
                Preallocation.Method.CACHED, new SegmentPace(tooShortNs, () -> false, pauses::add).method(SIZE_BYTES));
        assertEquals(Slices.UNPACED, new SegmentPace(tooShortNs, () -> false, pauses::add).slices(SIZE_BYTES));
        assertEquals(
                Preallocation.Method.FASTEST, new SegmentPace(tooShortNs, () -> true, pauses::add).method(SIZE_BYTES));
        assertEquals(
                Preallocation.Method.FASTEST,
                new SegmentPace(tooShortNs + 1, () -> false, pauses::add).method(SIZE_BYTES));
        assertEquals(Preallocation.Method.FASTEST, SegmentPace.untouched().method(SIZE_BYTES));
    }

    private static void allocate(Path file, SegmentPace pace) {
        Preallocation.allocate(file, SIZE_BYTES, Preallocation.Method.WRITE_ZEROS, pace.slices(SIZE_BYTES));
    }

    /** Returns how many slices of a file full of holes have blocks after it was touched. */
    private long touched(SegmentPace touch) throws IOException, InterruptedException {
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
            return Long.parseLong(output.readLine()) * BLOCK_BYTES / SegmentPace.SLICE_BYTES;
        } finally {
            stat.waitFor();
        }
    }
}
