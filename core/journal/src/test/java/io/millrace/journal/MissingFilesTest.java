package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.memory.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * A deleted or truncated file of a journal is an error for every reader and writer, which never wait for its content.
 */
class MissingFilesTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);

    @TempDir
    Path scratch;

    private Path dir;
    private Path table;
    private final Map<Long, String> messages = new TreeMap<>();

    /** Fills segments 0 to 2; 3 is there and empty. */
    @BeforeEach
    void fill() {
        dir = scratch.resolve("journal");
        table = dir.resolve(SegmentName.TABLE);
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            String text = "m".repeat(1000);
            while (appender.segment() < 2) {
                messages.put(Messages.append(appender, text), text);
            }
            messages.put(Messages.append(appender, text), text);
            journal.position("reader").set(appender.lastIndex());
            appender.startSegment();
        }
    }

    @Test
    void theFirstSegmentIsMissing() throws IOException {
        deleteSegment(0);
        try (Journal journal = Journal.openReadOnly(dir)) {
            expectMissing(0, journal::tailer);
            try (Tailer tailer = journal.tailer(TailerOptions.defaults().withDirection(Direction.BACKWARD))) {
                expectMissing(0, () -> Messages.readAll(tailer));
            }
        }
    }

    @Test
    void aSegmentBetweenOthersIsMissing() throws IOException {
        deleteSegment(1);
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            expectMissing(1, () -> Messages.readAll(tailer));
            expectMissing(1, tailer::read);
            expectMissing(1, () -> tailer.seek(Index.of(1, 8192)));
            tailer.direction(Direction.BACKWARD);
            tailer.toEnd();
            expectMissing(1, () -> Messages.readAll(tailer));
        }
    }

    @Test
    void aSegmentBeforeOneThatIsPreparedIsMissing() throws IOException {
        deleteSegment(2);
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            expectMissing(2, () -> Messages.readAll(tailer));
            expectMissing(2, tailer::toEnd);
            expectMissing(2, journal::lastIndex);
            expectMissing(2, journal::messages);
        }
    }

    @Test
    void theNewestSegmentIsMissing() throws IOException {
        expectNewestMissing(3, 3);
    }

    @Test
    void theNewestSegmentsAreMissing() throws IOException {
        expectNewestMissing(1, 3);
    }

    private void expectNewestMissing(long first, long last) throws IOException {
        for (long number = first; number <= last; number++) {
            Files.delete(SegmentName.file(dir, number));
            long removed = number;
            messages.keySet().removeIf(index -> Index.segment(index) == removed);
        }
        List<Executable> actions = List.of(
                () -> Journal.open(dir, OPTIONS),
                () -> read(dir),
                () -> withReader(Journal::messages),
                () -> withReader(Journal::lastIndex),
                () -> withReader(Journal::info));
        for (Executable action : actions) {
            String message = assertThrows(JournalDamagedException.class, action).getMessage();
            String told = "file=" + SegmentName.file(dir, first) + " expected=" + first + " actual=" + (first - 1);
            assertTrue(message.contains(told), message);
        }
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(1, report.damages(), report::toString);
        Finding finding = report.findings().stream()
                .filter(each -> each.kind().isDamage())
                .findFirst()
                .orElseThrow();
        assertEquals(FindingKind.MISSING_SEGMENT, finding.kind());
        assertEquals(SegmentName.file(dir, first), finding.file());
        RepairReport repaired = repair();
        assertEquals(Index.of(first, 8192), repaired.losses().getFirst().index());
        try (Journal journal = Journal.open(scratch.resolve("copy"), OPTIONS);
                Appender appender = journal.appender()) {
            assertTrue(Index.segment(Messages.append(appender, "next")) > first, "no index is given again");
        }
    }

    private void withReader(Consumer<Journal> action) {
        try (Journal journal = Journal.openReadOnly(dir)) {
            action.accept(journal);
        }
    }

    @Test
    void afterTheMachineWentDownTheNewestSegmentMayBeMissing() throws IOException {
        Files.delete(SegmentName.file(dir, 3));
        try (JournalTable opened = JournalTable.open(dir, Access.READ_WRITE)) {
            opened.setBoot(new UUID(1, 2)); // as if another run of the machine had written it
        }
        assertEquals(messages, read(dir));
        assertTrue(JournalVerifier.verify(dir).isSound());
        Journal.open(dir, OPTIONS).close();
        assertTrue(Files.exists(SegmentName.file(dir, 3)));
    }

    @Test
    void whatRetentionHasRemovedIsNotMissing() {
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            Await.until(
                    "retention removes a segment, whose sparse index is finished in the background",
                    () -> !journal.retain(RetentionPolicy.keepAll().withMaxSizeBytes(0))
                            .segments()
                            .isEmpty());
            long first = journal.firstIndex();
            messages.keySet().removeIf(index -> index < first);
        }
        assertEquals(messages, read(dir));
        assertTrue(
                JournalVerifier.verify(dir).isSound(),
                () -> JournalVerifier.verify(dir).toString());
    }

    @Test
    void theTableIsMissing() throws IOException {
        Files.delete(table);
        JournalException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        assertTrue(e.getMessage().contains("file=" + table + " expected=table actual=none segments=4"), e::getMessage);
        assertEquals(FindingKind.TABLE, onlyFinding().kind());
        repair();
        Journal.open(scratch.resolve("copy"), OPTIONS).close();
    }

    @Test
    void withoutItsTableAJournalWithFramesIsDamagedForReadersToo() throws IOException {
        Files.delete(table);
        for (Executable opening : List.<Executable>of(() -> Journal.openReadOnly(dir), () -> Positions.open(dir))) {
            String message =
                    assertThrows(JournalDamagedException.class, opening).getMessage();
            assertTrue(message.contains("file=" + table + " expected=table actual=none segments=4"), message);
        }
        for (long number = 1; number <= 3; number++) {
            Files.delete(SegmentName.file(dir, number));
        }
        assertThrows(JournalDamagedException.class, () -> Journal.openReadOnly(dir));
        Path made = scratch.resolve("made");
        Journal.open(made, OPTIONS).close();
        Files.delete(made.resolve(SegmentName.TABLE)); // as while a writer creates it
        JournalException none = assertThrows(JournalException.class, () -> Journal.openReadOnly(made));
        assertEquals(JournalException.class, none.getClass(), none.toString());
    }

    @Test
    void allSegmentsAreMissing() throws IOException {
        for (Durability durability : Durability.values()) {
            Path of = scratch.resolve(durability.name());
            JournalOptions options = OPTIONS.withDurability(durability);
            try (Journal journal = Journal.open(of, options);
                    Appender appender = journal.appender()) {
                long index = Messages.append(appender, "one");
                if (durability == Durability.SYNCED) {
                    appender.awaitSynced(index);
                }
            }
            for (long number : SegmentName.list(of)) {
                Files.delete(SegmentName.file(of, number));
            }
            VerifyReport report = JournalVerifier.verify(of);
            assertEquals(1, report.damages(), report::toString);
            Finding finding = report.findings().getFirst();
            assertEquals(FindingKind.MISSING_SEGMENT, finding.kind());
            assertEquals(SegmentName.file(of, 0), finding.file());
            Path copy = scratch.resolve("copy of " + durability);
            RepairReport repaired = JournalRepair.repair(of, copy);
            assertEquals(
                    List.of(0L),
                    repaired.losses().stream()
                            .map(loss -> Index.segment(loss.index()))
                            .toList());
            try (Journal journal = Journal.open(copy, options);
                    Appender appender = journal.appender()) {
                assertTrue(Index.segment(Messages.append(appender, "two")) > 0, "no index is given again");
            }
            assertTrue(JournalVerifier.verify(copy).isSound());
        }
    }

    @Test
    void theTableIsTruncated() throws IOException {
        long sizeBytes = Files.size(table);
        for (long left : new long[] {0, 100, sizeBytes / 2, sizeBytes - 1}) {
            Bytes.truncate(table, left);
            String told = "file=" + table + " offset=" + left + " expectedBytes=" + sizeBytes + " actualBytes=" + left;
            List<Executable> openings = List.of(
                    () -> Journal.open(dir, OPTIONS), () -> Journal.openReadOnly(dir), () -> Positions.open(dir));
            for (Executable opening : openings) {
                String message =
                        assertThrows(JournalDamagedException.class, opening).getMessage();
                assertTrue(message.contains(told), message);
            }
            VerifyReport report = JournalVerifier.verify(dir);
            assertTrue(
                    report.findings().stream()
                            .anyMatch(finding -> finding.kind() == FindingKind.TABLE && finding.offset() == left),
                    report::toString);
        }
    }

    private Finding onlyFinding() {
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(1, report.findings().size(), report::toString);
        return report.findings().getFirst();
    }

    private void deleteSegment(long number) throws IOException {
        Files.delete(SegmentName.file(dir, number));
        expectMissing(number, () -> Journal.open(dir, OPTIONS));
        Finding finding = onlyFinding();
        assertEquals(FindingKind.MISSING_SEGMENT, finding.kind());
        assertEquals(SegmentName.file(dir, number), finding.file());
        messages.keySet().removeIf(index -> Index.segment(index) == number);
        assertEquals(
                List.of(number),
                repair().losses().stream()
                        .map(loss -> Index.segment(loss.index()))
                        .toList());
    }

    /** Creates a copy that is undamaged and has all messages. */
    private RepairReport repair() {
        Path copy = scratch.resolve("copy");
        RepairReport report = JournalRepair.repair(dir, copy);
        assertEquals(messages, read(copy));
        assertTrue(
                JournalVerifier.verify(copy).isSound(),
                () -> JournalVerifier.verify(copy).toString());
        return report;
    }

    private void expectMissing(long number, Executable action) {
        String message = assertThrows(JournalDamagedException.class, action).getMessage();
        String told = "file=" + SegmentName.file(dir, number) + " expected=" + number + " actual=" + (number + 1);
        assertTrue(message.contains(told), message);
    }

    private static Map<Long, String> read(Path directory) {
        Map<Long, String> read = new TreeMap<>();
        try (Journal journal = Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer()) {
            while (tailer.read() == Read.MESSAGE) {
                read.put(tailer.index(), Messages.text(tailer));
            }
        }
        return read;
    }
}
