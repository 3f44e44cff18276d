package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.Trust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * The journal suite's steps, the same for every side. Throughput is measured in rounds: a new log, all messages
 * appended, then read back by the same thread; opening and closing are left out, growing the files is not. The median
 * round counts. Latency is measured as {@link LatencyRun} describes.
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

    /** Says how much of a message this side can check, the most of it last. */
    abstract List<Trust> trusts();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        throughput(effort, directory, SMALL_BYTES, trusts(), figures);
        throughput(effort, directory, 256, List.of(Trust.HEADER), figures);
        throughput(effort, directory, 1024, List.of(Trust.HEADER), figures);
        LatencyRounds.run((run, trust) -> latency(directory, run, trust), trusts(), effort, figures);
        if (figures.isWanted(Lookups.LAST_INDEX, Lookups.ATTACH)) {
            JournalStage.LOOKUPS.begin();
            Lookups.run(this, effort, directory, figures);
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

    /** Measures what this side alone has. */
    void more(Effort effort, Path directory, Figures figures) throws Exception {}

    private void throughput(Effort effort, Path directory, int sizeBytes, List<Trust> trusts, Figures figures)
            throws IOException {
        if (!figures.isWanted(append(sizeBytes), read(sizeBytes))
                && !(trusts.contains(Trust.CHECKSUM) && figures.isWanted(READ_VERIFIED_40))) {
            return;
        }
        JournalStage.append(sizeBytes).begin();
        Rounds rounds = new Rounds((long) effort.roundMessages() * SMALL_BYTES / sizeBytes, sizeBytes, trusts);
        for (int i = 0; i < effort.warmUpRounds(); i++) {
            onFreshLog(directory, sizeBytes, rounds::warmUp);
        }
        long endNs = System.nanoTime() + effort.roundsNs();
        while (rounds.measured() < effort.measuredRounds() || System.nanoTime() - endNs < 0) {
            endNs += Turn.next();
            onFreshLog(directory, sizeBytes, rounds::measure);
        }
        figures.report(append(sizeBytes), rounds.appendRates());
        for (Trust trust : trusts) {
            figures.report(trust == Trust.HEADER ? read(sizeBytes) : READ_VERIFIED_40, rounds.readRates(trust));
        }
    }

    private void onFreshLog(Path directory, int sizeBytes, Consumer<LogUnderTest> round) throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = open(fresh.path(), sizeBytes)) {
            round.accept(log);
        }
    }

    private Histogram latency(Path directory, LatencyRun run, Trust trust) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = open(fresh.path(), SMALL_BYTES)) {
            return run.run(log::sender, () -> log.receiver(trust));
        }
    }
}
