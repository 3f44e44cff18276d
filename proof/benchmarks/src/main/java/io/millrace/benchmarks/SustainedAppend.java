package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Appends to one log for so long that the system has to write it to the device meanwhile, as fast as it takes it:
 * {@link Effort#sustainedNs}, or until the disk has little room left. The log is larger than what the system leaves
 * unwritten in memory then. Everything is read back.
 */
final class SustainedAppend {
    static final String CASE = "append 40 B sustained";

    private static final int SIZE_BYTES = 40;
    private static final long CHUNK_MESSAGES = 1_000_000;
    private static final long LEAST_ROOM_BYTES = 4L << 30;
    private static final double NS_PER_MICRO = 1000;

    private SustainedAppend() {}

    static void run(JournalWorkload workload, Effort effort, Path directory, Figures figures) throws IOException {
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
            figures.report(CASE, (double) (chunks * chunk) / (double) elapsedNs * NS_PER_MICRO);
            long expected = chunks * LogUnderTest.expectedNumbers(chunk);
            long actual = log.read(chunks * chunk, Trust.HEADER);
            if (actual != expected) {
                throw new BenchmarkException("read back something else: what=numbers messages=" + chunks * chunk
                        + " expected=" + expected + " actual=" + actual);
            }
        }
    }

    private static boolean hasRoom(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace() > LEAST_ROOM_BYTES;
    }
}
