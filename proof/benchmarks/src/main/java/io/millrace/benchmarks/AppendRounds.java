package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends of peers that do not implement {@link LogUnderTest}: sizes, rounds and warm-up as in {@link JournalWorkload}.
 */
final class AppendRounds {
    private static final int SMALL_BYTES = 40;
    private static final double NS_PER_MICRO = 1e3;

    private AppendRounds() {}

    /** Appends messages to a new log in an empty directory, and returns when all are recorded. */
    interface Appending {
        /**
         * Opens a log, appends, and closes it.
         *
         * @return the nanoseconds between opening and closing
         */
        long append(Path directory, int sizeBytes, long messages) throws Exception;
    }

    static List<String> cases() {
        return List.of(JournalWorkload.APPEND_40, JournalWorkload.APPEND_256, JournalWorkload.APPEND_1024);
    }

    static void run(Appending appending, Effort effort, Path directory, Figures figures) throws Exception {
        for (int sizeBytes : new int[] {40, 256, 1024}) {
            if (!figures.isWanted(JournalWorkload.append(sizeBytes))) {
                continue;
            }
            JournalStage.append(sizeBytes).begin();
            long messages = (long) effort.roundMessages() * SMALL_BYTES / sizeBytes;
            for (int i = 0; i < effort.warmUpRounds(); i++) {
                rate(appending, directory, sizeBytes, messages);
            }
            List<Double> rates = new ArrayList<>();
            long endNs = System.nanoTime() + effort.roundsNs();
            while (rates.size() < effort.measuredRounds() || System.nanoTime() - endNs < 0) {
                endNs += Turn.next();
                rates.add(rate(appending, directory, sizeBytes, messages));
            }
            figures.report(JournalWorkload.append(sizeBytes), rates);
        }
    }

    private static double rate(Appending appending, Path directory, int sizeBytes, long messages) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            return messages / (double) appending.append(fresh.path(), sizeBytes, messages) * NS_PER_MICRO;
        }
    }
}
