package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.Trust;
import java.nio.file.Path;
import java.util.List;

/** The journal suite on our journal. */
public final class MillraceJournalWorkload extends JournalWorkload {
    /** Called by a fork. */
    public MillraceJournalWorkload() {}

    @Override
    LogUnderTest open(Path directory, int sizeBytes) {
        return new MillraceLog(directory, sizeBytes);
    }

    @Override
    List<Trust> trusts() {
        return List.of(Trust.HEADER, Trust.CHECKSUM);
    }
}
