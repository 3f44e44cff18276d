package io.millrace.service;

import io.millrace.journal.Appender;
import io.millrace.journal.Epoch;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts epochs in journals that no process has open. */
final class EpochStarter {

    private static final JournalOptions OPTIONS =
            JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES);

    private EpochStarter() {}

    /** Ends the last segment, and creates the first segment of an epoch. */
    static void start(Path directory, Epoch epoch) {
        deletePrepared(directory);
        try (Journal journal = Journal.open(directory, OPTIONS, FaultInjector.ofEpoch(epoch));
                Appender appender = journal.appender()) {
            appender.startSegment();
        }
    }

    private static void deletePrepared(Path directory) {
        try (Journal journal = Journal.openReadOnly(directory)) {
            long next = Index.segment(journal.lastIndex()) + 1;
            Files.deleteIfExists(directory.resolve("%08d.segment".formatted(next)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
