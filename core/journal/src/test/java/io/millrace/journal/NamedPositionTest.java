package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedPositionTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final long LONG_NS = Duration.ofDays(1).toNanos();

    @TempDir
    Path dir;

    @Test
    void aPositionIsKeptOverReopeningAndSeenByReaders() {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            NamedPosition position = journal.position("über-reader");
            assertEquals(Index.NONE, position.get());
            assertFalse(position.isParked());
            position.set(Index.of(0, 8192));
            position.set(Index.of(0, 8200));
            journal.position("other").set(Index.of(3, 8));
        }
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(Index.of(0, 8200), journal.position("über-reader").get());
            assertEquals(Index.of(3, 8), journal.position("other").get());
            assertThrows(JournalException.class, () -> journal.position("other").set(1));
            assertThrows(JournalException.class, () -> journal.position("absent"));
            assertEquals(2, journal.info().positions().size());
            assertEquals(
                    List.of("über-reader", "other"),
                    List.copyOf(journal.positions().keySet()));
            assertEquals(
                    new PositionState.At(Index.of(3, 8)), journal.positions().get("other"));
        }
    }

    @Test
    void positionsAreParkedAndDeletedWhileAnOwnerWrites() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Positions positions = Positions.open(dir)) {
            journal.position("first").set(10);
            NamedPosition second = journal.position("second");
            second.set(20);
            journal.position("third").set(30);
            positions.park("third");
            assertTrue(journal.position("third").isParked());
            positions.delete("first");
            assertEquals(
                    List.of("second", "third"),
                    positions.list().stream().map(NamedPosition::name).toList());
            assertEquals(20, journal.position("second").get(), "found behind the free place");
            NamedPosition again = journal.position("first");
            assertEquals(Index.NONE, again.get());
            again.set(11);
            assertEquals(3, journal.info().positions().size());
            assertEquals(20, second.get());
            JournalException e = assertThrows(JournalException.class, () -> positions.park("fourth"));
            assertTrue(e.getMessage().contains("name=fourth names=[first, second, third]"), e.getMessage());
            assertThrows(JournalException.class, () -> positions.delete("fourth"));
        }
        assertThrows(JournalException.class, () -> Positions.open(dir.resolve("none")));
    }

    @Test
    void aDamagedCopyLeavesTheOneBefore() throws IOException {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            NamedPosition position = journal.position("p");
            position.set(10);
            position.set(20);
        }
        int record = TableLayout.position(0) + TableLayout.POSITION_RECORD_OFFSET;
        Bytes.flipBit(dir.resolve(SegmentName.TABLE), record + 32, 1);
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            NamedPosition position = journal.position("p");
            assertEquals(10, position.get());
            position.set(30);
            assertEquals(30, position.get());
            position.set(40);
            assertEquals(40, position.get());
        }
    }

    @Test
    void parkingHoldsUntilTheNextPosition() {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            NamedPosition position = journal.position("p");
            position.set(10);
            position.park();
            assertTrue(journal.position("p").isParked());
            assertEquals(10, journal.position("p").get());
            position.set(11);
            assertFalse(journal.position("p").isParked());
        }
    }

    @Test
    void advancingStoresEveryNthIndex() {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            NamedPosition position = journal.position("p");
            position.advance(1);
            assertEquals(1, position.get());
            position.updateEvery(3);
            position.advance(2);
            position.advance(3);
            assertEquals(1, position.get());
            position.advance(4);
            assertEquals(4, position.get());
            assertThrows(JournalException.class, () -> position.updateEvery(0));
        }
    }

    @Test
    void namesAreBounded() {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            assertThrows(JournalException.class, () -> journal.position(""));
            assertThrows(JournalException.class, () -> journal.position("é".repeat(57)));
            for (int i = 0; i < TableLayout.POSITIONS; i++) {
                journal.position("p" + i).set(i);
            }
            JournalException e = assertThrows(JournalException.class, () -> journal.position("one more"));
            assertTrue(e.getMessage().contains("name=one more limit=256"), e.getMessage());
            for (int i = 0; i < TableLayout.POSITIONS; i++) {
                assertEquals(i, journal.position("p" + i).get());
            }
        }
    }

    @Test
    void aPositionReadWhileItIsWrittenIsNeverTorn() throws InterruptedException {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            NamedPosition written = journal.position("p");
            NamedPosition read = journal.position("p");
            int last = 200_000;
            Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = 1; i <= last; i++) {
                    written.set(i);
                }
            });
            long before = Index.NONE;
            while (before != last) {
                long now = read.get();
                assertTrue(now >= before && now <= last, "before=" + before + " now=" + now);
                before = now;
            }
            writer.join();
        }
    }

    @Test
    void aWriterKilledWhileItCreatesAPositionBlocksNoOther() {
        try (Journal journal = Journal.open(dir, OPTIONS.withOwnership(Ownership.SHARED))) {
            JournalTable table = journal.table();
            int nobody = OwnershipLock.WRITERS - 1;
            NamedPositions.Maker killed = new NamedPositions.Maker(nobody, table.nextEpoch(nobody), _ -> true, LONG_NS);
            Memory.setIntRelease(table.memory(), TableLayout.position(0), killed.state());

            NamedPosition position = journal.position("reader");

            assertEquals(
                    TableLayout.position(0) + TableLayout.POSITION_RECORD_OFFSET,
                    position.record().offset());
            assertEquals(1, journal.info().positions().size());
        }
    }

    @Test
    void aPositionThatALivingWriterMakesIsWaitedFor() throws Exception {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            JournalTable table = journal.table();
            MemorySegment memory = table.memory();
            int at = TableLayout.position(0);
            NamedPositions.Maker living = new NamedPositions.Maker(1, table.nextEpoch(1), _ -> true, LONG_NS);
            NamedPositions.Maker asking = new NamedPositions.Maker(2, table.nextEpoch(2), _ -> true, LONG_NS);
            Memory.setIntRelease(memory, at, living.state());
            FutureTask<NamedPosition> asked = new FutureTask<>(() -> NamedPositions.open(table, "reader", asking));
            Thread thread = Thread.ofPlatform().start(asked);
            Await.until(
                    "the thread waits or has ended",
                    () -> thread.getState() == Thread.State.TIMED_WAITING || asked.isDone(),
                    () -> "state=" + thread.getState());
            assertFalse(asked.isDone(), "it made one while another was at it");

            byte[] name = "reader".getBytes(StandardCharsets.UTF_8);
            Memory.setIntPlain(memory, at + TableLayout.NAME_LENGTH_OFFSET, name.length);
            MemorySegment.copy(name, 0, memory, ValueLayout.JAVA_BYTE, at + TableLayout.NAME_OFFSET, name.length);
            Memory.setIntRelease(memory, at, 1);

            assertEquals(
                    at + TableLayout.POSITION_RECORD_OFFSET,
                    asked.get().record().offset());
            assertEquals(1, journal.info().positions().size());
            thread.join();
        }
    }

    @Test
    void aWriterThatIsSilentWhileItCreatesAPositionFindsThePositionOfAnother() throws Exception {
        JournalOptions shared = OPTIONS.withOwnership(Ownership.SHARED);
        CountDownLatch silent = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FaultInjector injector = step -> {
            if (step == FailPoint.POSITION_NAMED && silent.getCount() > 0) {
                silent.countDown();
                awaitUninterrupted(goOn);
            }
        };
        try (Journal journal = Journal.open(dir, shared, injector);
                Journal other = Journal.open(dir, shared.withFenceAfter(Duration.ofMillis(5)))) {
            FutureTask<NamedPosition> late = new FutureTask<>(() -> journal.position("reader"));
            Thread thread = Thread.ofPlatform().start(late);
            silent.await();
            NamedPosition made = other.position("reader");
            made.set(8192);
            goOn.countDown();
            assertEquals(made.record().offset(), late.get().record().offset());
            assertEquals(8192, late.get().get());
            assertEquals(1, other.info().positions().size());
            thread.join();
        }
        assertTrue(JournalVerifier.verify(dir).isSound());
        try (Journal journal = Journal.open(dir, shared)) {
            for (int i = 1; i < TableLayout.POSITIONS; i++) {
                journal.position("p" + i);
            }
            assertEquals(TableLayout.POSITIONS, journal.info().positions().size(), "the slot given up is used again");
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aDeletedPositionIsNoDamage() throws IOException {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            journal.position("reader").set(8192);
        }
        try (Positions positions = Positions.open(dir)) {
            positions.delete("reader");
        }
        assertEquals(List.of(), JournalVerifier.verify(dir).findings());
    }
}
