package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.Trust;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends to one log for so long that the system has to write it to the device meanwhile, as fast as it takes it:
 * {@link Effort#sustainedNs}, or until the disk has little room left. The log is larger than what the system leaves
 * unwritten in memory then. Everything is read back. Each round is such a log of its own, so that a value is never that
 * of a moment in which the system had not begun to write yet, and the sides take turns.
 */
final class SustainedAppend {
    static final String CASE = "append 40 B sustained";

    private static final int SIZE_BYTES = 40;
    private static final long FRAME_BYTES = 48;
    private static final long CHUNK_MESSAGES = 1_000_000;
    private static final long LEAST_ROOM_BYTES = 4L << 30;
    private static final double NS_PER_MICRO = 1000;

    private static final long FILE_BYTES = 64L << 20;

    private SustainedAppend() {}

    /**
     * For scale: nothing but copies, into one new mapped file after the other, each as large as a segment usually is. A
     * message takes the place of its frame in our log.
     */
    static void copy(Effort effort, Path directory, Figures figures) throws IOException {
        inRounds(effort, figures, () -> copy(effort, directory));
    }

    private static double copy(Effort effort, Path directory) throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            long fileBytes = effort == Effort.SMOKE ? FRAME_BYTES * effort.roundMessages() : FILE_BYTES;
            long files = 0;
            long elapsedNs;
            long startNs = System.nanoTime();
            do {
                fill(fresh.path().resolve("file-" + files), fileBytes);
                files++;
                elapsedNs = System.nanoTime() - startNs;
            } while (elapsedNs < effort.sustainedNs() && hasRoom(fresh.path()));
            long messages = files * (fileBytes / FRAME_BYTES);
            return (double) messages / (double) elapsedNs * NS_PER_MICRO;
        }
    }

    private static void fill(Path path, long bytes) throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel file = FileChannel.open(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapping = file.map(MapMode.READ_WRITE, 0, bytes, arena);
            MemorySegment message = arena.allocate(SIZE_BYTES, Long.BYTES);
            for (long at = 0; at + FRAME_BYTES <= bytes; at += FRAME_BYTES) {
                message.set(ValueLayout.JAVA_LONG, 0, at);
                MemorySegment.copy(message, 0, mapping, at, SIZE_BYTES);
            }
        }
    }

    static void run(JournalWorkload workload, Effort effort, Path directory, Figures figures) throws IOException {
        inRounds(effort, figures, () -> append(workload, effort, directory));
    }

    private interface Round {
        /** Returns millions of messages a second. */
        double run() throws IOException;
    }

    private static void inRounds(Effort effort, Figures figures, Round round) throws IOException {
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < effort.sustainedRounds(); i++) {
            Turn.next();
            rates.add(round.run());
        }
        figures.report(CASE, rates);
    }

    private static double append(JournalWorkload workload, Effort effort, Path directory) throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = workload.open(fresh.path(), SIZE_BYTES)) {
            long chunk = Math.min(effort.roundMessages(), CHUNK_MESSAGES);
            long chunks = 0;
            long elapsedNs;
            long startNs = System.nanoTime();
            do {
                log.append(chunk);
                chunks++;
                elapsedNs = System.nanoTime() - startNs;
            } while (elapsedNs < effort.sustainedNs() && hasRoom(fresh.path()));
            long expected = chunks * LogUnderTest.expectedNumbers(chunk);
            long actual = log.read(chunks * chunk, Trust.HEADER);
            if (actual != expected) {
                throw new BenchmarkException("read back something else: what=numbers messages=" + chunks * chunk
                        + " expected=" + expected + " actual=" + actual);
            }
            return (double) (chunks * chunk) / (double) elapsedNs * NS_PER_MICRO;
        }
    }

    private static boolean hasRoom(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace() > LEAST_ROOM_BYTES;
    }
}
