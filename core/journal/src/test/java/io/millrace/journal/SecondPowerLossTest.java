package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine goes down again, while a journal is created or recovered, or soon after: lost frames stay lost. */
class SecondPowerLossTest {

    private static final int SEGMENT_BYTES = 1 << 16;
    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);

    @TempDir
    Path dir;

    private final List<Long> indexes = new ArrayList<>();

    /** Simulates another run of the machine, and records what is forced. */
    private static final class AnotherRun implements FaultInjector {
        private final UUID run = UUID.randomUUID();
        private final List<String> forced = new ArrayList<>();

        @Override
        public synchronized void reached(FailPoint step) {}

        @Override
        public synchronized void forcing(Path file, MemorySegment content, long offset, long length) {
            forced.add(file.getFileName() + (offset == 0 && length == content.byteSize() ? " whole" : " part"));
        }

        @Override
        public synchronized void forced(Path directory) {
            forced.add("directory");
        }

        @Override
        public UUID machineRun() {
            return run;
        }

        synchronized List<String> forced() {
            return List.copyOf(forced);
        }
    }

    private void write(int segments) {
        try (Journal journal = Journal.open(dir, OPTIONS, new AnotherRun());
                Appender appender = journal.appender()) {
            do {
                indexes.add(Messages.append(appender, "m" + indexes.size()));
            } while (Index.segment(indexes.getLast()) < segments - 1);
        }
    }

    private static String name(long number) {
        return "%08d.segment".formatted(number);
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void whatIsDiscardedIsForcedFromTheLastSegmentToTheOneThatIsTorn() throws IOException {
        write(4);
        long lost = indexes.get(10);
        Bytes.write(SegmentName.file(dir, 0), Index.position(lost), new byte[Long.BYTES]);
        AnotherRun next = new AnotherRun();
        try (Journal journal = Journal.open(dir, OPTIONS, next)) {
            assertEquals(Messages.numbered("m", 10), Messages.readAll(journal));
            List<String> forced = next.forced();
            List<String> files =
                    forced.stream().filter(each -> each.endsWith(" whole")).toList();
            assertEquals(
                    List.of(name(3) + " whole", name(2) + " whole", name(1) + " whole", name(0) + " whole"),
                    files.subList(0, 4));
            int torn = forced.indexOf(name(0) + " whole");
            assertEquals("directory", forced.get(torn - 1), "names of segments that took the place of lost ones");
        }
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void bytesThatReappearAfterAnEndMarkAreIgnored() throws IOException {
        write(1);
        try (Journal journal = Journal.open(dir, OPTIONS, new AnotherRun());
                Appender appender = journal.appender()) {
            for (int i = indexes.size(); i < 1000; i++) {
                indexes.add(Messages.append(appender, "m" + i));
            }
        }
        Path segment = SegmentName.file(dir, 1);
        assertEquals(1, Index.segment(indexes.getLast()), "the second run begins a segment");
        byte[] before = Files.readAllBytes(segment);
        int cut = (int) Index.position(indexes.get(700));
        Bytes.write(segment, cut, new byte[Long.BYTES]);
        Journal.open(dir, OPTIONS, new AnotherRun()).close();
        Bytes.write(segment, SegmentLayout.HINT_OFFSET, Arrays.copyOfRange(before, SegmentLayout.HINT_OFFSET, 512));
        Bytes.write(
                segment,
                SegmentLayout.INDEX_OFFSET,
                Arrays.copyOfRange(before, SegmentLayout.INDEX_OFFSET, SegmentLayout.INDEX_OFFSET + 512));
        Bytes.write(segment, cut + 512, Arrays.copyOfRange(before, cut + 512, SEGMENT_BYTES));
        try (Journal journal = Journal.open(dir, OPTIONS, new AnotherRun())) {
            assertEquals(indexes.get(699), journal.lastIndex());
            assertEquals(Messages.numbered("m", 700), Messages.readAll(journal));
        }
        assertTrue(JournalVerifier.verify(dir).isSound(), JournalVerifier.verify(dir)::toString);
        assertEquals(0, Files.readAllBytes(segment)[cut + 600], "behind the end mark is nothing");
    }

    @Test
    void aJournalThatWasBeingMadeIsMadeAgain() throws IOException {
        for (int bytes : new int[] {0, 13_362, SEGMENT_BYTES}) {
            Path journal = Files.createDirectory(dir.resolve("size-" + bytes));
            Files.write(SegmentName.file(journal, 0), new byte[bytes]);
            try (Journal made = Journal.open(journal, OPTIONS);
                    Appender appender = made.appender()) {
                Messages.append(appender, "m0");
                assertEquals(List.of("m0"), Messages.readAll(made));
            }
        }
    }

    @Test
    void theNameOfATableThatIsMadeForASegmentThatWasThereIsForced() throws IOException {
        Journal.open(dir, OPTIONS).close();
        Files.delete(dir.resolve(SegmentName.TABLE));
        AnotherRun next = new AnotherRun();
        try (Journal journal = Journal.open(dir, OPTIONS, next)) {
            List<String> forced = next.forced();
            int table = forced.indexOf(SegmentName.TABLE + ".preparing whole");
            assertEquals("directory", forced.get(table + 1), forced::toString);
            assertEquals(List.of(), Messages.readAll(journal));
        }
    }

    @Test
    @ExpectedLog("machine went down while frames were not synced")
    void anEntryOfTheSparseIndexThatWasBeingStoredIsForgotten() throws IOException {
        write(1);
        Path segment = SegmentName.file(dir, 0);
        Journal.open(dir, OPTIONS, new AnotherRun()).close();
        Bytes.write(segment, SegmentLayout.INDEX_OFFSET, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        Journal.open(dir, OPTIONS, new AnotherRun()).close();
        assertTrue(JournalVerifier.verify(dir).isSound(), JournalVerifier.verify(dir)::toString);
    }

    @Test
    void aSegmentWithoutAHeadThatHasAnythingInItIsDamaged() throws IOException {
        write(1);
        Files.delete(dir.resolve(SegmentName.TABLE));
        Bytes.write(SegmentName.file(dir, 0), 0, new byte[SegmentLayout.PROLOGUE_BYTES]);
        assertThrows(JournalDamagedException.class, () -> Journal.open(dir, OPTIONS));
        assertTrue(Files.exists(SegmentName.file(dir, 0)));
    }

    @Test
    void aPositionWhoseFirstValueWasBeingStoredIsOneThatWasNeverSet() {
        for (FailPoint killedAt : List.of(FailPoint.POSITION_SPOILED, FailPoint.POSITION_SPOILED)) {
            FaultInjector injector = step -> {
                if (step == killedAt) {
                    throw new IllegalStateException("killed");
                }
            };
            try (Journal journal = Journal.open(dir, OPTIONS, injector)) {
                NamedPosition position = journal.position("reader");
                assertThrows(IllegalStateException.class, () -> position.set(Index.of(0, 8192)));
            }
            assertTrue(JournalVerifier.verify(dir).isSound(), JournalVerifier.verify(dir)::toString);
        }
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            assertEquals(Index.NONE, journal.position("reader").get());
            journal.position("reader").set(Messages.append(appender, "m0"));
            assertFalse(journal.position("reader").get() == Index.NONE);
        }
        assertTrue(JournalVerifier.verify(dir).isSound(), JournalVerifier.verify(dir)::toString);
    }
}
