package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.Trust;
import java.nio.file.Path;
import java.util.List;

/** The journal suite on Chronicle Queue, which has no checksums to verify. */
public final class ChronicleJournalWorkload extends JournalWorkload {
    /** Called by a fork. */
    public ChronicleJournalWorkload() {}

    @Override
    LogUnderTest open(Path directory, int sizeBytes) {
        return new ChronicleLog(directory, sizeBytes);
    }

    @Override
    LogUnderTest openShared(Path directory, int sizeBytes) {
        return open(directory, sizeBytes); // which any process may write
    }

    @Override
    List<Trust> trusts() {
        return List.of(Trust.HEADER);
    }
}
