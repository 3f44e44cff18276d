package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage is reported with file, index, expected and actual, and no damaged frame is returned. */
class DamageTest {

    private static final int SEGMENT_BYTES = 1 << 16;
    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);

    @TempDir
    Path scratch;

    private Path dir;
    private Path segment;
    private long second;

    @BeforeEach
    void fill() {
        dir = scratch.resolve("journal");
        segment = SegmentName.file(dir, 0);
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            Messages.append(appender, "the first message");
            second = Messages.append(appender, "the second message");
            Messages.append(appender, "the third message");
        }
    }

    @Test
    void everyFlippedBitOfAFrameIsFound() throws IOException {
        long from = Index.position(second);
        for (long at = from; at < from + 8 + 18; at++) {
            for (int bit = 0; bit < 8; bit++) {
                Bytes.flipBit(segment, at, bit);
                try (Journal journal = Journal.openReadOnly(dir);
                        Tailer tailer = journal.tailer()) {
                    assertEquals(Read.MESSAGE, tailer.read());
                    long place = at;
                    int flipped = bit;
                    try {
                        // a state of "claimed" looks like a frame to come; everything else is known to be damage
                        assertEquals(Read.END, tailer.read(), () -> "at=" + place + " bit=" + flipped);
                        assertEquals(FrameLayout.CLAIMED, FrameLayout.state(headerOf(second)));
                    } catch (JournalDamagedException e) {
                        expectMessage(e, segment, "index=" + Index.toText(second), "actual|header");
                        assertThrows(JournalDamagedException.class, tailer::read, "it stays before the frame");
                    }
                }
                Bytes.flipBit(segment, at, bit);
            }
        }
    }

    private long headerOf(long index) {
        try (SegmentFile open = SegmentFile.open(segment, Access.READ_ONLY)) {
            return open.headerAcquire((int) Index.position(index));
        }
    }

    @Test
    void aWriterRefusesToContinueAfterADamagedFrame() throws IOException {
        Bytes.flipBit(segment, Index.position(second) + 10, 3);
        byte[] before = Files.readAllBytes(segment);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, segment, "index=" + Index.toText(second), "expected=");
        assertEquals(-1, Arrays.mismatch(before, Files.readAllBytes(segment)), "nothing was changed");
    }

    @Test
    void framesThatBecameZerosWithoutTheMachineGoingDownAreDamage() throws IOException {
        Bytes.write(segment, Index.position(second), new byte[8]);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, segment, "index=" + Index.toText(second), "expected=frame actual=nothing");
    }

    @Test
    void aFrameThatIsMissingInASegmentThatHasEndedIsDamage() throws IOException {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            long last = 0;
            while (Index.segment(last) < 2) { // segment 1 is one that the appender has filled from the start
                last = Messages.append(appender, "to fill the segment");
            }
        }
        Path ended = SegmentName.file(dir, 1);
        int length = "to fill the segment".length();
        long behindFirst = 8192L + FrameLayout.frameBytes(length);
        Bytes.write(ended, behindFirst, new byte[8]);
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            assertEquals(SeekResult.FOUND, tailer.seek(Index.of(1, 8192)));
            assertEquals(Read.MESSAGE, tailer.read());
            JournalDamagedException e = assertThrows(JournalDamagedException.class, tailer::read);
            expectMessage(e, ended, "index=1:" + behindFirst, "expected=frame actual=nothing");
        }
    }

    @Test
    void withoutVerificationOnlyImpossibleHeadersAreFound() throws IOException {
        Bytes.flipBit(segment, Index.position(second) + 10, 3);
        TailerOptions trusting = TailerOptions.defaults().withVerification(Verification.HEADER);
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer(trusting)) {
            assertEquals(3, Messages.readAll(tailer).size());
        }
        Bytes.write(segment, Index.position(second), new byte[] {-1, -1, -1, 0x5f});
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer(trusting)) {
            tailer.read();
            JournalDamagedException e = assertThrows(JournalDamagedException.class, tailer::read);
            expectMessage(e, segment, "length=" + FrameLayout.LENGTH_MASK, "spaceBytes=");
        }
    }

    @Test
    void aTruncatedSegmentIsReportedWithItsSizes() throws IOException {
        Bytes.truncate(segment, 40_000);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, segment, "offset=40000", "expectedBytes=65536 actualBytes=40000");
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertThrows(JournalDamagedException.class, journal::tailer);
        }
        Bytes.truncate(segment, 5);
        e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, segment, "offset=5", "expectedBytes=128 actualBytes=5");
    }

    @Test
    void aSegmentTruncatedWhileItIsReadIsAnExceptionAndNotACrash() throws IOException {
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            Bytes.truncate(segment, 0);
            JournalDamagedException e = assertThrows(JournalDamagedException.class, tailer::read);
            expectMessage(e, segment, "index=0:8192", "expectedBytes=65536 actualBytes=0");
        }
    }

    @Test
    void anUnknownFormatVersionIsRefused() throws IOException {
        Bytes.write(segment, SegmentLayout.VERSION_OFFSET, new byte[] {77, 0, 0, 0});
        JournalVersionException e = assertThrows(JournalVersionException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, segment, "offset=8", "formatVersion=77 known=1");
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertThrows(JournalVersionException.class, journal::tailer);
        }
    }

    @Test
    void aDamagedPrologueIsRefused() throws IOException {
        Bytes.flipBit(segment, SegmentLayout.CREATED_OFFSET, 0);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, segment, "offset=124", "expected=");
    }

    @Test
    void aSegmentOfAnotherJournalIsRefused() throws IOException {
        Path other = scratch.resolve("other");
        Journal.open(other, OPTIONS).close();
        Files.delete(segment);
        Files.copy(SegmentName.file(other, 0), segment);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, segment, "offset=24", "expected=");
    }

    @Test
    void aMissingSegmentIsNamed() throws IOException {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 10_000; i++) {
                Messages.append(appender, "m" + i);
            }
        }
        Files.delete(SegmentName.file(dir, 1));
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, SegmentName.file(dir, 1), "expected=1", "actual=2");
    }

    @Test
    void oneCopyOfTheTableIsEnough() throws IOException {
        Path table = dir.resolve(SegmentName.TABLE);
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            journal.position("reader").set(second);
        }
        Bytes.flipBit(table, TableLayout.ID_HIGH_OFFSET, 5);
        try (Journal journal = Journal.open(dir, OPTIONS)) {
            assertEquals(second, journal.position("reader").get());
            assertEquals(3, Messages.readAll(journal).size());
        }
        Bytes.flipBit(table, TableLayout.PROLOGUE_B_OFFSET + TableLayout.ID_HIGH_OFFSET, 5);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, table, "offset=0", "expected=");
    }

    @Test
    void anUnknownVersionOfTheTableIsRefused() throws IOException {
        Path table = dir.resolve(SegmentName.TABLE);
        for (long at : List.of(0L, (long) TableLayout.PROLOGUE_B_OFFSET)) {
            Bytes.write(table, at + TableLayout.VERSION_OFFSET, new byte[] {9, 0, 0, 0});
        }
        JournalVersionException e = assertThrows(JournalVersionException.class, () -> Journal.open(dir, OPTIONS));
        expectMessage(e, table, "formatVersion=9", "known=1");
    }

    private static void expectMessage(JournalException e, Path file, String place, String values) {
        String message = e.getMessage();
        assertTrue(message.contains("file=" + file), message);
        assertTrue(message.contains(place), message);
        assertTrue(Pattern.compile(values).matcher(message).find(), message);
    }
}
