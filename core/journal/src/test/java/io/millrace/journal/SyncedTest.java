package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
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
        Queue<Step> steps = new ConcurrentLinkedQueue<>();
        Probe probe = step -> {
            if (step == Step.DATA_FORCED) {
                steps.add(step);
                forcing.countDown();
                forces.acquireUninterruptibly();
            }
        };
        int waiters = 20;
        CountDownLatch told = new CountDownLatch(waiters);
        try (Journal journal = Journal.open(dir, options(Durability.SYNCED), probe);
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
        Probe probe = step -> {
            if (step == Step.SYNC_IDLE) {
                asleep.release();
                mayFall.acquireUninterruptibly();
            }
        };
        try (Journal journal = Journal.open(dir, options(Durability.SYNCED), probe);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 3; i++) {
                asleep.acquire();
                long index = Messages.append(appender, "nobody waits for it");
                mayFall.release();
                while (journal.syncedIndex() < index) {
                    LockSupport.parkNanos(1_000_000);
                }
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
}
