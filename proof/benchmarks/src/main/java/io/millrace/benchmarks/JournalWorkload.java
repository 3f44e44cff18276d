package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.ReadCheck;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * The steps of the journal suite, the same for every side. Throughput is measured in rounds: each appends all messages
 * to a new log, then reads them back in the same thread. Opening and closing do not count; growing the files does. The
 * median round counts. Latency is measured as {@link LatencyRun} describes.
 */
abstract class JournalWorkload implements Workload {
    static final String APPEND_40 = append(40);
    static final String APPEND_256 = append(256);
    static final String APPEND_1024 = append(1024);
    static final String READ_40 = read(40);
    static final String READ_256 = read(256);
    static final String READ_1024 = read(1024);
    static final String READ_VERIFIED_40 = "read verified 40 B";

    private static final int SMALL_BYTES = 40;

    static String append(int sizeBytes) {
        return "append " + sizeBytes + " B";
    }

    static String read(int sizeBytes) {
        return "read " + sizeBytes + " B";
    }

    /** Opens a new log in an empty directory, for messages of one size. */
    abstract LogUnderTest open(Path directory, int sizeBytes);

    /** Returns how much of a message this side can check, the strongest check last. */
    abstract List<ReadCheck> readChecks();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        throughput(effort, directory, SMALL_BYTES, readChecks(), figures);
        throughput(effort, directory, 256, List.of(ReadCheck.HEADER), figures);
        throughput(effort, directory, 1024, List.of(ReadCheck.HEADER), figures);
        LatencyRounds.run((run, readCheck) -> latency(directory, run, readCheck), readChecks(), effort, figures);
        if (figures.isWanted(LookupTimes.LAST_INDEX, LookupTimes.ATTACH)) {
            JournalStage.LOOKUPS.begin();
            LookupTimes.run(this, effort, directory, figures);
        }
        if (figures.isWanted(FourWriters.CASE)) {
            JournalStage.FOUR_WRITERS.begin();
            FourWriters.run(this, effort, directory, figures);
        }
        if (figures.isWanted(KilledWriter.cases())) {
            JournalStage.KILLED_WRITER.begin();
            KilledWriter.run(this, effort, directory, figures);
        }
        if (figures.isWanted(SustainedAppend.CASE)) {
            JournalStage.SUSTAINED.begin();
            SustainedAppend.run(this, effort, directory, figures);
        }
        more(effort, directory, figures);
    }

    /** Opens a log that other processes may write as well, for messages of one size. */
    abstract LogUnderTest openShared(Path directory, int sizeBytes);

    /** Measures the cases that only this side has. */
    void more(Effort effort, Path directory, Figures figures) throws Exception {}

    private void throughput(Effort effort, Path directory, int sizeBytes, List<ReadCheck> readChecks, Figures figures)
            throws IOException {
        if (!figures.isWanted(append(sizeBytes), read(sizeBytes))
                && !(readChecks.contains(ReadCheck.CHECKSUM) && figures.isWanted(READ_VERIFIED_40))) {
            return;
        }
        JournalStage.append(sizeBytes).begin();
        Rounds rounds = new Rounds((long) effort.roundMessages() * SMALL_BYTES / sizeBytes, sizeBytes, readChecks);
        for (int i = 0; i < effort.warmUpRounds(); i++) {
            onFreshLog(directory, sizeBytes, rounds::warmUp);
        }
        long endNs = System.nanoTime() + effort.roundsNs();
        while (rounds.measured() < effort.measuredRounds() || System.nanoTime() - endNs < 0) {
            endNs += Turn.next();
            onFreshLog(directory, sizeBytes, rounds::measure);
        }
        figures.report(append(sizeBytes), rounds.appendRates());
        for (ReadCheck readCheck : readChecks) {
            figures.report(
                    readCheck == ReadCheck.HEADER ? read(sizeBytes) : READ_VERIFIED_40, rounds.readRates(readCheck));
        }
    }

    private void onFreshLog(Path directory, int sizeBytes, Consumer<LogUnderTest> round) throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = open(fresh.path(), sizeBytes)) {
            round.accept(log);
        }
    }

    private Histogram latency(Path directory, LatencyRun run, ReadCheck readCheck) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = open(fresh.path(), SMALL_BYTES)) {
            return run.run(log::sender, () -> log.receiver(readCheck));
        }
    }
}
