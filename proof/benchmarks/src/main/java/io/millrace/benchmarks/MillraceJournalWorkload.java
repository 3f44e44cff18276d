package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.ReadCheck;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.journal.EncryptedAppender;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The journal suite on our journal. */
public final class MillraceJournalWorkload extends JournalWorkload {
    static final String ENCRYPTED = "append encrypted 40 B";

    private static final int SIZE_BYTES = 40;
    private static final double NS_PER_MICRO = 1e3;

    /** Creates the workload; a fork calls this. */
    public MillraceJournalWorkload() {}

    @Override
    LogUnderTest open(Path directory, int sizeBytes) {
        return new MillraceLog(directory, sizeBytes);
    }

    @Override
    LogUnderTest openShared(Path directory, int sizeBytes) {
        return new MillraceLog(directory, sizeBytes, JournalOptions.defaults().withOwnership(Ownership.SHARED));
    }

    @Override
    List<ReadCheck> readChecks() {
        return List.of(ReadCheck.HEADER, ReadCheck.CHECKSUM);
    }

    @Override
    void more(Effort effort, Path directory, Figures figures) throws Exception {
        if (figures.isWanted(ENCRYPTED)) {
            encrypted(effort, directory, figures);
        }
        SyncedWriters.run(MillraceSyncedLog::new, effort, directory, figures);
        if (figures.isWanted(ReadAtIndex.CASE)) {
            ReadAtIndex.run(effort, directory, figures);
        }
    }

    private static void encrypted(Effort effort, Path directory, Figures figures) throws IOException {
        List<Double> rates = new ArrayList<>();
        int messages = effort.roundMessages() / 10;
        JournalStage.ENCRYPTED.begin();
        for (int i = 0; i < effort.warmUpRounds() + effort.measuredRounds(); i++) {
            Turn.next();
            double rate = encrypted(directory, messages);
            if (i >= effort.warmUpRounds()) {
                rates.add(rate);
            }
        }
        figures.report(ENCRYPTED, rates);
    }

    private static double encrypted(Path directory, int messages) throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                Journal journal = Journal.open(fresh.path().resolve("log"), JournalOptions.defaults());
                EncryptedAppender appender = new EncryptedAppender(
                        journal,
                        journal.appender(),
                        FileKeyProvider.open(fresh.path().resolve("keys")))) {
            MemorySegment message = MemorySegment.ofArray(new byte[SIZE_BYTES]);
            long startNs = System.nanoTime();
            for (int n = 0; n < messages; n++) {
                appender.append("one", message, 0, SIZE_BYTES);
            }
            return messages / (double) (System.nanoTime() - startNs) * NS_PER_MICRO;
        }
    }
}
