package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.fixtures.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("process")
class RetentionTest {

    private static final int SEGMENT_BYTES = 1 << 16;
    private static final RetentionPolicy EVERYTHING = RetentionPolicy.keepAll().withMaxSizeBytes(0);

    @TempDir
    Path dir;

    private final AtomicLong clockMs = new AtomicLong(1_000_000);

    private JournalOptions options(Ownership ownership) {
        return JournalOptions.defaults()
                .withSegmentSizeBytes(SEGMENT_BYTES)
                .withOwnership(ownership)
                .withClock(() -> Instant.ofEpochMilli(clockMs.get()));
    }

    /** Appends until the last frame is in a segment. */
    private static void fillUpTo(Appender appender, long segment) {
        for (int i = 0; appender.lastIndex() == Index.NONE || Index.segment(appender.lastIndex()) < segment; i++) {
            Messages.append(appender, "message " + i);
        }
    }

    private static void awaitIndexed(Journal journal, long number) {
        Await.until("the sparse index of segment " + number + " is complete", () -> isIndexed(journal, number));
    }

    private static void awaitNoHolders(Journal journal) {
        Await.until(
                "no process holds removed segments",
                () -> journal.info().holders().isEmpty(),
                () -> "holders=" + journal.info().holders());
    }

    private static void awaitHeld(Journal journal, List<Long> segments) {
        Await.until(
                "only these segments are held: " + segments,
                () -> heldSegments(journal).equals(segments),
                () -> "holders=" + journal.info().holders());
    }

    /** Retains until the indexer has passed so many segments that these can be removed. */
    private static List<Long> retain(Journal journal, RetentionPolicy policy, int segments) {
        List<Long> removed = new ArrayList<>();
        Await.until(
                segments + " segments can be removed",
                () -> {
                    removed.addAll(journal.retain(policy).segments());
                    return removed.size() >= segments;
                },
                () -> "removed=" + removed + " heldBy=" + journal.retain(policy).heldBy());
        return removed;
    }

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void theOldestGoUntilTheSizeIsKept(Ownership ownership) throws IOException {
        long last;
        try (Journal journal = Journal.open(dir, options(ownership));
                Appender appender = journal.appender()) {
            fillUpTo(appender, 5);
            last = appender.lastIndex();
            RetentionPolicy policy = RetentionPolicy.keepAll().withMaxSizeBytes(5 * SEGMENT_BYTES);
            assertEquals(List.of(0L), retain(journal, policy, 1));
            assertEquals(List.of(), journal.retain(policy).segments(), "it is small enough now");
            assertEquals(List.of(1L, 2L, 3L, 4L), retain(journal, EVERYTHING, 4));
            assertEquals(Removal.NOTHING, journal.retain(EVERYTHING), "the last one stays");
            assertEquals(5, Index.segment(journal.firstIndex()));
            assertEquals(last, journal.lastIndex());
            fillUpTo(appender, 6);
            last = appender.lastIndex();
        }
        try (Journal journal = Journal.open(dir, options(ownership))) {
            assertEquals(5, Index.segment(journal.firstIndex()));
            assertEquals(last, journal.lastIndex());
            assertFalse(Files.exists(SegmentName.file(dir, 4)));
        }
    }

    @Test
    void ageIsThatOfTheLastFrameAndAClockThatGoesBackRemovesNothing() {
        RetentionPolicy hour = RetentionPolicy.keepAll().withMaxAge(Duration.ofHours(1));
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            fillUpTo(appender, 2);
            awaitIndexed(journal, 1);
            clockMs.addAndGet(Duration.ofMinutes(30).toMillis());
            fillUpTo(appender, 3);
            awaitIndexed(journal, 2);
            assertEquals(List.of(), journal.retain(hour).segments());
            clockMs.addAndGet(Duration.ofMinutes(31).toMillis());
            assertEquals(List.of(0L, 1L), journal.retain(hour).segments(), "segment 2 had its last frame later");
            clockMs.set(0);
            assertEquals(List.of(), journal.retain(hour).segments());
        }
    }

    private static boolean isIndexed(Journal journal, long number) {
        SegmentFile segment = journal.store().acquire(number);
        try {
            return new SparseIndex().get(segment, SparseIndex.CLOSING_ENTRY) != null;
        } finally {
            journal.store().release(segment);
        }
    }

    @Test
    void namedPositionsHoldWhatTheyHaveNotPassedUnlessParked() {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            RetentionPolicy read = RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ);
            fillUpTo(appender, 4);
            awaitIndexed(journal, 3);
            assertEquals(List.of(), journal.retain(read).segments(), "nobody has read anything");
            NamedPosition fast = journal.position("fast");
            NamedPosition slow = journal.position("slow");
            assertEquals(new PositionState.NeverRead(), slow.state());
            fast.set(appender.lastIndex());
            assertEquals(List.of("slow"), journal.retain(EVERYTHING).heldBy());
            assertEquals(List.of(), journal.retain(read).segments());
            slow.set(Index.of(2, 8192));
            JournalInfo.Position info = journal.info().positions().getLast();
            assertEquals("slow", info.name());
            assertEquals(journal.messages() - journal.messagesBefore(Index.of(2, 8192)) - 1, info.unread());
            assertEquals(new PositionState.At(Index.of(2, 8192)), slow.state());
            Removal removal = journal.retain(read);
            assertEquals(List.of(0L, 1L), removal.segments());
            assertEquals(2 * SEGMENT_BYTES, removal.bytes());
            assertEquals(List.of("slow"), journal.retain(EVERYTHING).heldBy());
            slow.park();
            assertEquals(new PositionState.Parked(Index.of(2, 8192)), slow.state());
            assertEquals(List.of(2L, 3L), journal.retain(read).segments());
        }
    }

    @Test
    void ageAndSizeMayIgnoreReaders() {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            journal.position("slow");
            fillUpTo(appender, 2);
            awaitIndexed(journal, 1);
            assertEquals(List.of(), journal.retain(EVERYTHING).segments());
            assertEquals(
                    List.of(0L, 1L),
                    journal.retain(EVERYTHING.withReaders(ReaderPolicy.IGNORE)).segments());
        }
    }

    @Test
    void copiesHoldWhatTheyLackUpToABound() {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            fillUpTo(appender, 4);
            awaitIndexed(journal, 3);
            journal.becomeSource(0);
            journal.replica("west").holds(Index.of(2, 16384));
            Removal removal = journal.retain(EVERYTHING);
            assertEquals(List.of(0L, 1L), removal.segments());
            assertEquals(List.of("replica/west"), removal.heldBy());
            RetentionPolicy three = EVERYTHING.withMaxBytesForCopies(3 * SEGMENT_BYTES);
            assertEquals(List.of("replica/west"), journal.retain(three).heldBy());
            NamedPosition reader = journal.position("reader");
            reader.set(Index.of(1, 8192));
            RetentionPolicy two = EVERYTHING.withMaxBytesForCopies(2 * SEGMENT_BYTES);
            assertEquals(List.of("reader"), journal.retain(two).heldBy(), "readers here hold without a bound");
            reader.set(appender.lastIndex());
            assertEquals(List.of(2L), journal.retain(two).segments());
            assertEquals(List.of("replica/west"), journal.retain(two).heldBy(), "what is left is small enough");
        }
    }

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void aReaderInsideARemovedSegmentReadsToItsEndAndThenGetsRemoved(Ownership ownership) {
        try (Journal journal = Journal.open(dir, options(ownership));
                Journal other = Journal.openReadOnly(dir);
                Appender appender = journal.appender()) {
            long first = Messages.append(appender, "first");
            long second = Messages.append(appender, "second");
            fillUpTo(appender, 3);
            for (Journal readFrom : List.of(journal, other)) {
                assertInsideReaderGetsRemoved(readFrom, journal, first, second);
            }
            awaitNoHolders(journal);
        }
    }

    private void assertInsideReaderGetsRemoved(Journal readFrom, Journal journal, long first, long second) {
        try (Tailer inside = readFrom.tailer();
                Tailer backward = readFrom.tailer(TailerOptions.defaults().withDirection(Direction.BACKWARD))) {
            assertEquals(Read.MESSAGE, inside.read());
            long segment = Index.segment(inside.index());
            boolean isFirst = segment == 0;
            if (isFirst) {
                retain(journal, EVERYTHING, 3);
                awaitHeld(readFrom, List.of(0L)); // others are unmapped in the background
                JournalInfo.Holder holder = readFrom.info().holders().getFirst();
                assertEquals(ProcessHandle.current().pid(), holder.processId());
                assertEquals(SeekResult.FOUND, inside.seek(second), "it is inside still");
                assertEquals(SeekResult.FOUND, inside.seek(first));
            }
            while (inside.read() == Read.MESSAGE) {
                assertEquals(segment, Index.segment(inside.index()));
            }
            assertEquals(isFirst ? Read.REMOVED : Read.END, inside.read());
            assertEquals(
                    isFirst ? Read.REMOVED : Read.END,
                    isFirst ? inside.await(new BackoffIdleStrategy()) : inside.read());
            inside.toStart();
            assertEquals(Read.MESSAGE, inside.read());
            assertEquals(3, Index.segment(inside.index()));
            assertEquals(SeekResult.BEFORE_START, inside.seek(Index.of(1, 8192)));
            while (backward.read() == Read.MESSAGE) {
                assertEquals(3, Index.segment(backward.index()));
            }
            assertEquals(Read.START, backward.read());
        }
    }

    @Test
    void aProcessInsideARemovedSegmentIsNamedUntilItEnds(@TempDir Path scratch) throws IOException {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            Messages.append(appender, "first");
            try (TailerProcess reader = TailerProcess.start(scratch, dir, "holder")) {
                Await.until("the reader has mapped segment 0", () -> reader.hasMapped(SegmentName.file(dir, 0)));
                reader.stop();
                fillUpTo(appender, 2);
                retain(journal, EVERYTHING, 2);
                awaitHeld(journal, List.of(0L));
                JournalInfo.Holder holder = journal.info().holders().getFirst();
                assertEquals(reader.pid(), holder.processId());
                assertEquals(SEGMENT_BYTES, holder.bytes());
                assertEquals("java", holder.command());
            }
            awaitNoHolders(journal);
        }
    }

    private static List<Long> heldSegments(Journal journal) {
        return journal.info().holders().stream()
                .flatMap(holder -> holder.segments().stream())
                .toList();
    }

    @Test
    void aRemovalThatWasCutOffIsFinishedOnOpening() throws IOException {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            fillUpTo(appender, 4);
            journal.table().setFirstKept(3, 1234);
        }
        Files.delete(SegmentName.file(dir, 1)); // as a loss of power may leave it
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE))) {
            assertEquals(3, Index.segment(journal.firstIndex()));
            assertFalse(Files.exists(SegmentName.file(dir, 0)));
            assertFalse(Files.exists(SegmentName.file(dir, 2)));
        }
        Files.delete(SegmentName.file(dir, 3));
        Files.move(SegmentName.file(dir, 4), dir.resolve("kept"));
        assertThrows(
                JournalDamagedException.class,
                () -> Journal.open(dir, options(Ownership.SINGLE)).close());
    }

    @Test
    void anAppenderThatSleptWhileItsNextSegmentsWereRemovedContinuesAtTheEnd() {
        try (Journal busy = Journal.open(dir, options(Ownership.SHARED));
                Journal idle = Journal.open(dir, options(Ownership.SHARED));
                Appender writes = busy.appender();
                Appender sleeps = idle.appender()) {
            Messages.append(sleeps, "before");
            fillUpTo(writes, 4);
            retain(busy, EVERYTHING, 4);
            long index = Messages.append(sleeps, "after");
            assertTrue(index > writes.lastIndex(), Index.toText(index));
            sleeps.awaitSynced(index);
            assertEquals(index, idle.syncedIndex());
            assertEquals(index, busy.lastIndex());
        }
    }

    @Test
    void syncingContinuesAfterRemovedSegments() {
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Appender appender = journal.appender()) {
            appender.awaitSynced(Messages.append(appender, "synced in segment 0"));
            fillUpTo(appender, 3);
            retain(journal, EVERYTHING, 3);
            appender.awaitSynced(appender.lastIndex());
            assertEquals(appender.lastIndex(), journal.syncedIndex());
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void theOptionsAreFollowedInTheBackground(Durability durability) {
        JournalOptions options =
                options(Ownership.SINGLE).withRetention(EVERYTHING).withDurability(durability);
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            fillUpTo(appender, 3);
            Await.until(
                    "the first three segments are removed",
                    () -> SegmentName.list(dir).getFirst() == 3,
                    () -> "segments=" + SegmentName.list(dir));
            assertEquals(3, Index.segment(journal.firstIndex()));
        }
    }

    @Test
    void aPolicyIsChecked() {
        RetentionPolicy all = RetentionPolicy.keepAll();
        assertTrue(all.keepsAll());
        assertFalse(all.withReaders(ReaderPolicy.REMOVE_READ).keepsAll());
        assertThrows(JournalException.class, () -> all.withMaxSizeBytes(-1));
        assertThrows(JournalException.class, () -> all.withMaxBytesForCopies(-1));
        assertThrows(JournalException.class, () -> all.withMaxAge(Duration.ofMillis(-1)));
        try (Journal journal = Journal.open(dir, options(Ownership.SINGLE));
                Journal reader = Journal.openReadOnly(journal.directory())) {
            assertThrows(JournalException.class, () -> reader.retain(EVERYTHING));
        }
    }
}
