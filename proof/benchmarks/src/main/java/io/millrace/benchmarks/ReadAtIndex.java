package io.millrace.benchmarks;

import io.millrace.concurrent.WyHash;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.journal.Appender;
import io.millrace.journal.Frames;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.SeekResult;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The time to read a frame of 240 B whose index is known, in an order that no prefetcher can follow: the look-up checks
 * header and checksum, and the bytes are hashed once more, as a comparison of a key would read them. The journal is
 * open for reading only. The median round counts.
 */
final class ReadAtIndex {
    static final String CASE = "read at index";

    private static final int SIZE_BYTES = 240;

    /** A prime, so that a walk by it visits every frame once where their number is no multiple of it. */
    private static final long STRIDE = 7_368_787;

    private ReadAtIndex() {}

    static void run(Effort effort, Path directory, Figures figures) throws IOException {
        JournalStage.READ_AT_INDEX.begin();
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            Path log = fresh.path().resolve("log");
            long[] indexes = new long[Math.max(1, effort.roundMessages() / 6)];
            fill(log, indexes);
            List<Double> times = new ArrayList<>();
            try (Journal journal = Journal.openReadOnly(log);
                    Frames frames = journal.frames()) {
                for (int i = 0; i < effort.warmUpRounds() + effort.measuredRounds(); i++) {
                    Turn.next();
                    double nsPerRead = round(frames, indexes);
                    if (i >= effort.warmUpRounds()) {
                        times.add(nsPerRead);
                    }
                }
            }
            figures.report(CASE, times);
        }
    }

    private static void fill(Path log, long[] indexes) {
        MemorySegment message = MemorySegment.ofArray(new byte[SIZE_BYTES]);
        try (Journal journal = Journal.open(log, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            for (int n = 0; n < indexes.length; n++) {
                message.asByteBuffer().putInt(0, n);
                indexes[n] = appender.append(message, 0, SIZE_BYTES);
            }
        }
    }

    private static double round(Frames frames, long[] indexes) {
        long sum = 0;
        long at = 0;
        long startNs = System.nanoTime();
        for (int n = 0; n < indexes.length; n++) {
            at = (at + STRIDE) % indexes.length;
            if (frames.at(indexes[(int) at]) != SeekResult.FOUND) {
                throw new BenchmarkException("a frame is missing number=" + at);
            }
            sum += WyHash.hash(frames.segment(), frames.offset(), frames.length(), 0);
        }
        double nsPerRead = (System.nanoTime() - startNs) / (double) indexes.length;
        if (sum == 0) {
            throw new BenchmarkException("nothing was read frames=" + indexes.length);
        }
        return nsPerRead;
    }
}
