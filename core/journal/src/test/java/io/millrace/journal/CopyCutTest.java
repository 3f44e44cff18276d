package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.memory.Access;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a source does not have is set aside, where it can be read; the copy is as if it had never held it. */
class CopyCutTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final TailerOptions ALL = TailerOptions.defaults().withMark(MarkPolicy.NEVER);
    private static final int COUNT = 200;
    private static final int FEW_BYTES = 4096;

    @TempDir
    Path scratch;

    private Path from;
    private Path to;
    private Path other;
    private final List<Long> indexes = new ArrayList<>();

    /** Ends the call at a step, as a crash of the process would. */
    private static final class Stop implements FaultInjector {
        private final UUID machineRun;
        private int left = Integer.MAX_VALUE;

        Stop(UUID machineRun) {
            this.machineRun = machineRun;
        }

        @Override
        public void reached(FailPoint point) {
            step();
        }

        @Override
        public void forcing(Path file, MemorySegment content, long offset, long length) {
            step();
        }

        @Override
        public void forced(Path directory) {
            step();
        }

        @Override
        public UUID machineRun() {
            return machineRun;
        }

        private void step() {
            if (--left == 0) {
                throw new IllegalStateException("stopped");
            }
        }
    }

    /** Fills a source and a copy with messages in several segments. */
    @BeforeEach
    void copy() {
        from = scratch.resolve("source");
        to = scratch.resolve("copy");
        other = scratch.resolve("other");
        write(from);
        copyTo(to);
    }

    private void write(Path directory) {
        try (Journal source = Journal.open(directory, OPTIONS);
                Appender appender = source.appender()) {
            for (int i = 0; i < COUNT; i++) {
                indexes.add(Messages.append(appender, text(i)));
            }
        }
        assertTrue(Index.segment(indexes.getLast()) >= 2);
    }

    private void copyTo(Path directory) {
        try (Journal source = Journal.open(from, OPTIONS);
                CopyWriter copy = CopyWriter.create(
                        directory, new CopyOrigin(source.id(), source.table().createdMs(), 0, 0), OPTIONS)) {
            CopyLink.copy(source, copy, FEW_BYTES);
            copy.force();
            copy.setMark(Mark.asAsked(copy.end()));
        }
    }

    private static String text(int number) {
        return "m" + number + "-".repeat(1000);
    }

    private static List<String> texts(int from, int until) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i < until; i++) {
            texts.add(text(i));
        }
        return texts;
    }

    private static List<String> all(Path directory) {
        try (Journal journal = Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer(ALL)) {
            return Messages.readAll(tailer);
        }
    }

    private static void assertSound(Path directory) {
        VerifyReport report = JournalVerifier.verify(directory);
        assertTrue(report.isSound(), () -> report.findings().toString());
        assertEquals(0, report.notes(), () -> report.findings().toString());
    }

    /** Returns how many messages precede those of the segment of an index. */
    private int firstOfSegment(int number) {
        int first = number;
        while (first > 0 && Index.segment(indexes.get(first - 1)) == Index.segment(indexes.get(number))) {
            first--;
        }
        return first;
    }

    @Test
    void whatIsCutIsAJournalOfItsOwnAndTheCopyContinuesBeforeIt() {
        int kept = COUNT / 2;
        long boundary = indexes.get(kept);
        Path aside;
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            aside = copy.cut(boundary).orElseThrow();
            assertEquals(boundary, copy.end());
            assertTrue(copy.syncedEnd() <= boundary);
            assertEquals(indexes.get(kept - 1), copy.lastIndex());
            assertEquals(boundary, copy.mark().boundary());
            assertEquals(texts(0, kept), all(to));
            assertSound(to);
            assertEquals(Optional.empty(), copy.cut(boundary));
            try (Journal source = Journal.open(from, OPTIONS);
                    JournalRuns runs = source.runs()) {
                assertEquals(runs.hash(boundary), copy.hash(boundary));
                CopyLink.copy(source, copy, FEW_BYTES);
                assertEquals(runs.end(), copy.end());
                copy.force();
            }
        }
        assertEquals(scratch.resolve("copy.cut-1"), aside);
        int first = firstOfSegment(kept);
        assertEquals(texts(first, COUNT), all(aside));
        assertSound(aside);
        try (Journal read = Journal.openReadOnly(aside)) {
            assertEquals(COUNT, read.messages(), "those before it are counted as removed");
            assertEquals(indexes.getLast(), read.lastIndex());
        }
        JournalException e = assertThrows(JournalException.class, () -> Journal.open(aside, OPTIONS));
        assertTrue(e.getMessage().contains("is a copy"), e.getMessage());
        assertEquals(texts(0, COUNT), all(to));
        assertSound(to);
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            assertEquals(scratch.resolve("copy.cut-2"), copy.cut(boundary).orElseThrow());
        }
    }

    @Test
    void aCutMayBeAtTheStartOfASegmentBeforeAnEndMarkOrBeforeEverything() {
        int first = firstOfSegment(COUNT - 1);
        long segment = Index.segment(indexes.getLast());
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS);
                Journal source = Journal.open(from, OPTIONS)) {
            assertTrue(copy.cut(indexes.get(first)).isPresent());
            assertEquals(indexes.get(first), copy.end(), "an empty segment");
            assertEquals(indexes.get(first - 1), copy.lastIndex());
            assertEquals(texts(0, first), all(to));
            assertTrue(copy.cut(Index.of(segment, 0)).isPresent());
            assertEquals(Index.of(segment, 0), copy.end(), "after the end mark");
            assertEquals(texts(0, first), all(to));
            long endMark;
            try (SegmentFile last = SegmentFile.open(to, segment - 1, copy.id(), Access.READ_ONLY)) {
                endMark = last.index(new FrameWalk().tail(last));
            }
            assertTrue(copy.cut(endMark).isPresent());
            assertEquals(endMark, copy.end());
            assertEquals(texts(0, first), all(to));
            copy.endSegment(1);
            assertEquals(Index.of(segment, 0), copy.end());
            CopyLink.copy(source, copy, FEW_BYTES);
            assertEquals(texts(0, COUNT), all(to));
            assertTrue(copy.cut(Index.of(0, 0)).isPresent());
            assertEquals(Index.of(0, 0), copy.end());
            assertEquals(Index.NONE, copy.lastIndex());
            assertEquals(List.of(), all(to));
            assertEquals(List.of(), SegmentName.list(to));
            assertSound(to);
            CopyLink.copy(source, copy, FEW_BYTES);
            assertEquals(texts(0, COUNT), all(to));
        }
        assertSound(to);
        assertEquals(texts(0, COUNT), all(scratch.resolve("copy.cut-4")));
    }

    @Test
    void aCutWhereNoFrameStartsIsRefusedAndChangesNothing() {
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            long[] wrong = {indexes.get(3) + 1, copy.end() + 1, Index.of(9, 0), Index.of(0, 3, Index.position(100))};
            for (long boundary : wrong) {
                JournalException e = assertThrows(JournalException.class, () -> copy.cut(boundary));
                assertTrue(e.getMessage().contains("boundary=" + Index.toText(boundary)), e.getMessage());
            }
        }
        assertEquals(texts(0, COUNT), all(to));
        assertFalse(Files.exists(scratch.resolve("copy.cut-1")));
    }

    @Test
    void readersOfWhatWasCutAreTold() {
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS);
                Journal before = Journal.openReadOnly(to);
                Tailer waiting = before.tailer(ALL);
                Tailer reading = before.tailer(ALL)) {
            assertEquals(COUNT, Messages.readAll(waiting).size());
            assertEquals(Read.MESSAGE, reading.read());
            assertTrue(copy.cut(indexes.get(3)).isPresent());
            JournalException next = assertThrows(JournalException.class, () -> Messages.readAll(reading));
            assertTrue(next.getMessage().startsWith("copy was replaced or cut while it was open"), next.getMessage());
            JournalException told =
                    assertThrows(JournalException.class, () -> waiting.await(new BackoffIdleStrategy()));
            assertTrue(told.getMessage().contains("open it again directory=" + to), told.getMessage());
            try (Journal after = Journal.openReadOnly(to);
                    Tailer tailer = after.tailer()) {
                assertEquals(texts(0, 3), Messages.readAll(tailer), "up to the mark, which was lowered");
            }
        }
    }

    @Test
    void framesThatTakeThePlaceOfThoseThatWereCutAreNeverReadTogether() {
        long boundary = indexes.get(3);
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS);
                Journal before = Journal.openReadOnly(to);
                Tailer reading = before.tailer(ALL)) {
            assertEquals(Read.MESSAGE, reading.read());
            assertTrue(copy.cut(boundary).isPresent());
            copy.promote(new Epoch(1, 2), 0);
            try (Journal promoted = Journal.open(to, OPTIONS);
                    Appender appender = promoted.appender()) {
                Messages.append(appender, "of the other history");
                List<String> read = new ArrayList<>();
                assertThrows(JournalException.class, () -> {
                    while (reading.read() == Read.MESSAGE) {
                        read.add(Messages.text(reading));
                    }
                });
                assertFalse(read.contains("of the other history"), read::toString);
                assertEquals(4, promoted.messages());
            }
        }
    }

    @Test
    void anInterruptedCutLeavesACopyAndIsCompletedByTheSameAgain() throws IOException {
        UUID same = FaultInjector.NONE.machineRun();
        assertInterrupted(same, same);
    }

    @Test
    void aCutSurvivesTheLossOfPowerAtEachStep() throws IOException {
        assertInterrupted(FaultInjector.NONE.machineRun(), new UUID(1, 2));
    }

    private void assertInterrupted(UUID first, UUID next) throws IOException {
        long boundary = indexes.get(3);
        boolean done = false;
        int steps = 0;
        for (int step = 1; !done; step++) {
            copyTo(other);
            Stop stop = new Stop(first);
            try (CopyWriter copy = CopyWriter.open(other, OPTIONS, stop)) {
                copy.force();
                stop.left = step;
                copy.cut(boundary);
                done = stop.left > 0;
            } catch (IllegalStateException e) {
                steps++;
            }
            int found = all(other).size();
            assertEquals(texts(0, found), all(other));
            assertTrue(found >= 3, "found=" + found);
            try (CopyWriter copy = CopyWriter.open(other, OPTIONS, new Stop(next))) {
                assertEquals(texts(0, found), all(other));
                copy.cut(boundary);
                assertEquals(boundary, copy.end());
                assertEquals(texts(0, 3), all(other));
            }
            assertSound(other);
            assertEquals(texts(0, COUNT), all(scratch.resolve("other.cut-1")));
            deleteAll("other");
        }
        assertTrue(steps > 8, "steps=" + steps);
    }

    private void deleteAll(String prefix) throws IOException {
        try (var paths = Files.walk(scratch)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                if (scratch.relativize(path).toString().startsWith(prefix)) {
                    Files.delete(path);
                }
            }
        }
    }

    @Test
    void theEpochsOfACopyAreThoseOfItsSegments() {
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            assertEquals(List.of(new EpochStart(0, Epoch.FIRST)), copy.epochs());
            copy.cut(Index.of(0, 0));
            assertEquals(List.of(), copy.epochs());
        }
    }
}
