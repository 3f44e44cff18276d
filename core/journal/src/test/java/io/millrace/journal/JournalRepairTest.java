package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repaired copy has every whole frame at its index, padding where frames were lost, and can be written again. */
class JournalRepairTest {

    private static final int SEGMENT_BYTES = 1 << 16;
    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);
    private static final int COUNT = 5_000;

    @TempDir
    Path scratch;

    private Path dir;
    private Path copy;
    private final TreeMap<Long, String> messages = new TreeMap<>();

    @BeforeEach
    void fill() {
        dir = scratch.resolve("journal");
        copy = scratch.resolve("copy");
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < COUNT; i++) {
                messages.put(Messages.append(appender, "message " + i), "message " + i);
            }
            journal.position("reader").set(index(100));
            journal.position("away").set(index(50));
            journal.position("away").park();
        }
    }

    private long index(int number) {
        return messages.keySet().stream().skip(number).findFirst().orElseThrow();
    }

    private Path file(long index) {
        return SegmentName.file(dir, Index.segment(index));
    }

    private Map<Long, String> read(Path journalDir) {
        Map<Long, String> read = new TreeMap<>();
        try (Journal journal = Journal.openReadOnly(journalDir);
                Tailer tailer = journal.tailer()) {
            while (tailer.read() == Read.MESSAGE) {
                read.put(tailer.index(), Messages.text(tailer));
            }
        }
        return read;
    }

    private RepairReport repairSoundly() {
        RepairReport report = JournalRepair.repair(dir, copy);
        VerifyReport verified = JournalVerifier.verify(copy);
        assertEquals("[]", verified.findings().toString());
        assertEquals(messages, read(copy));
        assertEquals(messages.size(), report.dataFrames());
        return report;
    }

    @Test
    void ofASoundJournalNothingIsLost() {
        RepairReport report = repairSoundly();
        assertEquals("[]", report.losses().toString());
        try (Journal journal = Journal.openReadOnly(copy)) {
            assertEquals(report.id(), journal.id());
            assertEquals(index(100), journal.position("reader").get());
            assertTrue(journal.position("away").isParked());
            assertEquals(index(50), journal.position("away").get());
            assertEquals(messages.lastKey(), journal.syncedIndex());
            assertEquals(COUNT, journal.info().dataFrames());
        }
    }

    @Test
    void aFrameThatIsDamagedBecomesPaddingAndIsNamed() throws IOException {
        long index = index(10);
        Bytes.flipBit(file(index), Index.position(index) + 10, 3);
        messages.remove(index);
        RepairReport report = repairSoundly();
        assertEquals(1, report.losses().size());
        assertEquals(index, report.losses().getFirst().index());
        assertEquals(24, report.losses().getFirst().bytes());
    }

    @Test
    void aDamagedAreaCostsWhatIsInItAndNoMore() throws IOException {
        long from = index(1000);
        Bytes.write(
                file(from), Index.position(from) + 3, new byte[] {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9});
        long zeros = index(1100);
        Bytes.write(file(zeros), Index.position(zeros), new byte[(int) (index(1200) - zeros) * 8]);
        messages.remove(from);
        messages.subMap(zeros, index(1199)).clear();
        assertEquals(2, repairSoundly().losses().size());
    }

    @Test
    void aSegmentThatIsMissingBecomesPadding() throws IOException {
        Files.delete(SegmentName.file(dir, 1));
        messages.subMap(Index.of(1, 0), Index.of(2, 0)).clear();
        RepairReport report = repairSoundly();
        assertEquals(1, report.losses().size());
        assertEquals(1, Index.segment(report.losses().getFirst().index()));
    }

    @Test
    void aTruncatedSegmentKeepsWhatIsLeft() throws IOException {
        Bytes.truncate(SegmentName.file(dir, 1), 40_000);
        messages.subMap(Index.of(1, 39_976), Index.of(2, 0)).clear();
        assertEquals(1, repairSoundly().losses().size());
    }

    @Test
    void withoutATableNamedPositionsAreLostAndNothingElse() throws IOException {
        Files.delete(dir.resolve(SegmentName.TABLE));
        repairSoundly();
        try (Journal journal = Journal.openReadOnly(copy)) {
            assertEquals(0, journal.info().positions().size());
        }
    }

    @Test
    void aHeadThatIsDamagedIsMadeAnew() throws IOException {
        Bytes.write(SegmentName.file(dir, 1), 0, new byte[128]);
        assertEquals(0, repairSoundly().losses().size());
    }

    @Test
    void writingContinuesInTheCopyAndNoIndexIsReused() throws IOException {
        long last = messages.lastKey();
        Bytes.flipBit(file(last), Index.position(last) + 10, 3);
        messages.remove(last);
        repairSoundly();
        try (Journal journal = Journal.open(copy, OPTIONS);
                Appender appender = journal.appender()) {
            long next = Messages.append(appender, "after");
            assertEquals(Index.segment(last) + 1, Index.segment(next));
            messages.put(next, "after");
        }
        assertEquals(messages, read(copy));
        assertTrue(JournalVerifier.verify(copy).isSound());
    }

    @Test
    void theDamagedJournalIsNotTouched() throws IOException {
        Bytes.flipBit(file(index(10)), Index.position(index(10)) + 10, 3);
        byte[] before = Files.readAllBytes(file(index(10)));
        byte[] table = Files.readAllBytes(dir.resolve(SegmentName.TABLE));
        JournalRepair.repair(dir, copy);
        assertEquals(-1, Arrays.mismatch(before, Files.readAllBytes(file(index(10)))));
        assertEquals(-1, Arrays.mismatch(table, Files.readAllBytes(dir.resolve(SegmentName.TABLE))));
    }

    @Test
    void aJournalThatIsBeingWrittenIsRefusedAndSoIsADirectoryWithFiles() throws IOException {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            assertThrows(JournalLockedException.class, () -> JournalRepair.repair(journal.directory(), copy));
        }
        Files.createDirectory(copy);
        Files.createFile(copy.resolve("file"));
        JournalException e = assertThrows(JournalException.class, () -> JournalRepair.repair(dir, copy));
        assertTrue(e.getMessage().contains("not empty directory=" + copy), e.getMessage());
    }
}
