package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.memory.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After the machine went down, pages that were not synced may be lost; synced frames exist, or the journal refuses. */
class PowerLossTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final int SYNCED = 500;
    private static final int COUNT = 1000;

    @TempDir
    Path dir;

    private final List<Long> indexes = new ArrayList<>();

    @BeforeEach
    void write() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < COUNT; i++) {
                indexes.add(Messages.append(appender, "m" + i));
                if (i == SYNCED) {
                    appender.awaitSynced(indexes.getLast());
                }
            }
        }
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2)); // as if another run of the machine had written it
        }
    }

    private void lose(long index, int bytes) throws IOException {
        Bytes.write(SegmentName.file(dir, Index.segment(index)), Index.position(index), new byte[bytes]);
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void aTornTailEndsTheSegmentAndItsIndexesAreNotReused() throws IOException {
        lose(indexes.get(800) + 1, 8); // the payload of message 800, but not its header
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            assertEquals(Messages.numbered("m", 800), Messages.readAll(journal));
            assertEquals(indexes.get(799), journal.lastIndex());
            long next = Messages.append(appender, "after");
            assertTrue(next > indexes.getLast());
            assertEquals(1, Index.segment(next));
            assertEquals(801, Messages.readAll(journal).size());
        }
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(801, Messages.readAll(journal).size());
        }
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void aClaimEndsTheJournalSinceItsPublishedFrameMayBeLost() throws IOException {
        ByteBuffer claim = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        claim.putLong(0, FrameLayout.claim("m800".length(), 0, 7));
        Bytes.write(SegmentName.file(dir, 0), Index.position(indexes.get(800)), claim.array());
        try (Journal journal = Journal.open(dir, OPTIONS.withOwnership(Ownership.SHARED))) {
            assertEquals(Messages.numbered("m", 800), Messages.readAll(journal));
        }
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void indexesAfterTheTailAreNotReusedEvenWithoutATraceOfLoss() throws IOException {
        long from = indexes.get(900);
        lose(from, (1 << 16) - (int) Index.position(from));
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            assertEquals(Messages.numbered("m", 900), Messages.readAll(journal));
            assertTrue(Messages.append(appender, "after") > indexes.getLast());
        }
    }

    @Test
    void lossAtOrBelowTheSyncedIndexIsRefused() throws IOException {
        lose(indexes.get(SYNCED) + 1, 2);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        assertTrue(e.getMessage().contains("index=" + Index.toText(indexes.get(SYNCED))), e.getMessage());
        assertTrue(e.getMessage().contains("synced=" + Index.toText(indexes.get(SYNCED))), e.getMessage());
    }

    @Test
    void syncedFramesThatAreGoneWithoutTraceAreMissed() throws IOException {
        lose(indexes.get(100), (1 << 16) - (int) Index.position(indexes.get(100)));
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        assertTrue(e.getMessage().contains("index=" + Index.toText(indexes.get(100))), e.getMessage());
        assertTrue(Files.exists(SegmentName.file(dir, 0)));
    }

    @Test
    void indexesAfterASyncedLastFrameAreNotReused() throws IOException {
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.writerSynced(0).write(indexes.getLast(), 0); // a later frame may have been read, and be lost
        }
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            assertEquals(1, Index.segment(Messages.append(appender, "after")));
            assertEquals(COUNT + 1, Messages.readAll(journal).size());
        }
        assertTrue(JournalVerifier.verify(dir).isSound());
    }

    @Test
    @ExpectedLog("machine went down")
    void segmentsThatWereNeverSyncedMayBeLostAsAWhole() throws IOException {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 20_000; i++) {
                indexes.add(Messages.append(appender, "n" + i));
            }
        }
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2));
        }
        Files.delete(SegmentName.file(dir, 2));
        Bytes.write(SegmentName.file(dir, 3), 0, new byte[4096]);
        long last = indexes.getLast();
        assertTrue(Index.segment(last) > 3);
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            List<String> all = Messages.readAll(journal);
            assertTrue(all.size() > COUNT && Index.segment(journal.lastIndex()) == 1, "to the end of segment 1");
            assertTrue(Messages.append(appender, "after") > last);
        }
        assertEquals("[]", JournalVerifier.verify(dir).findings().toString());
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void framesAfterALostEndOfTheSegmentBeforeAreDiscarded() throws IOException, InterruptedException {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            long last = Index.NONE;
            int segment = (int) Index.segment(Messages.append(appender, "first of a new segment"));
            while (last == Index.NONE || Index.segment(last) == segment) {
                last = Messages.append(appender, "x".repeat(1000));
                indexes.add(last);
            }
            Messages.append(appender, "second in the next");
            awaitClosingEntry(journal, segment);
        }
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2));
        }
        long last = indexes.getLast();
        long lost = indexes.get(indexes.size() - 10);
        assertTrue(Index.segment(last) > Index.segment(lost));
        lose(lost, (1 << 16) - (int) Index.position(lost));
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            List<String> all = Messages.readAll(journal);
            assertEquals("x".repeat(1000), all.getLast());
            assertTrue(journal.lastIndex() < lost);
            assertTrue(Index.segment(Messages.append(appender, "after")) > Index.segment(last));
            assertEquals(all.size() + 1, Messages.readAll(journal).size());
        }
    }

    /** Waits until the sparse index describes the lost frames, which recovery must not believe. */
    private static void awaitClosingEntry(Journal journal, long number) {
        SegmentFile segment = journal.store().acquire(number);
        Await.until(
                "the sparse index of segment " + number + " is complete",
                () -> new SparseIndex().get(segment, SparseIndex.CLOSING_ENTRY) != null);
        journal.store().release(segment);
    }
}
