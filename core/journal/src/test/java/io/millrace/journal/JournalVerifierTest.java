package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.memory.Access;
import io.millrace.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verifier finds damage, states where it is, and distinguishes it from the normal remains of a kill. */
class JournalVerifierTest {

    private static final int SEGMENT_BYTES = 1 << 16;
    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);
    private static final int COUNT = 5_000;

    @TempDir
    Path scratch;

    private Path dir;
    private final List<Long> indexes = new ArrayList<>();

    @BeforeEach
    void fill() throws InterruptedException {
        dir = scratch.resolve("journal");
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < COUNT; i++) {
                indexes.add(Messages.append(appender, "message " + i));
            }
            journal.position("reader").set(indexes.get(100));
            awaitClosed(journal, 1);
        }
    }

    private static void awaitClosed(Journal journal, long number) {
        SegmentFile segment = journal.store().acquire(number);
        Await.until(
                "the sparse index of segment " + number + " is complete",
                () -> new SparseIndex().get(segment, SparseIndex.CLOSING_ENTRY) != null);
        journal.store().release(segment);
    }

    private Path segment(int number) {
        return SegmentName.file(dir, number);
    }

    private VerifyReport verify() {
        return JournalVerifier.verify(dir);
    }

    private Finding onlyFinding() {
        List<Finding> findings = verify().findings();
        assertEquals(1, findings.size(), findings::toString);
        return findings.getFirst();
    }

    @Test
    void aSoundJournalIsCountedAndHasNoFinding() {
        VerifyReport report = verify();
        assertEquals(List.of(), report.findings());
        assertTrue(report.isSound());
        assertEquals(COUNT, report.dataFrames());
        assertEquals(indexes.getFirst(), report.firstIndex());
        assertEquals(indexes.getLast(), report.lastIndex());
        assertEquals((long) report.segments() * SEGMENT_BYTES, report.bytes());
    }

    @Test
    void aJournalWithBatchesMetadataAndSharedWritersIsSound() {
        Path shared = scratch.resolve("shared");
        JournalOptions options = OPTIONS.withOwnership(Ownership.SHARED);
        try (Journal journal = Journal.open(shared, options);
                Appender one = journal.appender();
                Appender two = journal.appender()) {
            for (int i = 0; i < COUNT; i++) {
                Messages.add(one.batch(), FrameKind.METADATA, "m" + i);
                Messages.add(one.batch(), FrameKind.DATA, "d" + i);
                one.publish(Appender.ANY_SEGMENT);
                Messages.append(two, "e" + i);
            }
        }
        VerifyReport report = JournalVerifier.verify(shared);
        assertEquals(List.of(), report.findings());
        assertEquals(2 * COUNT, report.dataFrames());
        assertEquals(COUNT, report.metadataFrames());
    }

    @Test
    void aDamagedPayloadIsNamedAndLaterFramesAreStillCounted() throws IOException {
        long index = indexes.get(10);
        Bytes.flipBit(segment(0), Index.position(index) + 10, 3);
        Finding finding = onlyFinding();
        assertEquals(FindingKind.CHECKSUM, finding.kind());
        assertEquals(index, finding.index());
        assertEquals(Index.position(index), finding.offset());
        assertTrue(finding.detail().contains("expected=0x"), finding.detail());
        assertEquals(COUNT - 1, verify().dataFrames());
        assertFalse(verify().isSound());
    }

    @Test
    void afterADamagedLengthTheNextWholeFrameIsFound() throws IOException {
        long index = indexes.get(10);
        Bytes.flipBit(segment(0), Index.position(index) + 1, 5); // longer by 8 KiB
        Bytes.flipBit(segment(0), Index.position(indexes.get(20)) + 3, 4); // length beyond the segment
        assertEquals(COUNT - 2, verify().dataFrames());
        assertEquals(
                List.of(FindingKind.CHECKSUM, FindingKind.HEADER),
                verify().findings().stream().map(Finding::kind).toList());
    }

    @Test
    void aPayloadThatLooksLikeHeadersDoesNotEndTheSearch() throws IOException {
        Path small = scratch.resolve("small");
        MemorySegment payload = MemorySegment.ofArray(new long[64]);
        for (int at = 0; at < 512; at += 8) {
            int state = FrameLayout.DATA + at / 8 % 4;
            Memory.setLongPlain(payload, at, FrameLayout.header(FrameLayout.low(state, FrameLayout.LENGTH_MASK), at));
        }
        long first;
        try (Journal journal = Journal.open(small, OPTIONS);
                Appender appender = journal.appender()) {
            first = appender.append(payload, 0, 512);
            appender.append(payload, 0, 512);
            appender.append(payload, 0, 512);
        }
        Bytes.flipBit(SegmentName.file(small, 0), Index.position(first) + 5, 1);
        VerifyReport report = JournalVerifier.verify(small);
        assertEquals(2, report.dataFrames());
        assertEquals(1, report.findings().size(), report::toString);
    }

    @Test
    void framesThatBecameZerosInAClosedSegmentAreMissed() throws IOException {
        long index = indexes.get(10);
        int bytes = (int) (indexes.get(30) - index) * 8;
        Bytes.write(segment(0), Index.position(index), new byte[bytes]);
        Finding finding = onlyFinding();
        assertEquals(FindingKind.MISSING_FRAMES, finding.kind());
        assertEquals(index, finding.index());
        assertEquals(COUNT - 20, verify().dataFrames());
    }

    @Test
    void framesThatBecameZerosBelowTheSyncedIndexAreMissed() throws IOException {
        Path small = scratch.resolve("small");
        long second;
        try (Journal journal = Journal.open(small, OPTIONS);
                Appender appender = journal.appender()) {
            Messages.append(appender, "one");
            second = Messages.append(appender, "two");
            Messages.append(appender, "three");
            appender.awaitSynced(appender.lastIndex());
        }
        Bytes.write(SegmentName.file(small, 0), Index.position(second), new byte[16]);
        List<Finding> findings = JournalVerifier.verify(small).findings();
        assertEquals(FindingKind.MISSING_FRAMES, findings.getFirst().kind(), findings::toString);
        assertEquals(second, findings.getFirst().index());
        assertEquals(2, JournalVerifier.verify(small).dataFrames());
    }

    @Test
    void aLostEndMarkIsDamage() throws IOException {
        long last = indexes.stream()
                .filter(index -> Index.segment(index) == 0)
                .max(Long::compare)
                .orElseThrow();
        int length = ("message " + indexes.indexOf(last)).length();
        long end = Index.position(last) + FrameLayout.frameBytes(length);
        Bytes.flipBit(segment(0), end + 5, 1);
        Finding finding = onlyFinding();
        assertEquals(FindingKind.CHECKSUM, finding.kind());
        assertEquals(end, finding.offset());
    }

    @Test
    void aMissingSegmentIsNamed() throws IOException {
        Files.delete(segment(1));
        Finding finding = onlyFinding();
        assertEquals(FindingKind.MISSING_SEGMENT, finding.kind());
        assertEquals(segment(1), finding.file());
    }

    @Test
    void aTruncatedSegmentIsNamedWithBothSizes() throws IOException {
        Bytes.truncate(segment(0), 40_000);
        List<Finding> findings = verify().findings();
        assertEquals(FindingKind.SIZE, findings.getFirst().kind(), findings::toString);
        assertEquals(
                "expectedBytes=65536 actualBytes=40000", findings.getFirst().detail());
        assertTrue(findings.stream()
                .anyMatch(finding ->
                        finding.kind() == FindingKind.MISSING_FRAMES || finding.kind() == FindingKind.CHECKSUM));
    }

    @Test
    void aPrologueThatIsDamagedDoesNotHideTheFrames() throws IOException {
        for (int offset : List.of(0, SegmentLayout.VERSION_OFFSET, SegmentLayout.CREATED_OFFSET, 100)) {
            Bytes.flipBit(segment(0), offset, 2);
            assertEquals(FindingKind.PROLOGUE, onlyFinding().kind());
            assertEquals(COUNT, verify().dataFrames());
            Bytes.flipBit(segment(0), offset, 2);
        }
    }

    @Test
    void aSegmentOfAnotherJournalIsFound() throws IOException {
        Path other = scratch.resolve("other");
        Journal.open(other, OPTIONS).close();
        Files.delete(segment(0));
        Files.copy(SegmentName.file(other, 0), segment(0));
        Finding finding = verify().findings().getFirst();
        assertEquals(FindingKind.PROLOGUE, finding.kind());
        assertTrue(finding.detail().contains("belongs to another journal"), finding.detail());
    }

    @Test
    void anUnknownVersionIsRefused() throws IOException {
        try (SegmentFile open = SegmentFile.open(segment(0), Access.READ_WRITE)) {
            Memory.setIntPlain(open.memory, SegmentLayout.VERSION_OFFSET, 77);
            Memory.setIntPlain(
                    open.memory,
                    SegmentLayout.CHECKSUM_OFFSET,
                    FrameChecksum.ofBytes(open.memory, 0, SegmentLayout.CHECKSUM_OFFSET));
        }
        assertThrows(JournalVersionException.class, this::verify);
    }

    @Test
    void aSparseIndexThatIsDamagedOrLiesIsFound() throws IOException {
        long entry = SegmentLayout.INDEX_OFFSET + 5L * SegmentLayout.ENTRY_BYTES;
        Bytes.flipBit(segment(0), entry + 8, 0);
        Finding finding = onlyFinding();
        assertEquals(FindingKind.SPARSE_INDEX, finding.kind());
        assertEquals(entry, finding.offset());
        Bytes.flipBit(segment(0), entry + 8, 0);
        try (SegmentFile open = SegmentFile.open(segment(0), Access.READ_WRITE)) {
            SparseIndex index = new SparseIndex();
            SparseIndex.Entry right = index.get(open, 5);
            index.put(open, 5, right.position(), right.dataFrames() + 1, right.metadataFrames(), right.clockMs());
        }
        assertEquals(entry, onlyFinding().offset());
    }

    @Test
    void aClosingEntryThatAKillHasCutOffIsNoDamageAndOneThatWasChangedIs() throws IOException {
        Bytes.flipBit(segment(0), SegmentLayout.INDEX_OFFSET + 8, 0);
        assertEquals(FindingKind.SPARSE_INDEX, onlyFinding().kind());
        Bytes.flipBit(segment(0), SegmentLayout.INDEX_OFFSET + 8, 0);
        int checksumBytes = Integer.BYTES; // stored last
        Bytes.write(
                segment(0),
                SegmentLayout.INDEX_OFFSET + SegmentLayout.ENTRY_BYTES - checksumBytes,
                new byte[checksumBytes]);
        VerifyReport report = verify();
        assertTrue(report.isSound(), report::toString);
        assertEquals(FindingKind.ACCELERATOR, onlyFinding().kind());
    }

    @Test
    void bytesThatMustBeZeroAreChecked() throws IOException {
        Bytes.flipBit(segment(0), 1000, 0);
        assertEquals(FindingKind.NOT_ZERO, onlyFinding().kind());
    }

    @Test
    void theTableIsChecked() throws IOException {
        Path table = dir.resolve(SegmentName.TABLE);
        Bytes.flipBit(table, TableLayout.PROLOGUE_B_OFFSET + TableLayout.ID_LOW_OFFSET, 0);
        assertEquals(FindingKind.TABLE, onlyFinding().kind());
        Bytes.flipBit(table, TableLayout.PROLOGUE_B_OFFSET + TableLayout.ID_LOW_OFFSET, 0);
        int record = TableLayout.position(0) + TableLayout.POSITION_RECORD_OFFSET;
        Bytes.flipBit(table, record, 0);
        Finding finding = onlyFinding();
        assertEquals(FindingKind.TABLE, finding.kind());
        assertEquals(record, finding.offset());
        Files.delete(table);
        assertEquals(FindingKind.TABLE, onlyFinding().kind());
        assertEquals(COUNT, verify().dataFrames());
    }

    @Test
    void aTornTailAfterTheMachineWentDownIsNoDamage() throws IOException {
        long index = indexes.get(COUNT - 3);
        Bytes.flipBit(segment((int) Index.segment(index)), Index.position(index) + 12, 1);
        assertFalse(verify().isSound());
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2));
        }
        VerifyReport report = verify();
        assertTrue(report.isSound(), report::toString);
        Finding finding = report.findings().getFirst();
        assertEquals(FindingKind.TORN_TAIL, finding.kind());
        assertEquals(index, finding.index());
    }

    @Test
    void bytesThatAKilledWriterDidNotPublishAreNoDamage() throws IOException {
        long last = indexes.getLast();
        Bytes.write(segment((int) Index.segment(last)), Index.position(last) + 64, new byte[] {1, 2, 3});
        Finding finding = onlyFinding();
        assertEquals(FindingKind.UNPUBLISHED, finding.kind());
        assertTrue(verify().isSound());
    }

    @Test
    void aMissingJournalIsAnError() {
        JournalException e = assertThrows(JournalException.class, () -> JournalVerifier.verify(scratch));
        assertTrue(e.getMessage().contains("directory=" + scratch), e.getMessage());
    }

    @Test
    void aJournalThatIsBeingWrittenIsSound() throws InterruptedException {
        Path live = scratch.resolve("live");
        boolean[] stop = new boolean[1];
        try (Journal journal = Journal.open(live, OPTIONS)) {
            Thread writer = Thread.ofPlatform().start(() -> {
                try (Appender appender = journal.appender()) {
                    for (int i = 0; !isSet(stop); i++) {
                        Messages.append(appender, "message " + i);
                        if (i % 200 == 0) {
                            LockSupport.parkNanos(1_000_000);
                        }
                    }
                }
            });
            try {
                for (int i = 0; i < 30; i++) {
                    VerifyReport report = JournalVerifier.verify(live);
                    assertTrue(report.isSound(), report::toString);
                }
            } finally {
                synchronized (stop) {
                    stop[0] = true;
                }
                writer.join();
            }
        }
    }

    private static boolean isSet(boolean[] flag) {
        synchronized (flag) {
            return flag[0];
        }
    }
}
