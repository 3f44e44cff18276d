package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.memory.Memory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyncedTest {

    @TempDir
    Path dir;

    private static JournalOptions options(Durability durability) {
        return JournalOptions.defaults().withSegmentSizeBytes(1 << 16).withDurability(durability);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void awaitReturnsWhenTheFrameAndAllBeforeAreSynced(Durability durability) {
        try (Journal journal = Journal.open(dir, options(durability));
                Appender appender = journal.appender()) {
            assertEquals(Index.NONE, journal.syncedIndex());
            for (int i = 0; i < 5; i++) {
                long index = 0;
                for (int k = 0; k < 1000; k++) {
                    index = Messages.append(appender, "message " + k);
                }
                appender.awaitSynced(index);
                assertTrue(journal.syncedIndex() >= index);
                assertTrue(journal.syncedIndex() <= journal.lastIndex());
            }
            assertTrue(Index.segment(journal.syncedIndex()) > 1);
        }
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(journal.lastIndex(), journal.syncedIndex());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsSyncedIsOnTheDevice() throws IOException {
        assumeTrue(MappedPages.becomeClean(dir), "the file system has no device");
        JournalOptions options = options(Durability.MAPPED).withSegmentSizeBytes(1 << 20);
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            long index = 0;
            while (Index.segment(index) < 2) {
                index = Messages.append(appender, "x".repeat(1_000));
            }
            SegmentFile first = journal.store().acquire(1);
            appender.awaitSynced(index);
            long dirty = MappedPages.dirtyBytes(first.file());
            journal.store().release(first);
            assertTrue(dirty <= 1 << 16, "bytes that no force has written: " + dirty);
        }
    }

    @Test
    void aFrameAfterTheClaimOfAnotherWriterIsSyncedOnceTheClaimIsResolved() {
        JournalOptions options = options(Durability.SYNCED).withOwnership(Ownership.SHARED);
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            Messages.append(appender, "one");
            FrameWalk.Tail tail = journal.end();
            SegmentFile segment = journal.store().acquire(tail.segment());
            int length = 16;
            long claim = FrameLayout.claim(
                    length, journal.writerState().slot(), journal.writerState().epoch()); // of one that lives
            assertTrue(Memory.compareAndSetLong(segment.memory, tail.position(), 0, claim));
            long behind = Messages.append(appender, "two");
            String syncs = "millrace-journal-sync-" + dir.getFileName();
            Thread syncer = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals(syncs))
                    .findAny()
                    .orElseThrow();
            Await.until(
                    "the syncing thread has seen that there is nothing it can force",
                    () -> syncer.getState() == Thread.State.WAITING,
                    () -> "state=" + syncer.getState());
            assertTrue(journal.syncedIndex() < behind);
            int low = FrameLayout.low(FrameLayout.PADDING, length);
            long padding = FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(tail.position()), low));
            assertTrue(Memory.compareAndSetLong(segment.memory, tail.position(), claim, padding));
            journal.store().release(segment);
            Await.until("the frame after the claim is synced", () -> journal.syncedIndex() >= behind);
        }
    }

    @Test
    void aSyncedTailerIsHeldBackAtTheSyncedIndex() {
        TailerOptions options = TailerOptions.defaults().withLevel(Durability.SYNCED);
        try (Journal journal = Journal.open(dir, options(Durability.MAPPED));
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer(options);
                Tailer backward = journal.tailer(options.withDirection(Direction.BACKWARD))) {
            assertEquals(Read.END, tailer.read());
            long first = Messages.append(appender, "a");
            assertEquals(Read.NOT_SYNCED, tailer.read());
            appender.awaitSynced(first);
            Messages.append(appender, "b");
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("a", Messages.text(tailer));
            assertEquals(Read.NOT_SYNCED, tailer.read());
            backward.toEnd();
            assertEquals(List.of("a"), Messages.readAll(backward));
        }
    }

    @Test
    void whatArrivesDuringASyncIsTheNextBatch() throws InterruptedException {
        Semaphore forces = new Semaphore(0);
        CountDownLatch forcing = new CountDownLatch(1);
        Queue<FailPoint> steps = new ConcurrentLinkedQueue<>();
        FaultInjector injector = step -> {
            if (step == FailPoint.DATA_FORCED) {
                steps.add(step);
                forcing.countDown();
                forces.acquireUninterruptibly();
            }
        };
        int waiters = 20;
        CountDownLatch told = new CountDownLatch(waiters);
        try (Journal journal = Journal.open(dir, options(Durability.SYNCED), injector);
                Appender appender = journal.appender()) {
            Messages.append(appender, "first");
            assertTrue(forcing.await(60, TimeUnit.SECONDS));
            for (int i = 0; i < waiters; i++) {
                appender.onSynced(Messages.append(appender, "m" + i), index -> told.countDown());
            }
            assertEquals(waiters, told.getCount());
            forces.release(2);
            assertTrue(told.await(60, TimeUnit.SECONDS));
            assertEquals(2, steps.size(), "one sync for the first, one for all the others");
            forces.release(1000);
        }
    }

    @Test
    void whatArrivesAsTheThreadFallsAsleepIsSynced() throws InterruptedException {
        Semaphore asleep = new Semaphore(0);
        Semaphore mayFall = new Semaphore(0);
        FaultInjector injector = step -> {
            if (step == FailPoint.SYNC_IDLE) {
                asleep.release();
                mayFall.acquireUninterruptibly();
            }
        };
        try (Journal journal = Journal.open(dir, options(Durability.SYNCED), injector);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 3; i++) {
                asleep.acquire();
                long index = Messages.append(appender, "nobody waits for it");
                mayFall.release();
                Await.until("the frame is synced", () -> journal.syncedIndex() >= index);
            }
            mayFall.release(Integer.MAX_VALUE / 2);
        }
    }

    @Test
    void aCallBackForWhatIsSyncedComesAtOnce() {
        try (Journal journal = Journal.open(dir, options(Durability.SYNCED));
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "a");
            appender.awaitSynced(index);
            long[] told = {Index.NONE};
            appender.onSynced(index, synced -> told[0] = synced);
            assertTrue(told[0] >= index);
        }
    }

    @Test
    void whatACallBackThrowsAtOnceGoesToTheErrorHandler() {
        List<Throwable> errors = new ArrayList<>();
        JournalOptions handling = options(Durability.SYNCED).withErrorHandler(errors::add);
        try (Journal journal = Journal.open(dir, handling);
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "m");
            appender.awaitSynced(index);
            IllegalStateException thrown = new IllegalStateException("thrown by the action");
            appender.onSynced(index, _ -> {
                throw thrown;
            });
            assertEquals(List.of(thrown), errors);
            journal.becomeSource(0);
            journal.raiseMark(Mark.asAsked(index + 1));
            appender.onAcknowledged(index, _ -> {
                throw thrown;
            });
            assertEquals(List.of(thrown, thrown), errors);
        }
    }

    @Test
    void anErrorOfACallbackEndsNoOtherWait() throws InterruptedException {
        BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        JournalOptions handling = options(Durability.MAPPED).withErrorHandler(errors::add);
        try (Journal journal = Journal.open(dir, handling);
                Appender appender = journal.appender()) {
            AssertionError thrown = new AssertionError("thrown by the action");
            appender.onSynced(Messages.append(appender, "m"), _ -> {
                throw thrown;
            });
            assertEquals(thrown, errors.poll(60, TimeUnit.SECONDS));
            CountDownLatch called = new CountDownLatch(1);
            appender.onSynced(Messages.append(appender, "n"), _ -> called.countDown()); // by the same thread
            assertTrue(called.await(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void aCallBackForWhatIsSyncedDoesNotPassAnEarlierOne() throws InterruptedException {
        CountDownLatch called = new CountDownLatch(1);
        Semaphore mayReturn = new Semaphore(0);
        CountDownLatch both = new CountDownLatch(2);
        Queue<String> order = new ConcurrentLinkedQueue<>();
        try (Journal journal = Journal.open(dir, options(Durability.MAPPED));
                Appender appender = journal.appender()) {
            long first = Messages.append(appender, "a");
            appender.onSynced(first, _ -> {
                called.countDown();
                mayReturn.acquireUninterruptibly();
                order.add("first");
                both.countDown();
            });
            long second = Messages.append(appender, "b");
            appender.awaitSynced(second);
            assertTrue(called.await(60, TimeUnit.SECONDS));
            appender.onSynced(second, _ -> {
                order.add("second");
                both.countDown();
            });
            mayReturn.release();
            assertTrue(both.await(60, TimeUnit.SECONDS));
            assertEquals(List.of("first", "second"), List.copyOf(order));
        }
    }

    @Test
    void closingASyncedJournalSyncsWhatIsPublished() {
        long last;
        try (Journal journal = Journal.open(dir, options(Durability.SYNCED));
                Appender appender = journal.appender()) {
            last = Messages.append(appender, "a");
        }
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(last, journal.syncedIndex());
        }
    }

    @Test
    void severalWritersSyncTheSameJournal() {
        JournalOptions options = options(Durability.SYNCED).withOwnership(Ownership.SHARED);
        try (Journal one = Journal.open(dir, options);
                Journal two = Journal.open(dir, options);
                Appender first = one.appender();
                Appender second = two.appender()) {
            for (int i = 0; i < 50; i++) {
                first.awaitSynced(Messages.append(first, "1"));
                second.awaitSynced(Messages.append(second, "2"));
            }
            assertEquals(one.lastIndex(), two.syncedIndex());
        }
    }

    /** Records which threads force frames, and fails on demand. */
    private static final class ForcingThreads implements FaultInjector {
        private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        private final CountDownLatch forcing = new CountDownLatch(1);
        private final Semaphore mayForce = new Semaphore(0);
        private volatile boolean failing;

        @Override
        public void reached(FailPoint step) {
            if (step == FailPoint.DATA_FORCED) {
                threads.add(Thread.currentThread());
                forcing.countDown();
                mayForce.acquireUninterruptibly();
                if (failing) {
                    throw new IllegalStateException("the device is broken");
                }
            }
        }
    }

    private static List<Thread> start(int count, Thread.Builder kind, Runnable action) {
        return Stream.generate(() -> kind.start(action)).limit(count).toList();
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void awaitParked(List<Thread> threads) {
        for (Thread thread : threads) {
            Await.until(
                    "the thread waits",
                    () -> thread.getState() == Thread.State.WAITING,
                    () -> "name=" + thread.getName() + " state=" + thread.getState());
        }
    }

    @Test
    void aPlatformThreadForcesForAllThatWait() throws InterruptedException {
        ForcingThreads injector = new ForcingThreads();
        try (Journal journal = Journal.open(dir, options(Durability.MAPPED), injector);
                Appender appender = journal.appender()) {
            long first = Messages.append(appender, "first");
            List<Thread> leader = start(1, Thread.ofPlatform(), () -> appender.awaitSynced(first));
            injector.forcing.await();
            long last = Messages.append(appender, "last");
            List<Thread> waiting = start(20, Thread.ofPlatform(), () -> appender.awaitSynced(last));
            awaitParked(waiting);
            injector.mayForce.release(2);
            join(leader);
            join(waiting);
            List<Thread> forced = List.copyOf(injector.threads);
            assertEquals(2, forced.size(), "one for the first, one for all the others");
            assertEquals(leader.getFirst(), forced.getFirst());
            assertTrue(waiting.contains(forced.getLast()), forced.toString());
        }
    }

    @Test
    void virtualThreadsDoNotForce() throws InterruptedException {
        ForcingThreads injector = new ForcingThreads();
        injector.mayForce.release(1000);
        try (Journal journal = Journal.open(dir, options(Durability.MAPPED), injector);
                Appender appender = journal.appender()) {
            long last = Messages.append(appender, "last");
            join(start(20, Thread.ofVirtual(), () -> appender.awaitSynced(last)));
            assertTrue(journal.syncedIndex() >= last);
            assertTrue(injector.threads.stream().noneMatch(Thread::isVirtual), injector.threads.toString());
        }
    }

    @Test
    void framesWithoutAWaiterAreSyncedToo() {
        try (Journal journal = Journal.open(dir, options(Durability.SYNCED));
                Appender appender = journal.appender()) {
            for (int i = 0; i < 200; i++) {
                appender.awaitSynced(Messages.append(appender, "awaited"));
                long index = Messages.append(appender, "nobody waits for it");
                if (i % 10 == 0) {
                    Await.until("the frame is synced", () -> journal.syncedIndex() >= index);
                }
            }
        }
    }

    @Test
    @ExpectedLog("a background thread of the journal failed")
    void afterAFailedForceAllWaitersGetTheErrorAndNothingIsAppended() throws InterruptedException {
        ForcingThreads injector = new ForcingThreads();
        injector.failing = true;
        Queue<JournalException> errors = new ConcurrentLinkedQueue<>();
        try (Journal journal = Journal.open(dir, options(Durability.SYNCED), injector);
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "m");
            injector.forcing.await();
            Runnable wait = () -> errors.add(assertThrows(JournalException.class, () -> appender.awaitSynced(index)));
            List<Thread> waiting = start(5, Thread.ofPlatform(), wait);
            List<Thread> virtual = start(5, Thread.ofVirtual(), wait);
            awaitParked(waiting);
            awaitParked(virtual);
            injector.mayForce.release(1000);
            join(waiting);
            join(virtual);
            assertEquals(10, errors.size());
            errors.forEach(error -> assertTrue(error.getMessage().contains("the device is broken"), error.toString()));
            assertThrows(JournalException.class, () -> Messages.append(appender, "more"));
            assertEquals(index, journal.lastIndex());
            assertThrows(JournalException.class, () -> appender.onSynced(index, _ -> {}));
        }
    }

    @Test
    void closingEndsAllWaits() throws InterruptedException {
        ForcingThreads injector = new ForcingThreads();
        Journal journal = Journal.open(dir, options(Durability.MAPPED), injector);
        Appender appender = journal.appender();
        long index = Messages.append(appender, "m");
        Queue<Throwable> ends = new ConcurrentLinkedQueue<>();
        List<Thread> leader = start(1, Thread.ofPlatform(), () -> appender.awaitSynced(index));
        injector.forcing.await();
        long next = Messages.append(appender, "n");
        List<Thread> waiting = start(3, Thread.ofPlatform(), () -> {
            try {
                appender.awaitSynced(next);
            } catch (JournalClosedException e) {
                ends.add(e);
            }
        });
        awaitParked(waiting);
        List<Thread> closing = start(1, Thread.ofPlatform(), journal::close);
        awaitParked(closing);
        injector.mayForce.release(1000);
        join(leader);
        join(waiting);
        join(closing);
        assertTrue(ends.size() <= 3, "each was synced or told");
        appender.close();
    }

    @Test
    @ExpectedLog("the error handler of the journal threw")
    void anErrorHandlerThatThrowsBlocksNoWaiter() throws InterruptedException {
        ForcingThreads injector = new ForcingThreads();
        injector.failing = true;
        JournalOptions options = options(Durability.MAPPED).withErrorHandler(error -> {
            throw new IllegalArgumentException("the handler is broken too", error);
        });
        Queue<RuntimeException> ends = new ConcurrentLinkedQueue<>();
        try (Journal journal = Journal.open(dir, options, injector);
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "m");
            Runnable wait = () -> ends.add(assertThrows(RuntimeException.class, () -> appender.awaitSynced(index)));
            List<Thread> leader = start(1, Thread.ofPlatform(), wait);
            injector.forcing.await();
            List<Thread> waiting = start(5, Thread.ofPlatform(), wait);
            awaitParked(waiting);
            injector.mayForce.release(1000);
            join(leader);
            join(waiting);
            assertEquals(6, ends.size());
        }
    }
}
