package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaTest {

    private static final JournalOptions SHARED = JournalOptions.defaults().withOwnership(Ownership.SHARED);

    @TempDir
    Path dir;

    @Test
    void anIndexIsReplicatedAsOftenAsCopiesHoldIt() {
        try (Journal journal = Journal.open(dir, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            long first = Messages.append(appender, "a");
            long second = Messages.append(appender, "b");
            Replica east = journal.replica("east");
            Replica west = journal.replica("west");
            assertEquals("east", east.name());
            assertEquals(Index.NONE, east.index());
            assertEquals(Index.NONE, journal.replicatedIndex(1));
            east.acknowledge(second);
            assertEquals(second, journal.replicatedIndex(1));
            assertEquals(Index.NONE, journal.replicatedIndex(2));
            west.acknowledge(first);
            assertEquals(second, journal.replicatedIndex(1));
            assertEquals(first, journal.replicatedIndex(2));
            assertEquals(Index.NONE, journal.replicatedIndex(3));
            assertThrows(JournalException.class, () -> journal.replicatedIndex(0));
        }
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertTrue(journal.replicatedIndex(2) >= 0, "it survives");
            assertTrue(journal.info().positions().stream()
                    .anyMatch(position -> position.name().equals("replica/west")));
        }
    }

    @Test
    void aCopyThatIsNotTheSameIsNoticed() {
        try (Journal journal = Journal.open(dir, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            long first = Messages.append(appender, "a");
            long second = Messages.append(appender, "b");
            Replica copy = journal.replica("copy");
            copy.acknowledge(second);
            copy.acknowledge(second);
            JournalException less = assertThrows(JournalException.class, () -> copy.acknowledge(first));
            assertTrue(less.getMessage().contains("replica=copy"), less.getMessage());
            assertTrue(less.getMessage().contains("acknowledged=" + Index.toText(second)), less.getMessage());
            JournalException more = assertThrows(JournalException.class, () -> copy.acknowledge(second + 1));
            assertTrue(more.getMessage().contains("lastIndex=" + Index.toText(second)), more.getMessage());
            assertEquals(second, copy.index());
            assertThrows(JournalException.class, () -> journal.replica(""));
        }
    }

    @Test
    void waitersAreWokenByAcknowledgementsHereAndElsewhere() throws Exception {
        try (Journal journal = Journal.open(dir, SHARED);
                Journal elsewhere = Journal.open(dir, SHARED);
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "a");
            LinkedBlockingQueue<Long> told = new LinkedBlockingQueue<>();
            CompletableFuture<Long> waited = new CompletableFuture<>();
            Thread waiting = Thread.ofVirtual().start(() -> {
                appender.awaitReplicated(2, index);
                waited.complete(journal.replicatedIndex(2));
            });
            appender.onReplicated(2, index, told::add);
            journal.replica("here").acknowledge(index);
            assertTrue(told.isEmpty());
            elsewhere.replica("elsewhere").acknowledge(index);
            assertEquals(index, waited.get());
            assertEquals(index, told.take());
            appender.onReplicated(2, index, told::add);
            assertEquals(index, told.take());
            appender.awaitReplicated(2, index);
            waiting.join();
        }
    }

    @Test
    void aTailerIsHeldBackUntilEnoughCopiesHoldTheFrame() {
        TailerOptions options = TailerOptions.defaults().withReplicas(1);
        try (Journal journal = Journal.open(dir, JournalOptions.defaults());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer(options);
                Tailer synced = journal.tailer(options.withLevel(Durability.SYNCED));
                Tailer backward = journal.tailer(options.withDirection(Direction.BACKWARD))) {
            long first = Messages.append(appender, "a");
            Messages.append(appender, "b");
            assertEquals(Read.NOT_REPLICATED, tailer.read());
            assertEquals(Read.NOT_SYNCED, synced.read());
            Replica copy = journal.replica("copy");
            copy.acknowledge(first);
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals(Read.NOT_REPLICATED, tailer.read());
            assertEquals(Read.NOT_SYNCED, synced.read(), "both are asked for");
            appender.awaitSynced(first);
            assertEquals(Read.MESSAGE, synced.read());
            backward.toEnd();
            assertEquals(List.of("a"), Messages.readAll(backward));
            assertThrows(JournalException.class, () -> options.withReplicas(-1));
        }
    }

    @Test
    void closingEndsAllWaits() throws InterruptedException {
        LinkedBlockingQueue<Throwable> ends = new LinkedBlockingQueue<>();
        Journal journal = Journal.open(dir, JournalOptions.defaults());
        Appender appender = journal.appender();
        long index = Messages.append(appender, "a");
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                appender.awaitReplicated(1, index);
            } catch (JournalClosedException e) {
                ends.add(e);
            }
        });
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        journal.close();
        waiting.join();
        assertEquals(1, ends.size());
        appender.close();
    }
}
