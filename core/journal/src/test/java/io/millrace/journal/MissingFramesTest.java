package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.YieldingIdleStrategy;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.Lane;
import io.millrace.memory.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Zeros, or an old claim, where frames were published are no end of the journal: every reader and writer refuses. */
@Tag("proof")
class MissingFramesTest {

    private static final int COUNT = 20_001;
    private static final int KEPT = 7;
    private static final int PAGE_BYTES = 4096;
    private static final int NEAR = 64;

    @TempDir
    Path scratch;

    private Path dir;
    private Path segment;
    private final List<Long> indexes = new ArrayList<>();

    @BeforeEach
    void fill() {
        dir = scratch.resolve("journal");
        segment = SegmentName.file(dir, 0);
        try (Journal journal = Journal.open(dir, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            for (int i = 0; i < COUNT; i++) {
                indexes.add(Messages.append(appender, "m" + i));
            }
        }
    }

    private void zero(int from, int bytes) throws IOException {
        Bytes.write(segment, Index.position(indexes.get(from)), new byte[bytes]);
    }

    private void zeroAPage() throws IOException {
        zero(KEPT, PAGE_BYTES);
    }

    private void expectMissing(Executable action) {
        String message = assertThrows(JournalDamagedException.class, action).getMessage();
        long index = indexes.get(KEPT);
        assertTrue(
                message.contains("file=" + segment + " offset=" + Index.position(index) + " index="
                        + Index.toText(index) + " expected=frame actual="),
                message);
    }

    @ParameterizedTest
    @EnumSource
    void aTailerReturnsTheFramesBeforeDamageAndThenRefuses(Verification verification) throws IOException {
        zeroAPage();
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer(TailerOptions.defaults().withVerification(verification))) {
            for (int i = 0; i < KEPT; i++) {
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals("m" + i, Messages.text(tailer));
            }
            expectMissing(tailer::read);
            assertEquals(indexes.get(KEPT), Index.of(0, Index.position(indexes.get(KEPT))), "it stays there");
        }
    }

    @Test
    void aTailerThatWaitsDoesNotWaitForEver() throws IOException {
        zeroAPage();
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            assertEquals(SeekResult.FOUND, tailer.seekAfter(indexes.get(KEPT - 1)));
            expectMissing(() -> tailer.await(new YieldingIdleStrategy()));
        }
    }

    @Test
    void readingBackwardRefusesAtTheSameIndex() throws IOException {
        zeroAPage();
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer(TailerOptions.defaults().withDirection(Direction.BACKWARD))) {
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("m" + (COUNT - 1), Messages.text(tailer), "the end is there");
            expectMissing(() -> Messages.readAll(tailer));
        }
    }

    @Test
    void seeksAndCountsThatWalkOverTheGapRefuse() throws IOException {
        zeroAPage();
        long near = indexes.get(500); // after the zeros, before the first entry of the sparse index
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            expectMissing(() -> tailer.seek(near));
            expectMissing(() -> tailer.seekMessage(500));
            expectMissing(() -> journal.messagesBefore(near));
            assertEquals(SeekResult.FOUND, tailer.seekMessage(COUNT - 1), "the sparse index leads over it");
            assertEquals(COUNT, journal.messages());
            tailer.toStart();
            expectMissing(() -> tailer.search((memory, offset, length) -> Long.compare(offset, Index.position(near))));
        }
    }

    @Test
    void verifyWriterAndReaderNameTheSameIndex() throws IOException {
        zeroAPage();
        byte[] before = Files.readAllBytes(segment);
        expectMissing(() -> Journal.open(dir, JournalOptions.defaults()));
        assertEquals(-1, Arrays.mismatch(before, Files.readAllBytes(segment)), "nothing was changed");
        VerifyReport report = JournalVerifier.verify(dir);
        Finding finding = report.findings().getFirst();
        assertEquals(FindingKind.MISSING_FRAMES, finding.kind());
        assertEquals(indexes.get(KEPT), finding.index());
        Path copy = scratch.resolve("copy");
        RepairReport repaired = JournalRepair.repair(dir, copy);
        assertEquals(indexes.get(KEPT), repaired.losses().getFirst().index());
        try (Journal journal = Journal.openReadOnly(copy)) {
            assertEquals(repaired.dataFrames(), Messages.readAll(journal).size());
            assertTrue(repaired.dataFrames() >= COUNT - PAGE_BYTES / 16 - 1);
        }
    }

    @Test
    void aClaimWhereAFrameWasPublishedIsDamage() throws IOException {
        int length = "m7".length();
        byte[] claim = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(FrameLayout.claim(length, 3, 17))
                .array();
        Bytes.write(segment, Index.position(indexes.get(KEPT)), claim);
        try (Journal journal = Journal.openReadOnly(dir)) {
            expectMissing(() -> Messages.readAll(journal));
        }
        expectMissing(() -> Journal.open(dir, JournalOptions.defaults()));
        Finding finding = JournalVerifier.verify(dir).findings().getFirst();
        assertEquals(FindingKind.MISSING_FRAMES, finding.kind());
        assertEquals(indexes.get(KEPT), finding.index());
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void afterTheMachineWentDownReadersRefuseUntilAWriterHasEndedTheSegment() throws IOException {
        zeroAPage();
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2)); // as if another run of the machine had written it
        }
        try (Journal journal = Journal.openReadOnly(dir)) {
            expectMissing(() -> Messages.readAll(journal));
        }
        VerifyReport report = JournalVerifier.verify(dir);
        assertEquals(FindingKind.TORN_TAIL, report.findings().getFirst().kind(), report::toString);
        assertEquals(indexes.get(KEPT), report.findings().getFirst().index());
        assertTrue(report.isSound(), "a writer takes it");
        Journal.open(dir, JournalOptions.defaults()).close();
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(KEPT, Messages.readAll(journal).size());
            assertEquals(KEPT, journal.messages());
        }
    }

    @Test
    void aGapBeforeTheNextSegmentIsFoundByChecksAndWaits() throws IOException {
        dir = scratch.resolve("small");
        segment = SegmentName.file(dir, 0);
        indexes.clear();
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            while (appender.segment() == 0) {
                indexes.add(Messages.append(appender, "m" + indexes.size()));
            }
            Messages.append(appender, "in the next segment");
        }
        zero(KEPT, (1 << 16) - (int) Index.position(indexes.get(KEPT)));
        Bytes.write(segment, SegmentLayout.HINT_OFFSET, new byte[8]);
        Bytes.write(segment, SegmentLayout.INDEX_OFFSET, new byte[PAGE_BYTES]);
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            assertEquals(KEPT, Messages.readAll(tailer).size(), "a single look does not see it");
            expectMissing(tailer::checkEnd);
            expectMissing(() -> tailer.await(new YieldingIdleStrategy()));
        }
        assertThrows(JournalDamagedException.class, () -> Journal.open(dir, options));
    }

    @Test
    void zerosOverTheLastFramesOfAWriterThatWasClosedAreFound() throws IOException {
        zero(KEPT, (int) (Index.position(indexes.getLast()) - Index.position(indexes.get(KEPT))) + 16);
        Bytes.write(segment, SegmentLayout.INDEX_OFFSET, new byte[PAGE_BYTES]); // the hint alone is left
        try (Journal journal = Journal.openReadOnly(dir)) {
            expectMissing(() -> Messages.readAll(journal));
        }
        expectMissing(() -> Journal.open(dir, JournalOptions.defaults()));
        Finding finding = JournalVerifier.verify(dir).findings().getFirst();
        assertEquals(FindingKind.MISSING_FRAMES, finding.kind());
        assertEquals(indexes.get(KEPT), finding.index());
        Path copy = scratch.resolve("copy");
        JournalRepair.repair(dir, copy);
        assertEquals("[]", JournalVerifier.verify(copy).findings().toString());
        try (Journal journal = Journal.open(copy, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            assertTrue(Messages.append(appender, "next") > indexes.getLast(), "no index is given again");
            assertEquals(KEPT + 1, Messages.readAll(journal).size());
        }
    }

    @Test
    void zerosToTheEndOfASegmentThatHasEndedAreFoundAndRepaired() throws IOException {
        dir = scratch.resolve("small");
        segment = SegmentName.file(dir, 0);
        indexes.clear();
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 100; i++) {
                indexes.add(Messages.append(appender, "m" + i));
            }
            appender.startSegment(); // which ends the first and is left without a frame
        }
        zero(KEPT, (1 << 16) - (int) Index.position(indexes.get(KEPT)));
        Bytes.write(segment, SegmentLayout.HINT_OFFSET, new byte[8]);
        try (Journal journal = Journal.openReadOnly(dir)) {
            expectMissing(() -> Messages.readAll(journal));
        }
        Path copy = scratch.resolve("copy");
        JournalRepair.repair(dir, copy);
        assertEquals("[]", JournalVerifier.verify(copy).findings().toString());
        try (Journal journal = Journal.openReadOnly(copy)) {
            assertEquals(KEPT, Messages.readAll(journal).size());
        }
    }

    @Test
    void whatIsKnownToBeSyncedIsFound() throws IOException {
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.writerSynced(0).write(indexes.get(KEPT), 0);
            table.resetSynced(indexes.get(KEPT));
        }
        zero(KEPT, (int) (Index.position(indexes.getLast()) - Index.position(indexes.get(KEPT))) + 16);
        Bytes.write(segment, SegmentLayout.HINT_OFFSET, new byte[8]);
        Bytes.write(segment, SegmentLayout.INDEX_OFFSET, new byte[PAGE_BYTES]);
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            assertEquals(KEPT, Messages.readAll(tailer).size());
            expectMissing(tailer::checkEnd);
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("ThreadPriorityCheck") // to give way is what is wanted; nothing relies on its effect
    void whileWritersLiveNoEndIsTakenForALoss(Ownership ownership) throws InterruptedException {
        Path live = scratch.resolve("live");
        JournalOptions options =
                JournalOptions.defaults().withSegmentSizeBytes(1 << 16).withOwnership(ownership);
        int writers = ownership == Ownership.SHARED ? 3 : 1;
        int each = Lane.rounds(10_000);
        AtomicInteger delivered = new AtomicInteger();
        try (Journal journal = Journal.open(live, options)) {
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            for (int writer = 0; writer < writers; writer++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    try (Appender appender = journal.appender()) {
                        for (int i = 0; i < each; i++) {
                            Messages.append(appender, "message " + i);
                            while (writers * i - delivered.get() > NEAR) { // so that the reader comes to the end often
                                Thread.yield(); // it may wait for this processor
                            }
                        }
                    } catch (RuntimeException | Error e) {
                        failures.add(e);
                    }
                }));
            }
            try (Journal other = Journal.openReadOnly(live);
                    Tailer tailer = other.tailer()) {
                int ends = 0;
                while (delivered.get() < writers * each) {
                    if (tailer.read() == Read.MESSAGE) {
                        delivered.incrementAndGet();
                    } else {
                        tailer.checkEnd(); // at each poll, and not once a second
                        ends++;
                    }
                    assertEquals("[]", failures.toString());
                }
                assertEquals(Read.END, tailer.read());
                tailer.checkEnd();
                assertTrue(ends > 0);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
