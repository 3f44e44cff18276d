package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.ReadCheck;
import java.nio.file.Path;
import java.util.List;

/** The journal suite on Chronicle Queue, which has no checksums to verify. */
public final class ChronicleJournalWorkload extends JournalWorkload {
    /** Creates the workload; a fork calls this. */
    public ChronicleJournalWorkload() {}

    @Override
    LogUnderTest open(Path directory, int sizeBytes) {
        return new ChronicleLog(directory, sizeBytes);
    }

    @Override
    LogUnderTest openShared(Path directory, int sizeBytes) {
        return open(directory, sizeBytes); // any process may write it
    }

    @Override
    List<ReadCheck> readChecks() {
        return List.of(ReadCheck.HEADER);
    }
}
