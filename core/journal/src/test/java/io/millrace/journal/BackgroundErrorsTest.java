package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code of users that the background thread of a journal calls: its exceptions do not end that thread. */
class BackgroundErrorsTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);

    @TempDir
    Path dir;

    private final BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();

    @Test
    @ExpectedLog("the error handler of the journal threw")
    void anErrorHandlerThatThrowsDoesNotEndItsThread() throws Exception {
        JournalOptions options = OPTIONS.withErrorHandler(error -> {
            told.add(error);
            throw new NoClassDefFoundError("the handler is broken");
        });
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            Messages.append(appender, "m");
            Thread background = background();
            Files.delete(dir.resolve(SegmentName.LOCK));
            told.take();
            awaitParked(background);
        }
    }

    @Test
    void anErrorOfAClockIsReportedAndTheThreadContinues() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        JournalOptions options = OPTIONS.withErrorHandler(told::add)
                .withRetention(RetentionPolicy.keepAll().withMaxAge(Duration.ofDays(1)))
                .withClock(() -> {
                    if (broken.get() && Thread.currentThread().getName().startsWith("millrace-journal-")) {
                        throw new NoClassDefFoundError("the clock is broken");
                    }
                    return Instant.now();
                });
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 5_000; i++) { // retention looks at ages where there are segments that may go
                Messages.append(appender, "a message of some length " + i);
            }
            Thread background = background();
            broken.set(true);
            assertTrue(told.take().getMessage().contains("the clock is broken"));
            awaitParked(background);
        }
    }

    /** An appender that waits for the next segment would wait for ever if the thread that creates it were gone. */
    @Test
    void anErrorOfAClockWhileASegmentIsCreatedReachesTheAppender() {
        AtomicBoolean broken = new AtomicBoolean();
        JournalOptions options = OPTIONS.withClock(() -> {
            if (broken.get() && Thread.currentThread().getName().startsWith("millrace-journal-")) {
                throw new NoClassDefFoundError("the clock is broken");
            }
            return Instant.now();
        });
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            broken.set(true);
            JournalException error = assertThrows(JournalException.class, () -> {
                while (true) {
                    Messages.append(appender, "a message of some length");
                }
            });
            assertTrue(error.getMessage().contains("the clock is broken"), error.getMessage());
            assertTrue(error.getMessage().contains("directory=" + dir + " segment="), error.getMessage());
            broken.set(false);
            Messages.append(appender, "the next one is created again");
        }
    }

    /** Any error while frames are synced: waiters get it instead of waiting for ever, and so does the handler. */
    @Test
    void anErrorOfASyncEndsAllWaits() throws Exception {
        for (FailPoint where : List.of(FailPoint.DATA_FORCED, FailPoint.SYNC_IDLE)) {
            AtomicBoolean broken = new AtomicBoolean();
            FaultInjector injector = point -> {
                if (broken.get() && point == where) {
                    throw new NoClassDefFoundError("the sync is broken");
                }
            };
            JournalOptions options = OPTIONS.withErrorHandler(told::add).withDurability(Durability.SYNCED);
            try (Journal journal = Journal.open(dir.resolve(where.name()), options, injector);
                    Appender appender = journal.appender()) {
                appender.awaitSynced(Messages.append(appender, "m"));
                broken.set(true);
                assertThrows(JournalException.class, () -> {
                    while (true) {
                        appender.awaitSynced(Messages.append(appender, "m"));
                    }
                });
                assertTrue(told.take().getMessage().contains("the sync is broken"));
            }
        }
    }

    private Thread background() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("millrace-journal-" + dir.getFileName()))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until the thread sleeps again, after its present work. */
    private static void awaitParked(Thread thread) {
        Await.until(
                "the background thread sleeps",
                () -> {
                    assertTrue(thread.isAlive(), "the thread has ended");
                    return thread.getState() == Thread.State.TIMED_WAITING;
                },
                () -> "state=" + thread.getState());
    }
}
