package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rounds in which one thread appends to a channel while something else happens. */
final class BesideRounds {
    private static final double NS_PER_MICRO = 1e3;

    /** As many as fill the buffers of connections whose clients do not read. */
    private static final int FILL_MESSAGES = 2_000;

    private BesideRounds() {}

    /** Starts what a round has. */
    interface Start {
        Round in(Path directory) throws Exception;
    }

    /** What a round has: the channel, and what is beside it. */
    record Round(ServedChannel channel, Closeable beside) implements Closeable {
        @Override
        public void close() throws IOException {
            try (channel) {
                beside.close();
            }
        }
    }

    static void measure(String name, Effort effort, Path directory, Figures figures, Start start) throws Exception {
        if (!figures.isWanted(name)) {
            return;
        }
        long messages = Math.max(1_000, effort.roundMessages() / 10);
        List<Double> rates = new ArrayList<>();
        for (int round = -effort.warmUpRounds(); round < effort.measuredRounds(); round++) {
            Turn.next();
            try (WorkDirectory fresh = WorkDirectory.create(directory);
                    Round parts = start.in(fresh.path())) {
                if (effort != Effort.SMOKE) {
                    parts.channel().fill(FILL_MESSAGES);
                }
                parts.channel().fanOut(messages / 5);
                long startNs = System.nanoTime();
                parts.channel().fanOut(messages);
                if (round >= 0) {
                    rates.add(messages * NS_PER_MICRO / (System.nanoTime() - startNs));
                }
            }
        }
        figures.report(name, rates);
    }
}
