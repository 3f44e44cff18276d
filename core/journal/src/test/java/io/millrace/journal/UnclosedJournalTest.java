package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.LogCapture;
import io.millrace.leaks.Tolerates;
import io.millrace.memory.Unclosed;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that a program forgets is reported, whatever threads it has. */
@Tolerates(threads = ".*", files = ".*", because = "the journal is never closed")
class UnclosedJournalTest {

    @TempDir
    Path scratch;

    private static WeakReference<Journal> forgotten(Path directory) {
        // Its background thread finds later that the directory is gone.
        JournalOptions options =
                JournalOptions.defaults().withDurability(Durability.SYNCED).withErrorHandler(_ -> {});
        Journal journal = Journal.open(directory, options);
        Messages.append(journal.appender(), "one");
        return new WeakReference<>(journal);
    }

    @Test
    @ExpectedLog("what=journal where=")
    void aForgottenJournalIsReportedWithItsDirectory() {
        Path directory = scratch.resolve("forgotten");
        String before = System.getProperty(Unclosed.PROPERTY);
        try (LogCapture said = LogCapture.of("io.millrace.memory")) {
            System.setProperty(Unclosed.PROPERTY, "warn");
            Journal.open(scratch.resolve("closed"), JournalOptions.defaults()).close();
            WeakReference<Journal> forgotten = forgotten(directory);
            Await.until("the forgotten journal is reported", () -> {
                System.gc();
                return said.count(" what=journal where=" + directory) > 0;
            });
            assertNull(forgotten.get());
        } finally {
            System.setProperty(Unclosed.PROPERTY, before);
        }
    }
}
