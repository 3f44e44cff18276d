package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.BusySpinIdleStrategy;
import io.millrace.concurrent.OwnerCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects for one thread at a time refuse a second thread, before it damages anything. */
class OwnerCheckTest {

    private static final int THREADS = 4;
    private static final int EACH = 20_000;

    @TempDir
    private Path dir;

    private static JournalOptions options(Ownership ownership) {
        return JournalOptions.defaults().withSegmentSizeBytes(1 << 20).withOwnership(ownership);
    }

    private static Throwable elsewhere(Runnable call) throws Exception {
        FutureTask<Throwable> task = new FutureTask<>(() -> {
            try {
                call.run();
                return null;
            } catch (RuntimeException | Error e) {
                return e;
            }
        });
        Thread thread = Thread.ofPlatform().name("intruder").start(task);
        Throwable thrown = task.get();
        thread.join();
        return thrown;
    }

    private static void assertRefused(String object, Runnable... calls) throws Exception {
        for (int call = 0; call < calls.length; call++) {
            Throwable thrown = elsewhere(calls[call]);
            assertTrue(thrown instanceof WrongThreadException, "call " + call + ": " + thrown);
            String message = thrown.getMessage();
            assertTrue(message.contains("object=" + object + " of="), message);
            assertTrue(message.contains("owner=" + Thread.currentThread()), message);
            assertTrue(message.contains("caller=Thread[") && message.contains("intruder"), message);
        }
    }

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void severalThreadsOnOneAppenderDamageNothing(Ownership ownership) throws Exception {
        Set<Long> acknowledged = new HashSet<>();
        AtomicInteger refused = new AtomicInteger();
        ConcurrentLinkedQueue<Throwable> others = new ConcurrentLinkedQueue<>();
        try (Journal journal = Journal.open(dir, options(ownership));
                Appender appender = journal.appender()) {
            CountDownLatch allHaveTried = new CountDownLatch(THREADS);
            List<FutureTask<List<Long>>> results = new ArrayList<>();
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                long first = (long) t * EACH;
                results.add(new FutureTask<>(() -> append(appender, first, allHaveTried, refused, others)));
            }
            results.forEach(task -> running.add(Thread.ofPlatform().start(task)));
            for (FutureTask<List<Long>> task : results) {
                acknowledged.addAll(task.get());
            }
            for (Thread thread : running) {
                thread.join();
            }
        }
        assertTrue(others.isEmpty(), others.toString());
        assertTrue(refused.get() >= THREADS - 1, refused.toString());
        assertTrue(acknowledged.size() >= EACH, "the owner was never refused: " + acknowledged.size());
        VerifyReport report = JournalVerifier.verify(dir);
        assertTrue(report.isSound(), report::toString);
        Set<Long> read = new HashSet<>();
        try (Journal journal = Journal.open(dir, options(ownership));
                Tailer tailer = journal.tailer()) {
            while (tailer.read() == Read.MESSAGE) {
                read.add(tailer.segment().get(ValueLayout.JAVA_LONG, tailer.offset()));
            }
        }
        assertEquals(acknowledged, read);
    }

    /** Appends numbers with an appender that other threads use too; returns the acknowledged numbers. */
    private static List<Long> append(
            Appender appender,
            long first,
            CountDownLatch allHaveTried,
            AtomicInteger refused,
            ConcurrentLinkedQueue<Throwable> others)
            throws InterruptedException {
        MemorySegment message = MemorySegment.ofArray(new long[5]);
        List<Long> acknowledged = new ArrayList<>();
        for (long number = first; number < first + EACH; number++) {
            message.set(ValueLayout.JAVA_LONG, 0, number);
            try {
                if (number % 10 == 9) {
                    FrameBatch batch = appender.batch();
                    long at = batch.begin(FrameKind.DATA, Long.BYTES);
                    batch.memory().set(ValueLayout.JAVA_LONG, at, number);
                    batch.end(Long.BYTES);
                    appender.publish(Appender.ANY_SEGMENT);
                } else {
                    appender.append(message, 0, (int) message.byteSize());
                }
                acknowledged.add(number);
            } catch (WrongThreadException e) {
                refused.incrementAndGet();
            } catch (RuntimeException | Error e) {
                others.add(e);
            }
            if (number == first) {
                allHaveTried.countDown();
                allHaveTried.await(); // so the owner lives while the others try
            }
        }
        return acknowledged;
    }

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void everyMethodOfAnAppenderAndItsBatchThatChangesThemIsChecked(Ownership ownership) throws Exception {
        try (Journal journal = Journal.open(dir, options(ownership));
                Appender appender = journal.appender()) {
            FrameBatch batch = appender.batch();
            Messages.append(appender, "mine");
            Messages.add(batch, FrameKind.DATA, "mine too");
            assertRefused(
                    "Appender",
                    () -> Messages.append(appender, "no"),
                    () -> appender.publish(Appender.ANY_SEGMENT),
                    appender::segment,
                    appender::startSegment,
                    () -> batch.begin(FrameKind.DATA, 8),
                    () -> batch.grow(100),
                    () -> batch.end(1),
                    batch::clear,
                    () -> new BatchEncryption(journal, appender, FileKeyProvider.open(dir.resolve("keys"))),
                    appender::handOver);
            appender.publish(Appender.ANY_SEGMENT);
            long last = appender.lastIndex();
            assertNull(elsewhere(() -> appender.awaitSynced(last)));
            assertNull(elsewhere(() -> assertEquals(last, appender.lastIndex())));
            assertEquals(List.of("mine", "mine too"), Messages.readAll(journal));
        }
    }

    @Test
    void everyMethodThatMovesATailerIsChecked() throws Exception {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            long index = Messages.append(appender, "a");
            assertEquals(Read.MESSAGE, tailer.read());
            assertRefused(
                    "Tailer",
                    tailer::read,
                    () -> tailer.await(new BusySpinIdleStrategy()),
                    tailer::checkEnd,
                    () -> tailer.seekNear(index),
                    tailer::toStart,
                    tailer::toEnd,
                    tailer::toPeriod,
                    () -> tailer.seek(index),
                    () -> tailer.seekAfter(index),
                    () -> tailer.seekAfter(Index.NONE),
                    () -> tailer.seekMessage(0),
                    () -> tailer.seekTime(Instant.EPOCH),
                    () -> tailer.search((memory, offset, length) -> 0),
                    () -> tailer.direction(Direction.BACKWARD),
                    tailer::handOver);
            assertEquals("a", Messages.text(tailer));
            tailer.handOver();
            assertNull(elsewhere(() -> assertEquals(Read.END, tailer.read())));
            assertEquals(Read.END, tailer.read());
        }
    }

    @Test
    void aPositionAndAReplicaAreChecked() throws Exception {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "a");
            NamedPosition position = journal.position("reader");
            position.set(index);
            assertRefused(
                    "NamedPosition",
                    position::get,
                    position::state,
                    position::isParked,
                    position::park,
                    () -> position.set(0),
                    () -> position.advance(0),
                    () -> position.updateEvery(2));
            position.handOver();
            assertNull(elsewhere(() -> assertEquals(index, position.get())));
            Replica replica = journal.replica("copy");
            replica.holds(index);
            assertRefused("NamedPosition", replica::index, () -> replica.holds(index));
            replica.handOver();
            assertNull(elsewhere(() -> replica.holds(index)));
        }
    }

    @Test
    void encryptedMessagesAreForOneThreadAtATimeToo() throws Exception {
        FileKeyProvider keys = FileKeyProvider.open(dir.resolve("keys"));
        Path path = dir.resolve("journal");
        try (Journal journal = Journal.open(path, options(Ownership.SINGLE));
                EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys);
                EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), keys)) {
            MemorySegment bytes = Messages.bytes("a");
            appender.append("one", bytes, 0, 1);
            assertEquals(Read.MESSAGE, tailer.read());
            assertRefused("Appender", () -> appender.append("one", bytes, 0, 1), appender::handOver);
            assertRefused("EncryptedTailer", tailer::read, tailer::toStart, tailer::toEnd, () -> tailer.seek(0));
            appender.handOver();
            tailer.handOver();
            assertNull(elsewhere(() -> {
                appender.append("one", bytes, 0, 1);
                assertEquals(Read.MESSAGE, tailer.read());
            }));
        }
    }

    @Test
    void anAppenderIsHandedFromThreadToThread() throws Exception {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 200; i += 2) {
                String mine = "main " + i;
                String other = "other " + (i + 1);
                Messages.append(appender, mine);
                appender.handOver();
                assertNull(elsewhere(() -> Messages.append(appender, other)));
                expected.add(mine);
                expected.add(other);
            }
            assertEquals(expected, Messages.readAll(journal));
        }
    }

    @Test
    void withTheCheckOffThreadsMayTakeTurnsUnderALock() throws Exception {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE).withOwnerCheck(OwnerCheck.OFF));
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer(TailerOptions.defaults().withOwnerCheck(OwnerCheck.OFF))) {
            Messages.append(appender, "a");
            assertEquals(Read.MESSAGE, tailer.read());
            journal.position("p").set(0);
            assertNull(elsewhere(() -> {
                Messages.append(appender, "b");
                assertEquals(Read.MESSAGE, tailer.read());
            }));
            Messages.append(appender, "c");
            assertEquals(List.of("a", "b", "c"), Messages.readAll(journal));
        }
    }

    @Test
    void anAppenderThatAnotherThreadClosesIsGivenBackByItsOwner() throws Exception {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE))) {
            Appender first = journal.appender();
            Messages.append(first, "a");
            assertNull(elsewhere(first::close));
            assertTrue(elsewhere(journal::appender) instanceof JournalLockedException);
            assertThrows(JournalClosedException.class, () -> Messages.append(first, "b"));
            try (Appender second = journal.appender()) {
                Messages.append(second, "c");
            }
            assertThrows(JournalClosedException.class, () -> Messages.append(first, "d"));
            assertEquals(List.of("a", "c"), Messages.readAll(journal));
        }
        assertTrue(JournalVerifier.verify(dir).isSound());
    }

    @Test
    void anAppenderThatAnotherThreadClosesIsGivenBackOnceItsOwnerHasEnded() throws Exception {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE))) {
            Appender first = journal.appender();
            CountDownLatch used = new CountDownLatch(1);
            CountDownLatch mayEnd = new CountDownLatch(1);
            FutureTask<Void> task = new FutureTask<>(() -> {
                Messages.append(first, "a");
                used.countDown();
                mayEnd.await();
                return null;
            });
            Thread owner = Thread.ofPlatform().start(task);
            used.await();
            first.close();
            assertThrows(JournalLockedException.class, journal::appender);
            mayEnd.countDown();
            owner.join();
            try (Appender second = journal.appender()) {
                Messages.append(second, "b");
            }
            assertEquals(List.of("a", "b"), Messages.readAll(journal));
        }
    }

    @Test
    void aTailerThatAnotherThreadClosesIsClosedByItsOwner() throws Exception {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            Messages.append(appender, "a");
            Tailer tailer = journal.tailer();
            assertEquals(Read.MESSAGE, tailer.read());
            assertNull(elsewhere(tailer::close));
            assertEquals("a", Messages.text(tailer), "the owner may be using it");
            assertThrows(JournalClosedException.class, tailer::read);
            tailer.close();
        }
    }
}
