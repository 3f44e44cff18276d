package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of an appender, with or without other writers. */
abstract class AppenderContract {

    static final int SEGMENT_BYTES = 1 << 16;

    @TempDir
    Path dir;

    abstract JournalOptions options();

    @Test
    void framesAreReadInTheOrderAndAtTheIndexesOfAppending() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            assertEquals(Read.END, tailer.read());
            assertEquals(Index.NONE, journal.lastIndex());
            for (String text : List.of("", "a", "ab", "abcdefg", "abcdefgh", "abcdefghi")) {
                long index = Messages.append(appender, text);
                assertEquals(index, appender.lastIndex());
                assertEquals(index, journal.lastIndex());
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals(text, Messages.text(tailer));
                assertEquals(index, tailer.index());
                assertEquals(FrameKind.DATA, tailer.kind());
                assertEquals(text.length(), tailer.length());
                assertEquals(0, tailer.offset() % 8);
                assertEquals(Read.END, tailer.read());
            }
        }
    }

    @Test
    void aFullSegmentIsFollowedByTheNextAndNothingIsLost() {
        List<String> expected = Messages.numbered("message number ", 20_000);
        List<Long> indexes = new ArrayList<>();
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender()) {
            for (String text : expected) {
                indexes.add(Messages.append(appender, text));
            }
            assertTrue(Index.segment(journal.lastIndex()) > 5);
            assertEquals(expected, Messages.readAll(journal));
            assertEquals(indexes.getFirst(), journal.firstIndex());
            assertEquals(indexes.getLast(), journal.lastIndex());
        }
        for (int i = 1; i < indexes.size(); i++) {
            assertTrue(indexes.get(i - 1) < indexes.get(i), "indexes grow");
        }
        try (Journal journal = Journal.open(dir, options())) {
            assertEquals(expected, Messages.readAll(journal));
            assertEquals(indexes.getLast(), journal.lastIndex());
        }
    }

    @Test
    void afterReopeningAppendingContinuesAfterTheLastFrame() {
        for (int i = 0; i < 5; i++) {
            try (Journal journal = Journal.open(dir, options());
                    Appender appender = journal.appender()) {
                Messages.append(appender, "m" + i);
                assertEquals(Messages.numbered("m", i + 1), Messages.readAll(journal));
            }
        }
    }

    @Test
    void aBatchIsPublishedIfItsConditionHoldsWhereItWouldBe() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            Messages.append(appender, "zero");
            assertEquals(Read.MESSAGE, tailer.read());
            List<Long> asked = new ArrayList<>();
            Messages.add(appender.batch(), FrameKind.DATA, "one");
            assertEquals(Appender.ROLLED, appender.publishIf(appender.segment() + 1, _ -> true));
            assertEquals(Appender.REFUSED, appender.publishIf(Appender.ANY_SEGMENT, index -> {
                asked.add(index);
                assertEquals(Read.END, tailer.read());
                assertEquals(index, tailer.boundary(), "everything before is read");
                return false;
            }));
            long index = appender.publishIf(Appender.ANY_SEGMENT, asked::add);
            assertEquals(asked.getLast(), index);
            assertEquals(2, asked.size());
            Messages.append(appender, "two");
            Messages.add(appender.batch(), FrameKind.DATA, "three");
            assertThrows(
                    IllegalArgumentException.class,
                    () -> appender.publishIf(Appender.ANY_SEGMENT, _ -> {
                        throw new IllegalArgumentException("injected");
                    }));
            assertEquals(List.of("zero", "one", "two"), Messages.readAll(journal));
        }
    }

    @Test
    void aBatchIsPublishedAsOne() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer(TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE))) {
            FrameBatch batch = appender.batch();
            Messages.add(batch, FrameKind.METADATA, "schema");
            Messages.add(batch, FrameKind.DATA, "one");
            batch.begin(FrameKind.DATA, 100); // never ended, so it does not exist
            Messages.add(batch, FrameKind.DATA, "two");
            assertEquals(3, batch.frames());
            assertEquals(Read.END, tailer.read());
            long first = appender.publish(appender.segment());
            assertEquals(first, batch.index(0));
            for (int frame = 0; frame < 3; frame++) {
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals(batch.index(frame), tailer.index());
                assertEquals(batch.kind(frame), tailer.kind());
                assertEquals(batch.payloadLength(frame), tailer.length());
            }
            assertEquals(List.of("one", "two"), Messages.readAll(journal), "metadata is skipped by default");
            assertEquals(batch.index(2), journal.lastIndex());
            assertEquals(batch.index(2), appender.lastIndex());
            assertThrows(JournalException.class, () -> appender.publish(Appender.ANY_SEGMENT), "twice");
            Messages.add(batch, FrameKind.DATA, "three");
            assertEquals(1, batch.frames());
            appender.publish(Appender.ANY_SEGMENT);
            assertEquals(List.of("one", "two", "three"), Messages.readAll(journal));
        }
    }

    @Test
    void aBatchForAnotherSegmentIsNotPublished() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender()) {
            FrameBatch batch = appender.batch();
            String large = "x".repeat(15_000);
            long segment = appender.segment();
            int published = 0;
            while (true) {
                Messages.add(batch, FrameKind.DATA, large);
                long index = appender.publish(segment);
                if (index == Appender.ROLLED) {
                    break;
                }
                assertEquals(segment, Index.segment(index));
                published++;
            }
            assertEquals(3, published);
            assertNotEquals(segment, appender.segment());
            assertEquals(published, Messages.readAll(journal).size());
            assertEquals(1, batch.frames());
            long index = appender.publish(appender.segment());
            assertEquals(segment + 1, Index.segment(index));
            assertEquals(published + 1, Messages.readAll(journal).size());
        }
    }

    @Test
    void aFrameInTheBatchGrowsWithItsContent() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender()) {
            FrameBatch batch = appender.batch();
            Messages.add(batch, FrameKind.DATA, "first");
            String large = "y".repeat(16_000);
            MemorySegment bytes = Messages.bytes(large);
            long offset = batch.begin(FrameKind.DATA, 10);
            int written = 0;
            while (written < large.length()) {
                if (written == batch.capacity()) {
                    batch.grow(written + 1);
                }
                int part = Math.min(batch.capacity() - written, large.length() - written);
                MemorySegment.copy(bytes, written, batch.memory(), offset + written, part);
                written += part;
            }
            batch.end(written);
            appender.publish(Appender.ANY_SEGMENT);
            assertEquals(List.of("first", large), Messages.readAll(journal));
            assertThrows(JournalException.class, () -> batch.begin(FrameKind.DATA, appender.maxFrameLength() + 1));
            assertThrows(JournalException.class, () -> batch.end(0));
        }
    }

    @Test
    void aLengthOutOfRangeIsRefusedWithItsLimit() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender()) {
            MemorySegment bytes = MemorySegment.ofArray(new byte[SEGMENT_BYTES]);
            assertEquals(SEGMENT_BYTES / 4, appender.maxFrameLength());
            for (int length : new int[] {-1, Integer.MIN_VALUE, appender.maxFrameLength() + 1, Integer.MAX_VALUE}) {
                JournalException e = assertThrows(JournalException.class, () -> appender.append(bytes, 0, length));
                assertTrue(e.getMessage().contains("length=" + length + " limit=16384"), e.getMessage());
            }
            appender.append(bytes, 0, appender.maxFrameLength());
            assertThrows(IndexOutOfBoundsException.class, () -> appender.append(bytes, SEGMENT_BYTES - 5, 10));
            Messages.append(appender, "after");
            assertEquals(2, Messages.readAll(journal).size());
        }
    }

    @Test
    void everyLengthUpToAFewKilobytesComesBack() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            byte[] content = new byte[10_000];
            for (int i = 0; i < content.length; i++) {
                content[i] = (byte) (i * 31 + 7);
            }
            MemorySegment source = MemorySegment.ofArray(content);
            for (int length = 0; length < content.length; length += length < 300 ? 1 : 97) {
                appender.append(source, content.length - length, length);
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals(length, tailer.length());
                MemorySegment got = tailer.segment().asSlice(tailer.offset(), length);
                assertEquals(-1, got.mismatch(source.asSlice(content.length - length)));
            }
        }
    }

    @Test
    void aClosedJournalRefusesItsAppenderAndTailers() {
        Journal journal = Journal.open(dir, options());
        Appender appender = journal.appender();
        Tailer tailer = journal.tailer();
        Messages.append(appender, "last");
        journal.close();
        journal.close();
        assertThrows(JournalClosedException.class, () -> Messages.append(appender, "x"));
        assertThrows(JournalClosedException.class, tailer::read);
        assertThrows(JournalClosedException.class, journal::lastIndex);
        assertThrows(JournalClosedException.class, journal::appender);
        try (Journal again = Journal.open(dir, options())) {
            assertEquals(List.of("last"), Messages.readAll(again));
        }
    }

    @Test
    void anInterruptLosesAndClosesNothing() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender()) {
            Thread.currentThread().interrupt();
            for (int i = 0; i < 10_000; i++) {
                Messages.append(appender, "m" + i);
            }
            assertEquals(10_000, Messages.readAll(journal).size());
            assertTrue(Thread.interrupted());
        }
        try (Journal first = Journal.open(dir, options())) {
            assertEquals(10_000, Messages.readAll(first).size());
            JournalOptions single = options().withOwnership(Ownership.SINGLE);
            assertThrows(JournalLockedException.class, () -> Journal.open(dir, single), "the lock is still held");
        }
    }
}
