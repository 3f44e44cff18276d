package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Another program that changes the files of a running writer ends the writer with an error: it neither hangs nor
 * crashes the JVM.
 */
@Tag("alone")
@Tag("process")
class HostileDiskTest {

    private static final int MANY = 100_000_000;

    @TempDir
    Path scratch;

    @Test
    void truncatedFilesEndAnOwnerWithAnError() throws IOException, InterruptedException {
        truncateUnder(Ownership.SINGLE);
    }

    @Test
    void truncatedFilesEndASharedWriterWithAnError() throws IOException, InterruptedException {
        truncateUnder(Ownership.SHARED);
    }

    private void truncateUnder(Ownership ownership) throws IOException, InterruptedException {
        Path dir = scratch.resolve("journal");
        WriterProcess.Plan plan = WriterProcess.Plan.of(dir, WriterProcess.options(ownership), "w", MANY);
        try (WriterProcess writer = WriterProcess.start(scratch, plan)) {
            writer.awaitPublished(1_000);
            for (long number : SegmentName.list(dir)) {
                Bytes.truncate(SegmentName.file(dir, number), 0);
            }
            int exit = writer.awaitEnd();
            String output = Files.readString(scratch.resolve("output-w"));
            if (!isLimitOfTheVirtualMachine(output)) {
                assertEquals(1, exit, "an exception, not a signal: " + output);
                assertTrue(output.contains("Exception in thread \"main\" io.millrace.journal.Journal"), output);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTruncatedTableEndsASyncedWriterWithAnError(Ownership ownership) throws IOException, InterruptedException {
        Path dir = scratch.resolve("journal");
        JournalOptions options = WriterProcess.options(ownership).withDurability(Durability.SYNCED);
        WriterProcess.Plan plan = WriterProcess.Plan.of(dir, options, "w", MANY);
        try (WriterProcess writer = WriterProcess.start(scratch, plan)) {
            writer.awaitPublished(1_000);
            Bytes.truncate(dir.resolve(SegmentName.TABLE), 0);
            int exit = writer.awaitEnd();
            String output = Files.readString(scratch.resolve("output-w"));
            if (!isLimitOfTheVirtualMachine(output)) {
                assertEquals(1, exit, "an exception, not a signal: " + output);
                assertTrue(output.contains("Exception in thread \"main\" io.millrace.journal.Journal"), output);
                assertFalse(output.contains("Exception in thread \"millrace"), output);
            }
        }
    }

    /**
     * Returns whether the JVM itself failed: code that is not compiled yet does a compare-and-set in a function of the
     * virtual machine, where a missing page is a signal that is not handled. Everything else must be an exception.
     */
    private static boolean isLimitOfTheVirtualMachine(String output) {
        return output.contains("SIGBUS") && output.contains("Unsafe_CompareAndSet");
    }

    @Test
    void aRemovedDirectoryIsAnErrorWhenTheNextSegmentIsDue() throws IOException {
        Path dir = scratch.resolve("journal");
        JournalOptions options =
                JournalOptions.defaults().withSegmentSizeBytes(1 << 16).withErrorHandler(_ -> {});
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            Messages.append(appender, "before");
            try (Stream<Path> files = Files.list(dir)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(dir);
            JournalException e = assertThrows(JournalException.class, () -> {
                while (true) {
                    Messages.append(appender, "x".repeat(1_000));
                }
            });
            assertTrue(e.getMessage().contains("was removed, moved or replaced"), e.getMessage());
        }
    }
}
