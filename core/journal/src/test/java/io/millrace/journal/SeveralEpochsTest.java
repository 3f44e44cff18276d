package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.memory.Access;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A journal whose segments belong to three epochs is one journal for everything that reads and continues it. */
class SeveralEpochsTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final Epoch SECOND = new Epoch(1, 31);
    private static final Epoch THIRD = new Epoch(2, 3);

    /** Messages of each epoch, which take more than two segments. */
    private static final int EACH = 4_000;

    @TempDir
    Path scratch;

    private Path dir;
    private final NavigableMap<Long, String> messages = new TreeMap<>();
    private final List<EpochStart> starts = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        dir = scratch.resolve("journal");
        append("a", EACH, OPTIONS);
        starts.add(new EpochStart(0, Epoch.FIRST));
        start(SECOND);
        append("b", EACH, OPTIONS);
        start(THIRD);
        append("c", EACH, OPTIONS);
    }

    private void start(Epoch epoch) throws IOException {
        starts.add(new EpochStart(EpochStarter.start(dir, epoch), epoch));
    }

    private void append(String prefix, int count, JournalOptions options) {
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            for (int i = 0; i < count; i++) {
                String text = prefix + i + " takes some space";
                messages.put(Messages.append(appender, text), text);
            }
        }
    }

    private List<Long> indexes() {
        return List.copyOf(messages.keySet());
    }

    private List<String> texts() {
        return List.copyOf(messages.values());
    }

    private int leaderOf(long segment) {
        return starts.stream()
                .filter(start -> start.segment() <= segment)
                .toList()
                .getLast()
                .epoch()
                .leader();
    }

    @Test
    void messagesOfAllEpochsAreReadInTheOrderInWhichTheyWereAppended() {
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            List<Long> indexes = new ArrayList<>();
            while (tailer.read() == Read.MESSAGE) {
                assertEquals(messages.get(tailer.index()), Messages.text(tailer));
                assertEquals(leaderOf(Index.segment(tailer.index())), Index.leader(tailer.index()));
                indexes.add(tailer.index());
            }
            assertEquals(indexes(), indexes);
            tailer.direction(Direction.BACKWARD);
            assertEquals(texts().reversed(), Messages.readAll(tailer));
            assertEquals(starts, journal.epochs());
            assertEquals(THIRD, journal.epoch());
            assertEquals(messages.firstKey(), journal.firstIndex());
            assertEquals(messages.lastKey(), journal.lastIndex());
            assertTrue(Index.segment(journal.lastIndex()) >= 8, Index.toText(journal.lastIndex()));
        }
    }

    @Test
    void messagesAreFoundByIndexNumberTimeAndContentAndAreCounted() {
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            assertEquals(messages.size(), journal.messages());
            int number = 0;
            for (Map.Entry<Long, String> each : messages.entrySet()) {
                assertEquals(SeekResult.FOUND, tailer.seek(each.getKey()));
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals(each.getValue(), Messages.text(tailer));
                assertEquals(number, journal.messagesBefore(each.getKey()));
                assertEquals(messages.size() - number, journal.messagesBetween(each.getKey(), Index.endOf(1_000)));
                assertEquals(SeekResult.FOUND, tailer.seekMessage(number));
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals(each.getKey(), tailer.index());
                number++;
            }
            assertEquals(SeekResult.FOUND, tailer.seekAfter(indexes().get(EACH - 1)));
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("b0 takes some space", Messages.text(tailer));
            tailer.seekTime(Instant.EPOCH);
            assertEquals(texts(), Messages.readAll(tailer));
            for (int sought : new int[] {10, EACH - 1, EACH, 2 * EACH, 3 * EACH - 1}) {
                long target = indexes().get(sought);
                SearchResult found = tailer.search((memory, offset, length) -> order(memory, offset, length, target));
                assertEquals(SearchResult.EQUAL, found);
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals(target, tailer.index());
            }
        }
    }

    /** Compares a message with that at an index: by its letter, then by its number. */
    private int order(MemorySegment memory, long offset, int length, long target) {
        String text = new String(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        String wanted = messages.get(target);
        int letters = Character.compare(text.charAt(0), wanted.charAt(0));
        return letters != 0 ? letters : Integer.compare(number(text), number(wanted));
    }

    private static int number(String text) {
        return Integer.parseInt(text, 1, text.indexOf(' '), 10);
    }

    @Test
    void anIndexOfAnotherEpochIsNoFrameAndMovesNothing() {
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            for (long index : indexes()) {
                for (int leader : new int[] {0, 3, 7, 31}) {
                    long other = Index.of(Index.segment(index), leader, Index.position(index));
                    if (other != index) {
                        assertEquals(SeekResult.FOUND, tailer.seek(index));
                        assertEquals(SeekResult.OTHER_EPOCH, tailer.seek(other), Index.toText(other));
                        assertEquals(SeekResult.OTHER_EPOCH, tailer.seekAfter(other), Index.toText(other));
                        assertEquals(Read.MESSAGE, tailer.read());
                        assertEquals(index, tailer.index());
                    }
                }
            }
        }
    }

    @Test
    void placesAreInOrderWithIndexesWhateverTheirLeader() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            long segments = Index.segment(journal.lastIndex()) + 1;
            for (int i = 0; i < 2_000; i++) {
                long segment = random.nextLong(segments);
                int leader = random.nextBoolean() ? leaderOf(segment) : random.nextInt(Epoch.MAX_LEADER + 1);
                long place = Index.of(segment, leader, random.nextInt(1 << 17) & -8);
                String message = "seed=" + seed + " place=" + Index.toText(place);
                assertEquals(messages.headMap(place).size(), journal.messagesBefore(place), message);
                assertEquals(
                        messages.subMap(Index.of(1, 0), Math.max(place, Index.of(1, 0)))
                                .size(),
                        journal.messagesBetween(Index.of(1, 0), place),
                        message);
                assertEquals(SeekResult.FOUND, tailer.seekNear(place), message);
                Long next = messages.ceilingKey(place);
                long reached = tailer.read() == Read.MESSAGE ? tailer.index() : Long.MAX_VALUE;
                assertTrue(next == null || reached <= next, message);
                assertEquals(Index.of(segment, leaderOf(segment), 64), journal.indexAt(segment, 64));
            }
            for (long segment = 0; segment < segments; segment++) {
                assertEquals(SeekResult.FOUND, tailer.seekNear(Index.of(segment, 0)));
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals(messages.ceilingKey(Index.of(segment, 0)), tailer.index());
                assertEquals(SeekResult.FOUND, tailer.seekNear(Index.endOf(segment)));
                assertTrue(
                        tailer.read() != Read.MESSAGE || Index.segment(tailer.index()) >= segment,
                        "segment=" + segment);
            }
            assertEquals(Index.of(segments + 5, 8), journal.indexAt(segments + 5, 8));
        }
    }

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void writersContinueInTheEpochOfTheLastSegment(Ownership ownership) {
        JournalOptions options = OPTIONS.withOwnership(ownership).withDurability(Durability.SYNCED);
        long before = Index.segment(messages.lastKey());
        append("d", EACH, options);
        append("e", EACH, options);
        assertTrue(Index.segment(messages.lastKey()) > before + 3, Index.toText(messages.lastKey()));
        assertEquals(3, Index.leader(messages.lastKey()));
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(starts, journal.epochs());
            assertEquals(texts(), Messages.readAll(journal));
            assertEquals(messages.lastKey(), journal.syncedIndex());
        }
        assertSound(dir);
    }

    private static void assertSound(Path directory) {
        VerifyReport report = JournalVerifier.verify(directory);
        assertEquals(List.of(), report.findings());
        assertTrue(report.isSound());
    }

    @Test
    void verifyInfoAndRepairKnowAllEpochs() throws IOException {
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(List.of(), report.findings());
        assertEquals(messages.size(), report.dataFrames());
        assertEquals(messages.lastKey(), report.lastIndex());
        try (Journal journal = Journal.openReadOnly(dir)) {
            JournalInfo info = journal.info();
            assertEquals(2, info.formatVersion());
            assertEquals(messages.size(), info.dataFrames());
            for (JournalInfo.Segment segment : info.segments()) {
                assertEquals(leaderOf(segment.number()), segment.epoch().leader());
            }
        }
        long lost = indexes().get(EACH + 10);
        Bytes.flipBit(SegmentName.file(dir, Index.segment(lost)), Index.position(lost) + 9, 3);
        messages.remove(lost);
        RepairReport repaired = JournalRepair.repair(dir, scratch.resolve("copy"));
        assertEquals(lost, repaired.losses().getFirst().index());
        assertSound(scratch.resolve("copy"));
        try (Journal copy = Journal.openReadOnly(scratch.resolve("copy"))) {
            assertEquals(texts(), Messages.readAll(copy));
            assertEquals(starts, copy.epochs());
            assertEquals(THIRD, copy.epoch());
        }
    }

    @Test
    void aLostPrologueIsFoundAgainByTheFramesOfItsSegment() throws IOException {
        List<EpochStart> led = starts.subList(1, starts.size());
        for (EpochStart start : led) {
            Bytes.write(SegmentName.file(dir, start.segment()), 0, new byte[SegmentLayout.PROLOGUE_BYTES]);
        }
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(
                List.of(FindingKind.PROLOGUE, FindingKind.PROLOGUE),
                report.findings().stream().map(Finding::kind).toList(),
                report.findings()::toString);
        assertEquals(messages.size(), report.dataFrames());
        RepairReport repaired = JournalRepair.repair(dir, scratch.resolve("copy"));
        assertEquals(List.of(), repaired.losses());
        assertSound(scratch.resolve("copy"));
        try (Journal copy = Journal.openReadOnly(scratch.resolve("copy"))) {
            assertEquals(texts(), Messages.readAll(copy));
            assertEquals(messages.lastKey(), copy.lastIndex());
        }
    }

    @Test
    void theOrderOfEpochsIsFoundAgainWhereAllButOnePrologueIsLost() throws IOException {
        List<Long> numbers = SegmentName.list(dir);
        for (long number : numbers.subList(1, numbers.size())) {
            Bytes.write(SegmentName.file(dir, number), 0, new byte[SegmentLayout.PROLOGUE_BYTES]);
        }
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(numbers.size() - 1, report.damages(), report.findings()::toString);
        assertEquals(messages.size(), report.dataFrames());
        JournalRepair.repair(dir, scratch.resolve("copy"));
        assertSound(scratch.resolve("copy"));
        try (Journal copy = Journal.openReadOnly(scratch.resolve("copy"))) {
            assertEquals(texts(), Messages.readAll(copy));
            assertEquals(messages.lastKey(), copy.lastIndex());
        }
    }

    @Test
    void aChangedBitOfTheEpochIsDamageOfThePrologueAndCostsNothing() throws IOException {
        Path file = SegmentName.file(dir, starts.get(1).segment());
        for (int offset : new int[] {SegmentLayout.VERSION_OFFSET, SegmentLayout.LEADER_OFFSET, 76, 79}) {
            for (int bit : new int[] {0, 1}) {
                Bytes.flipBit(file, offset, bit);
                VerifyReport report = JournalVerifier.verify(dir);
                assertEquals(
                        List.of(FindingKind.PROLOGUE),
                        report.findings().stream().map(Finding::kind).toList(),
                        () -> "offset=" + offset + " bit=" + bit + " " + report.findings());
                assertEquals(messages.size(), report.dataFrames());
                Bytes.flipBit(file, offset, bit);
            }
        }
        assertSound(dir);
    }

    @Test
    void aSegmentOfALowerEpochIsDamage() throws IOException {
        long wrong = EpochStarter.start(dir, new Epoch(1, 30));
        expectLowerEpoch(wrong, () -> Journal.open(dir, OPTIONS).close());
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            for (int i = 0; i < messages.size(); i++) {
                assertEquals(Read.MESSAGE, tailer.read());
            }
            expectLowerEpoch(wrong, tailer::read);
            assertThrows(JournalDamagedException.class, journal::epochs);
            tailer.toEnd();
            tailer.direction(Direction.BACKWARD);
            expectLowerEpoch(wrong, tailer::read);
        }
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(
                List.of(FindingKind.EPOCH),
                report.findings().stream().map(Finding::kind).toList());
        assertTrue(
                report.findings().getFirst().detail().contains("expected=2.3 or higher actual=1.30"),
                report.findings()::toString);
        JournalRepair.repair(dir, scratch.resolve("copy"));
        assertSound(scratch.resolve("copy"));
        try (Journal copy = Journal.openReadOnly(scratch.resolve("copy"))) {
            assertEquals(texts(), Messages.readAll(copy));
        }
    }

    private static void expectLowerEpoch(long segment, Executable call) {
        JournalDamagedException e = assertThrows(JournalDamagedException.class, call);
        String message = e.getMessage();
        assertTrue(message.contains("segment has a lower epoch than a segment before it file="), message);
        assertTrue(message.contains(segment + ".segment"), message);
        assertTrue(message.endsWith("expected=2.3 actual=1.30 before=" + (segment - 1)), message);
    }

    @Test
    void namedPositionsAreCountedAndThoseOfAnotherEpochAreReported() {
        long inSecond = indexes().get(EACH + 100);
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            journal.position("reader").set(inSecond);
            long unread = journal.info().positions().getFirst().unread();
            assertEquals(messages.size() - EACH - 101, unread);
            journal.position("reader").set(Index.of(Index.segment(inSecond), 5, Index.position(inSecond)));
        }
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(
                List.of(FindingKind.POSITION),
                report.findings().stream().map(Finding::kind).toList());
        assertTrue(
                report.findings().getFirst().detail().endsWith("expected=leader 31 actual=leader 5"),
                report.findings()::toString);
    }

    @Test
    void encryptedMessagesOfAllEpochsAreDecrypted() throws IOException {
        Path encrypted = scratch.resolve("encrypted");
        FileKeyProvider keys = FileKeyProvider.open(scratch.resolve("keys"));
        List<String> written = new ArrayList<>();
        for (Epoch epoch : List.of(Epoch.FIRST, SECOND, THIRD)) {
            if (!epoch.equals(Epoch.FIRST)) {
                EpochStarter.start(encrypted, epoch);
            }
            try (Journal journal = Journal.open(encrypted, OPTIONS);
                    EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
                for (int i = 0; i < 100; i++) {
                    String text = epoch + " " + i;
                    appender.append("ann", Messages.bytes(text), 0, text.length());
                    written.add(text);
                }
            }
        }
        List<String> read = new ArrayList<>();
        try (Journal journal = Journal.openReadOnly(encrypted);
                EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), keys)) {
            while (tailer.read() == Read.MESSAGE) {
                read.add(new String(
                        tailer.segment().asSlice(0, tailer.length()).toArray(ValueLayout.JAVA_BYTE),
                        StandardCharsets.UTF_8));
            }
        }
        assertEquals(written, read);
    }

    @Test
    void aPeriodOpensInALaterEpoch() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            appender.startSegment();
            long opening = Messages.append(appender, "opening");
            appender.awaitSynced(opening);
            long other = Index.of(Index.segment(opening), 0, Index.position(opening));
            assertThrows(JournalException.class, () -> journal.openPeriod(other, opening));
            assertEquals(
                    opening, journal.openPeriod(opening, opening).orElseThrow().opening());
            try (Tailer tailer = journal.tailer()) {
                tailer.toPeriod();
                assertEquals(List.of("opening"), Messages.readAll(tailer));
            }
        }
        assertSound(dir);
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void afterALossOfPowerWritingContinuesInTheSameEpoch() throws IOException {
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2)); // as if another run of the machine had written it
        }
        long last = Index.segment(messages.lastKey());
        long next = Index.NONE;
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            next = Messages.append(appender, "after");
        }
        assertTrue(Index.segment(next) > last, Index.toText(next));
        assertEquals(3, Index.leader(next));
        messages.put(next, "after");
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(texts(), Messages.readAll(journal));
            assertEquals(starts, journal.epochs());
        }
        assertSound(dir);
    }

    @Test
    @ExpectedLog("machine went down")
    void aLostSegmentIsReplacedInTheEpochOfTheSegmentBeforeIt() throws IOException {
        long lost = starts.get(1).segment() + 1;
        Files.delete(SegmentName.file(dir, lost));
        Bytes.write(SegmentName.file(dir, lost + 1), 0, new byte[SegmentLayout.PROLOGUE_BYTES]);
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2)); // as if another run of the machine had written it
        }
        messages.tailMap(Index.of(lost, 0)).clear();
        append("d", 1, OPTIONS);
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(starts, journal.epochs());
            assertEquals(texts(), Messages.readAll(journal));
            assertEquals(messages.lastKey(), journal.lastIndex());
        }
        assertSound(dir);
    }

    @Test
    void aSyncedFrameOfALaterEpochThatIsMissingIsDamage() throws IOException {
        append("d", 3, OPTIONS.withDurability(Durability.SYNCED));
        long lost = messages.lastKey();
        Bytes.write(SegmentName.file(dir, Index.segment(lost)), Index.position(lost), new byte[64]);
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2)); // as if another run of the machine had written it
        }
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(
                List.of(FindingKind.MISSING_FRAMES),
                report.findings().stream()
                        .map(Finding::kind)
                        .filter(FindingKind::isDamage)
                        .toList(),
                report.findings()::toString);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        assertTrue(e.getMessage().contains("synced frames are missing"), e.getMessage());
        assertTrue(e.getMessage().contains("index=" + Index.toText(lost)), e.getMessage());
    }
}
