package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy has the segments and frames of its source, byte for byte, and only whole runs of them. */
class CopyWriterTest {

    private static final int SEGMENT_BYTES = 1 << 16;
    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);
    private static final JournalOptions SHARED = OPTIONS.withOwnership(Ownership.SHARED);
    private static final TailerOptions ALL = TailerOptions.defaults().withMark(MarkPolicy.NEVER);
    private static final int MANY_BYTES = 1 << 20;
    private static final int FEW_BYTES = 4096;

    @TempDir
    Path scratch;

    private Path from;
    private Path to;

    @BeforeEach
    void paths() {
        from = scratch.resolve("source");
        to = scratch.resolve("copy");
    }

    private CopyWriter create(Journal source) {
        return CopyWriter.create(to, origin(source), OPTIONS);
    }

    private static CopyOrigin origin(Journal source) {
        return new CopyOrigin(source.id(), source.table().createdMs(), 0, 0);
    }

    private static List<String> all(Journal copy) {
        try (Tailer tailer = copy.tailer(ALL)) {
            return Messages.readAll(tailer);
        }
    }

    private static FaultInjector machineRun(long number) {
        return new FaultInjector() {
            @Override
            public void reached(FailPoint point) {}

            @Override
            public UUID machineRun() {
                return new UUID(1, number);
            }
        };
    }

    private static void batch(Appender appender, int number) {
        Messages.add(appender.batch(), FrameKind.METADATA, "about " + number);
        Messages.add(appender.batch(), FrameKind.DATA, "first of " + number);
        Messages.add(appender.batch(), FrameKind.DATA, "second of " + number);
        appender.publish(Appender.ANY_SEGMENT);
    }

    /** Writes claims as other writers leave them, and returns the index of the last one, which stays open. */
    private static long claims(Journal journal, Appender appender) {
        SegmentFile segment = journal.store().acquire(journal.end().segment());
        int at = journal.end().position();
        int writer = journal.writerState().slot();
        Memory.compareAndSetLong(segment.memory, at, 0, FrameLayout.claim(100, writer, 7));
        SegmentTail.pad(segment, at, segment.headerAcquire(at));
        Messages.append(appender, "after the padding");
        int open = journal.end().position();
        Memory.compareAndSetLong(segment.memory, open, 0, FrameLayout.claim(50, writer, 7));
        Messages.append(appender, "after the open claim");
        long index = segment.index(open);
        journal.store().release(segment);
        return index;
    }

    private static void assertSame(Journal source, Journal copy, long end) {
        for (long number = 0; number <= Index.segment(end); number++) {
            SegmentFile expected = source.store().acquire(number);
            SegmentFile actual = copy.store().acquire(number);
            long until = number == Index.segment(end) ? Index.position(end) : expected.sizeBytes();
            assertEquals(expected.prologue, actual.prologue);
            assertEquals(expected.begunMs(), actual.begunMs());
            assertEquals(
                    -1,
                    MemorySegment.mismatch(
                            expected.memory,
                            0,
                            SegmentLayout.PROLOGUE_BYTES,
                            actual.memory,
                            0,
                            SegmentLayout.PROLOGUE_BYTES));
            assertEquals(
                    -1,
                    MemorySegment.mismatch(expected.memory, expected.first, until, actual.memory, actual.first, until));
            source.store().release(expected);
            copy.store().release(actual);
        }
    }

    @Test
    void aCopyHasTheBytesOfItsSourceUpToTheFirstOpenClaim() {
        FileKeyProvider keys = FileKeyProvider.open(scratch.resolve("keys"));
        List<Long> secrets = new ArrayList<>();
        try (Journal source = Journal.open(from, SHARED);
                Appender appender = source.appender();
                EncryptedAppender secret = new EncryptedAppender(source, source.appender(), keys);
                CopyWriter copy = create(source)) {
            for (int i = 0; source.end().segment() < 2; i++) {
                batch(appender, i);
                Messages.append(appender, "plain " + i);
                MemorySegment bytes = Messages.bytes("secret " + i);
                secrets.add(secret.append("ann", bytes, 0, (int) bytes.byteSize()));
            }
            long claim = claims(source, appender);
            CopyLink.copy(source, copy, FEW_BYTES);
            assertEquals(claim, copy.end());
            try (Journal read = Journal.openReadOnly(to);
                    JournalRuns runs = source.runs()) {
                assertSame(source, read, claim);
                assertEquals(Messages.readAll(source), all(read));
                assertEquals("after the padding", all(read).getLast());
                assertEquals(runs.hash(claim), copy.hash(claim));
                assertEquals(runs.hashOfSegment(0), copy.hashOfSegment(0));
                assertEquals(runs.hashOfSegment(1), copy.hashOfSegment(1));
                assertEquals(source.id(), read.id());
                assertEquals(source.messages(), read.messages());
                assertEquals(JournalRole.COPY, read.role());
            }
        }
        VerifyReport report = JournalVerifier.verify(to);
        assertTrue(report.isSound(), () -> report.findings().toString());
        assertEquals(0, report.notes(), () -> report.findings().toString());
        try (Journal read = Journal.openReadOnly(to);
                EncryptedTailer tailer = new EncryptedTailer(read, ALL, keys)) {
            assertTrue(secrets.size() > 100);
            for (long index : secrets) {
                assertEquals(SeekResult.FOUND, tailer.seek(index));
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals("ann", tailer.subject(), "the keys are copied too");
            }
        }
    }

    @Test
    void anEmptyCopyIsEmptyAndNotDamaged() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                CopyWriter copy = CopyWriter.create(to, new CopyOrigin(source.id(), 1_000, 0, 0), OPTIONS);
                Journal read = Journal.openReadOnly(to);
                Tailer tailer = read.tailer(ALL);
                Tailer backward = read.tailer(ALL.withDirection(Direction.BACKWARD))) {
            assertEquals(Read.END, tailer.read());
            assertEquals(Read.START, backward.read());
            assertEquals(Index.NONE, read.lastIndex());
            assertEquals(Index.NONE, read.firstIndex());
            assertEquals(0, read.messages());
            assertEquals(List.of(), read.info().segments());
            assertEquals(SeekResult.BEYOND_END, tailer.seekMessage(0));
            assertEquals(SeekResult.BEYOND_END, tailer.seek(Index.of(0, 8192)));
            tailer.seekTime(Instant.EPOCH);
            assertEquals(SearchResult.NONE, tailer.search((_, _, _) -> 0));
            assertTrue(JournalVerifier.verify(to).isSound());
            assertEquals(Index.of(0, 0), copy.end());
            assertEquals(Index.NONE, copy.lastIndex());
            Messages.append(appender, "first");
            CopyLink.copy(source, copy, FEW_BYTES);
            assertEquals(List.of("first"), Messages.readAll(tailer), "it was opened before the first segment");
            backward.toEnd();
            assertEquals(List.of("first"), Messages.readAll(backward));
        }
    }

    @Test
    void aRunBecomesVisibleAsAWhole() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                JournalRuns runs = source.runs();
                CopyWriter copy = create(source);
                Journal read = Journal.openReadOnly(to)) {
            batch(appender, 0);
            assertEquals(RunRead.FRAMES, runs.next(copy.end(), 1));
            copy.beginSegment(runs.prologue(), runs.begunMs());
            long start = copy.end();
            copy.write(runs.boundary(), CopyLink.part(runs), runs.runEnd(), runs.timeMs());
            assertEquals(RunEnd.CONTINUES, runs.runEnd(), "one frame of three");
            assertEquals(List.of(), all(read));
            assertEquals(start, copy.end());
            runs.next(runs.nextBoundary(), 1);
            Messages.append(appender, "not in this run");
            copy.write(runs.boundary(), CopyLink.part(runs), runs.runEnd(), runs.timeMs());
            runs.next(runs.nextBoundary(), MANY_BYTES);
            assertEquals(RunEnd.ENDS, runs.runEnd());
            assertEquals(List.of(), all(read));
            copy.write(runs.boundary(), CopyLink.part(runs), runs.runEnd(), runs.timeMs());
            assertEquals(List.of("first of 0", "second of 0"), all(read));
            assertEquals(runs.nextBoundary(), copy.end());
            CopyLink.copy(source, copy, MANY_BYTES);
            assertEquals("not in this run", all(read).getLast());
        }
    }

    @Test
    void aRunMayArriveInPartsThatDivideItsFrames() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                JournalRuns runs = source.runs();
                CopyWriter copy = create(source)) {
            batch(appender, 0);
            runs.next(copy.end(), MANY_BYTES);
            copy.beginSegment(runs.prologue(), runs.begunMs());
            long boundary = runs.boundary();
            for (int at = 0; at < runs.length(); at += 8) {
                RunEnd end = at + 8 == runs.length() ? RunEnd.ENDS : RunEnd.CONTINUES;
                copy.write(boundary + at / 8, CopyLink.part(runs).asSlice(at, 8), end, runs.timeMs());
            }
            assertEquals(runs.nextBoundary(), copy.end());
            try (Journal read = Journal.openReadOnly(to)) {
                assertEquals(2, all(read).size());
            }
        }
    }

    @Test
    void anUnfinishedRunIsDroppedAndLeavesZeros() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                JournalRuns runs = source.runs()) {
            batch(appender, 0);
            try (CopyWriter copy = create(source)) {
                runs.next(copy.end(), 1);
                copy.beginSegment(runs.prologue(), runs.begunMs());
                copy.write(runs.boundary(), CopyLink.part(runs), RunEnd.CONTINUES, 0);
                copy.dropRun();
                assertEquals(0, JournalVerifier.verify(to).notes());
                copy.write(runs.boundary(), CopyLink.part(runs), RunEnd.CONTINUES, 0);
            }
            assertEquals(0, JournalVerifier.verify(to).notes(), "closing drops it too");
            try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
                CopyLink.copy(source, copy, FEW_BYTES);
                assertEquals(source.lastIndex(), copy.lastIndex());
            }
        }
    }

    @Test
    void aFrameThatIsNotWholeIsRefusedBeforeItIsVisible() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                JournalRuns runs = source.runs();
                CopyWriter copy = create(source);
                Journal read = Journal.openReadOnly(to)) {
            Messages.append(appender, "one message");
            Messages.append(appender, "another message");
            runs.next(copy.end(), MANY_BYTES);
            copy.beginSegment(runs.prologue(), runs.begunMs());
            byte[] right = CopyLink.part(runs).toArray(ValueLayout.JAVA_BYTE);
            for (int bit = 0; bit < 8 * right.length; bit += 7) {
                byte[] wrong = right.clone();
                wrong[bit / 8] ^= (byte) (1 << bit % 8);
                MemorySegment bytes = MemorySegment.ofArray(wrong);
                boolean inPayloadOrHeader = bit / 8 < 19 || (bit / 8 >= 24 && bit / 8 < 47);
                if (inPayloadOrHeader) {
                    assertThrows(
                            JournalException.class,
                            () -> copy.write(runs.boundary(), bytes, RunEnd.ENDS, 0),
                            "bit=" + bit);
                    assertEquals(List.of(), all(read));
                }
            }
            assertEquals(0, JournalVerifier.verify(to).notes(), "nothing of it stays");
            copy.write(runs.boundary(), MemorySegment.ofArray(right), RunEnd.ENDS, 0);
            assertEquals(2, all(read).size());
        }
    }

    @Test
    void framesOfAnotherPositionAreRefused() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                JournalRuns runs = source.runs();
                CopyWriter copy = create(source)) {
            Messages.append(appender, "same");
            Messages.append(appender, "same");
            runs.next(copy.end(), 1);
            copy.beginSegment(runs.prologue(), runs.begunMs());
            long first = runs.boundary();
            long second = runs.nextBoundary();
            JournalException elsewhere =
                    assertThrows(JournalException.class, () -> copy.write(second, CopyLink.part(runs), RunEnd.ENDS, 0));
            assertTrue(elsewhere.getMessage().contains("expected=" + Index.toText(first)), elsewhere.getMessage());
            assertTrue(elsewhere.getMessage().contains("actual=" + Index.toText(second)), elsewhere.getMessage());
            runs.next(second, 1);
            JournalException moved =
                    assertThrows(JournalException.class, () -> copy.write(first, CopyLink.part(runs), RunEnd.ENDS, 0));
            assertTrue(
                    moved.getMessage()
                            .startsWith(
                                    "frames that were sent are refused: a frame has a wrong checksum; the journal that"
                                            + " they come from may be damaged, 'millrace verify' shows it there"),
                    moved.getMessage());
            assertThrows(JournalException.class, () -> runs.next(first + 1, 1), "no boundary");
        }
    }

    @Test
    void aSegmentOfAnotherJournalOrNumberIsRefused() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                Journal other = Journal.open(scratch.resolve("other"), OPTIONS);
                JournalRuns runs = source.runs();
                JournalRuns others = other.runs();
                CopyWriter copy = create(source)) {
            while (Index.segment(source.lastIndex()) != 1) {
                Messages.append(appender, "x".repeat(1000));
            }
            others.next(Index.of(0, 0), 1);
            assertRefused("belongs to another journal", () -> copy.beginSegment(others.prologue(), 0));
            runs.next(Index.of(1, 0), 1);
            assertRefused("another number", () -> copy.beginSegment(runs.prologue(), 0));
            MemorySegment first = runs.prologue();
            runs.next(Index.of(0, 0), 1);
            MemorySegment wrong = MemorySegment.ofArray(new byte[SegmentLayout.PROLOGUE_BYTES]);
            wrong.copyFrom(runs.prologue());
            Memory.setLongPlain(wrong, SegmentLayout.CREATED_OFFSET, 1);
            assertRefused("no checksum", () -> copy.beginSegment(wrong, 0));
            copy.beginSegment(runs.prologue(), 0);
            copy.beginSegment(runs.prologue(), 5);
            assertRefused("before the last one has ended", () -> copy.beginSegment(first, 0));
            assertEquals(List.of(0L), SegmentName.list(to));
        }
    }

    private static void assertRefused(String why, Runnable action) {
        JournalException e = assertThrows(JournalException.class, action::run);
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void copiesAndTheirSourcesHaveOneWriterEach() {
        try (Journal source = Journal.open(from, OPTIONS)) {
            assertThrows(JournalException.class, () -> CopyWriter.open(scratch.resolve("none"), OPTIONS));
            assertThrows(JournalLockedException.class, () -> CopyWriter.open(from, OPTIONS));
            create(source).close();
            assertThrows(JournalException.class, () -> create(source), "there is a copy already");
        }
        assertRefused("opened for appending", () -> CopyWriter.open(from, OPTIONS));
        assertRefused("is a copy", () -> Journal.open(to, OPTIONS));
        CopyWriter copy = CopyWriter.open(to, OPTIONS);
        try (copy) {
            assertThrows(JournalLockedException.class, () -> CopyWriter.open(to, OPTIONS));
            JournalLockedException locked = assertThrows(JournalLockedException.class, () -> Journal.open(to, OPTIONS));
            assertTrue(locked.getMessage().contains("is a copy, which only replication writes"), locked.getMessage());
        }
        assertThrows(JournalClosedException.class, copy::end);
    }

    @Test
    void timesNumbersAndCountsLeadToTheSameMessages() {
        long[] nowMs = {1_000};
        JournalOptions clocked = OPTIONS.withClock(() -> Instant.ofEpochMilli(nowMs[0]));
        try (Journal source = Journal.open(from, clocked);
                Appender appender = source.appender();
                JournalRuns runs = source.runs();
                CopyWriter copy = create(source)) {
            for (int i = 0; i < 6_000; i++) {
                nowMs[0] += 10;
                Messages.append(appender, "m" + i);
                if (i % 10 == 0) {
                    CopyLink.copyRun(runs, copy, MANY_BYTES);
                }
            }
            CopyLink.copy(source, copy, MANY_BYTES);
            try (Journal read = Journal.openReadOnly(to);
                    Tailer tailer = read.tailer(ALL)) {
                for (int i = 0; i < 6_000; i += 397) {
                    assertEquals(SeekResult.FOUND, tailer.seekMessage(i));
                    assertEquals(Read.MESSAGE, tailer.read());
                    assertEquals("m" + i, Messages.text(tailer));
                    assertEquals(i, read.messagesBefore(tailer.index()));
                    tailer.seekTime(Instant.ofEpochMilli(1_000 + 10 * (i + 1)));
                    assertEquals(Read.MESSAGE, tailer.read());
                    int found = Integer.parseInt(Messages.text(tailer).substring(1));
                    assertTrue(found <= i && found > i - 400, "found=" + found + " i=" + i);
                }
                assertTrue(new SparseIndex().get(read.store().acquire(0), SparseIndex.CLOSING_ENTRY) != null);
                assertFalse(read.info().segments().getFirst().dataFrames() == 0);
            }
        }
    }

    @Test
    void aForceRaisesTheSyncedIndexAndSurvivesTheOpening() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                CopyWriter copy = create(source)) {
            while (Index.segment(source.lastIndex()) != 2) {
                Messages.append(appender, "x".repeat(1000));
            }
            CopyLink.copy(source, copy, MANY_BYTES);
            assertEquals(Index.of(0, 0), copy.syncedEnd());
            assertEquals(copy.end(), copy.force());
            assertEquals(copy.end(), copy.syncedEnd());
            Messages.append(appender, "later");
            CopyLink.copy(source, copy, MANY_BYTES);
            assertTrue(copy.syncedEnd() < copy.end());
            try (Journal read = Journal.openReadOnly(to)) {
                assertTrue(read.syncedIndex() < read.lastIndex());
                copy.force();
                assertEquals(read.lastIndex(), read.syncedIndex());
            }
        }
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            assertTrue(copy.syncedEnd() > Index.of(2, 0));
            assertEquals(copy.end(), copy.force());
        }
    }

    @Test
    void aForceOfAnotherThreadCountsWhenTheCopyIsTold() throws InterruptedException {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                CopyWriter copy = create(source)) {
            while (Index.segment(source.lastIndex()) != 2) {
                Messages.append(appender, "x".repeat(1000));
            }
            CopyLink.copy(source, copy, MANY_BYTES);
            long held = copy.end();
            CopyForce force = copy.forcing();
            Thread other = Thread.ofPlatform().start(force::run);
            Messages.append(appender, "meanwhile");
            CopyLink.copy(source, copy, MANY_BYTES);
            other.join();
            assertEquals(Index.of(0, 0), copy.syncedEnd());
            force.done();
            assertEquals(held, copy.syncedEnd());
            assertTrue(copy.end() > held, "more has come meanwhile");
            assertEquals(copy.end(), copy.force());
            assertNull(copy.forcing());
        }
    }

    @Test
    void aLossOfPowerLowersTheMarkToWhatIsSynced() {
        FaultInjector formerRun = machineRun(1);
        long synced;
        long end;
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                CopyWriter copy = CopyWriter.create(to, origin(source), OPTIONS, formerRun)) {
            batch(appender, 1);
            CopyLink.copy(source, copy, MANY_BYTES);
            synced = copy.force();
            batch(appender, 2);
            CopyLink.copy(source, copy, MANY_BYTES);
            end = copy.end();
            copy.setMark(Mark.asAsked(end));
        }
        CopyWriter.open(to, OPTIONS, formerRun).close();
        try (Journal read = Journal.openReadOnly(to)) {
            assertEquals(end, read.mark().boundary(), "a process that ends loses nothing");
        }
        CopyWriter.open(to, OPTIONS).close();
        try (Journal read = Journal.openReadOnly(to)) {
            assertEquals(synced, read.mark().boundary());
            assertEquals(List.of("first of 1", "second of 1"), Messages.readAll(read));
        }
    }

    @Test
    void twoLossesOfPowerShowNoHalfOfABatch() throws IOException {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender()) {
            long whole;
            long half;
            try (CopyWriter copy = CopyWriter.create(to, origin(source), OPTIONS, machineRun(1))) {
                batch(appender, 1);
                CopyLink.copy(source, copy, MANY_BYTES);
                whole = copy.force();
                batch(appender, 2);
                CopyLink.copy(source, copy, MANY_BYTES);
                half = copy.lastIndex();
            }
            try (FileChannel file = FileChannel.open(SegmentName.file(to, 0), StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(8), Index.position(half));
            }
            try (CopyWriter copy = CopyWriter.open(to, OPTIONS, machineRun(2))) {
                assertEquals(half, copy.end(), "a half of the batch is left");
                copy.force();
                CopyLink.copy(source, copy, MANY_BYTES);
                copy.setMark(Mark.asAsked(copy.end()));
            }
            try (FileChannel file = FileChannel.open(SegmentName.file(to, 0), StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(8), Index.position(half));
            }
            CopyWriter.open(to, OPTIONS, machineRun(3)).close();
            try (Journal read = Journal.openReadOnly(to)) {
                assertEquals(whole, read.mark().boundary());
                assertEquals(List.of("first of 1", "second of 1"), Messages.readAll(read));
            }
        }
    }

    @Test
    void whatRetentionOfTheSourceRemovedIsRemovedFromTheCopy() {
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                CopyWriter copy = create(source)) {
            while (Index.segment(source.lastIndex()) != 3) {
                Messages.append(appender, "x".repeat(1000));
            }
            CopyLink.copy(source, copy, MANY_BYTES);
            long messages = source.messages();
            long removed = source.messagesBefore(Index.of(2, 0));
            assertThrows(JournalException.class, () -> copy.removeBefore(4, 0));
            copy.removeBefore(2, removed);
            assertEquals(List.of(2L, 3L), SegmentName.list(to));
            assertEquals(copy.end(), copy.force());
            try (Journal read = Journal.openReadOnly(to)) {
                assertEquals(messages, read.messages());
                assertEquals(messages - removed, all(read).size());
            }
        }
        CopyOrigin late;
        try (Journal source = Journal.open(from, OPTIONS)) {
            late = new CopyOrigin(source.id(), 0, 3, source.messagesBefore(Index.of(3, 0)));
            Path other = scratch.resolve("late");
            try (CopyWriter copy = CopyWriter.create(other, late, OPTIONS)) {
                assertEquals(Index.of(3, 0), copy.end());
                CopyLink.copy(source, copy, MANY_BYTES);
            }
            try (Journal read = Journal.openReadOnly(other)) {
                assertEquals(source.messages(), read.messages());
            }
        }
    }

    @Test
    void whereTheJournalEndsIsAskedWithoutMappingItsSegmentEachTime() {
        Journal.open(from, OPTIONS).close();
        try (Journal reader = Journal.openReadOnly(from);
                JournalRuns runs = reader.runs()) {
            long end = runs.end();
            SegmentFile mapped = reader.store().acquire(0);
            reader.store().release(mapped);
            assertEquals(end, runs.end());
            SegmentFile again = reader.store().acquire(0);
            assertTrue(mapped == again, "the segment was unmapped meanwhile");
            reader.store().release(again);
            try (Journal source = Journal.open(from, OPTIONS);
                    Appender appender = source.appender()) {
                while (Index.segment(runs.end()) == 0) {
                    Messages.append(appender, "x".repeat(1000));
                }
                assertEquals(source.end().place(), runs.end());
            }
        }
    }
}
