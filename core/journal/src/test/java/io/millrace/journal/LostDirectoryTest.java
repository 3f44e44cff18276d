package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers and readers whose directory was removed or moved report it, and writers do not change its replacement. */
@Tag("process")
class LostDirectoryTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final MemorySegment MESSAGE = MemorySegment.ofArray(new byte[1000]);
    private static final int MANY = 10_000;

    @TempDir
    Path scratch;

    private final BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();

    @ParameterizedTest
    @EnumSource
    void aJournalThatReplacedTheDirectoryIsNotChanged(Ownership ownership) throws IOException {
        Path dir = scratch.resolve("journal");
        Path other = scratch.resolve("other");
        fill(other);
        List<String> before = files(other);
        try (Journal journal =
                        Journal.open(dir, OPTIONS.withOwnership(ownership).withErrorHandler(told::add));
                Appender appender = journal.appender()) {
            append(appender, 100);
            Files.move(dir, scratch.resolve("moved"));
            Files.move(other, dir);
            expectLost(dir, () -> append(appender, MANY));
            expectLost(dir, () -> journal.retain(RetentionPolicy.keepAll().withMaxSizeBytes(0)));
            assertEquals(before, files(dir));
        }
        assertTrue(
                JournalVerifier.verify(dir).isSound(),
                () -> JournalVerifier.verify(dir).toString());
        assertTrue(
                JournalVerifier.verify(scratch.resolve("moved")).isSound(),
                () -> JournalVerifier.verify(scratch.resolve("moved")).toString());
    }

    /** Includes a writer that needs no further segment for long. */
    @ParameterizedTest
    @EnumSource
    void aRemovedDirectoryIsReportedBeforeTheSegmentIsFull(Ownership ownership)
            throws IOException, InterruptedException {
        Path dir = scratch.resolve("journal");
        JournalOptions options =
                JournalOptions.defaults().withOwnership(ownership).withErrorHandler(told::add);
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            append(appender, 10);
            delete(dir);
            assertTrue(told.take().getMessage().contains("removed, moved or replaced"));
            expectLost(dir, () -> append(appender, 10));
        }
        assertTrue(told.isEmpty(), told::toString);
    }

    @Test
    void aRemovedLockFileIsReported() throws IOException, InterruptedException {
        Path dir = scratch.resolve("journal");
        try (Journal journal = Journal.open(dir, OPTIONS.withErrorHandler(told::add));
                Appender appender = journal.appender()) {
            append(appender, 1);
            Files.delete(dir.resolve(SegmentName.LOCK));
            assertTrue(told.take().getMessage().contains("removed, moved or replaced"));
            expectLost(dir, () -> append(appender, 1));
            expectLost(dir, () -> append(appender, 1));
        }
    }

    @Test
    @ExpectedLog("lock file of the journal is missing")
    void anOpeningWithoutLockFileWaitsUntilAWriterHasSeenTheLoss() throws IOException, InterruptedException {
        Path dir = scratch.resolve("journal");
        JournalOptions options = WriterProcess.options(Ownership.SINGLE);
        WriterProcess.Plan plan = WriterProcess.Plan.of(dir, options, "a", Integer.MAX_VALUE);
        try (WriterProcess writer = WriterProcess.start(scratch, plan)) {
            writer.awaitPublished(1_000);
            Files.delete(dir.resolve(SegmentName.LOCK));
            long start = System.nanoTime();
            try (Journal journal = Journal.open(dir, options);
                    Appender appender = journal.appender()) {
                long waitedNs = System.nanoTime() - start; // the writer checks sooner, at the end of each segment
                assertTrue(waitedNs >= 3_000_000_000L, "waitedNs=" + waitedNs);
                assertEquals(1, writer.awaitEnd(), "it fails with an exception");
                List<String> all = Messages.readAll(journal);
                assertEquals(Messages.numbered("a:", all.size()), all);
                assertTrue(all.size() >= writer.published(), "found=" + all.size());
                append(appender, 10);
            }
        }
        assertTrue(JournalVerifier.verify(dir).isSound(), JournalVerifier.verify(dir)::toString);
    }

    @ParameterizedTest
    @EnumSource
    void aReaderThatWaitsReportsAMovedDirectory(Durability level) throws IOException {
        Path dir = scratch.resolve("journal");
        fill(dir); // nothing of it is synced
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer(TailerOptions.defaults().withLevel(level))) {
            while (tailer.read() == Read.MESSAGE) {
                assertTrue(tailer.length() > 0);
            }
            Files.move(dir, scratch.resolve("moved"));
            expectLost(dir, () -> tailer.await(new BackoffIdleStrategy()));
            fill(dir);
            expectLost(dir, () -> {
                Await.until("the tailer reads a message", () -> tailer.read() == Read.MESSAGE);
            });
        }
    }

    @Test
    void aReaderThatWaitsInAnUnchangedDirectoryContinues() throws IOException {
        Path dir = scratch.resolve("journal");
        fill(dir);
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            tailer.toEnd();
            long start = System.nanoTime();
            while (System.nanoTime() - start < 2_500_000_000L) {
                assertEquals(Read.END, tailer.read());
            }
            append(dir, 1);
            assertEquals(Read.MESSAGE, tailer.await(new BackoffIdleStrategy()));
        }
    }

    private static void fill(Path dir) {
        append(dir, 300);
    }

    private static void append(Path dir, int messages) {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, messages);
        }
    }

    private static void append(Appender appender, int messages) {
        for (int i = 0; i < messages; i++) {
            appender.append(MESSAGE, 0, (int) MESSAGE.byteSize());
        }
    }

    private static void expectLost(Path dir, Runnable action) {
        String message = assertThrows(JournalException.class, action::run).getMessage();
        assertTrue(message.contains("removed, moved or replaced while the journal was open directory=" + dir), message);
    }

    private static List<String> files(Path dir) throws IOException {
        List<String> files = new ArrayList<>();
        try (Stream<Path> paths = Files.list(dir)) {
            for (Path path : paths.sorted().toList()) {
                files.add(path.getFileName() + " " + Files.readAttributes(path, "unix:ino"));
            }
        }
        return files;
    }

    private static void delete(Path dir) throws IOException {
        try (Stream<Path> paths = Files.list(dir)) {
            for (Path path : paths.toList()) {
                Files.deleteIfExists(path);
            }
        }
        Files.delete(dir);
    }
}
