package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the mark covers is acknowledged: waiters are woken, and readers that stop at it read up to it. */
class MarkTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final JournalOptions SHARED = OPTIONS.withOwnership(Ownership.SHARED);
    private static final Duration LONG = Duration.ofDays(1);

    @TempDir
    Path scratch;

    private Path dir() {
        return scratch.resolve("source");
    }

    private Journal source(JournalOptions options) {
        Journal journal = Journal.open(dir(), options);
        journal.becomeSource(0);
        return journal;
    }

    private static Mark mark(long boundary) {
        return Mark.asAsked(boundary);
    }

    private static long end(Journal journal) {
        try (JournalRuns runs = journal.runs()) {
            return runs.end();
        }
    }

    @Test
    void infoSaysWhatTheMemberIs() {
        try (Journal journal = Journal.open(dir(), OPTIONS);
                Appender appender = journal.appender()) {
            assertEquals(Optional.empty(), journal.info().member());
            journal.becomeSource(3);
            long index = Messages.append(appender, "a");
            Mark degraded = new Mark(index + 1, index);
            journal.raiseMark(degraded);
            assertEquals(
                    new JournalInfo.Member(JournalRole.SOURCE, OptionalInt.of(3), Epoch.FIRST, degraded),
                    journal.info().member().orElseThrow());
        }
    }

    @Test
    void aJournalWhoseRoleIsLostIsNotTakenForAnOrdinaryOne() throws IOException {
        source(OPTIONS).close();
        for (int copy : new int[] {0, TableLayout.RECORD_BYTES / 2}) {
            Bytes.flipBit(dir().resolve(SegmentName.TABLE), TableLayout.ROLE_OFFSET + copy, 0);
        }
        assertTrue(JournalVerifier.verify(dir()).findings().stream()
                .anyMatch(finding -> finding.kind() == FindingKind.TABLE
                        && finding.toString().contains("record=role")));
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> Journal.open(dir(), OPTIONS));
        assertTrue(e.getMessage().contains("role") && e.getMessage().contains("offset=896"), e.getMessage());
    }

    @Test
    void theMarkIsOnlyRaisedAndSurvives() {
        long second;
        try (Journal journal = source(OPTIONS);
                Appender appender = journal.appender()) {
            assertEquals(Mark.NONE, journal.mark());
            assertEquals(Index.NONE, journal.acknowledgedIndex());
            long first = Messages.append(appender, "a");
            second = Messages.append(appender, "b");
            journal.raiseMark(mark(second));
            assertEquals(first, journal.acknowledgedIndex());
            journal.raiseMark(new Mark(end(journal), second));
            assertTrue(journal.mark().isDegraded());
            journal.raiseMark(mark(first));
            assertEquals(second, journal.acknowledgedIndex());
            assertEquals(new Mark(end(journal), second), journal.mark());
            assertThrows(JournalException.class, () -> new Mark(first, second));
        }
        try (Journal journal = Journal.openReadOnly(dir())) {
            assertEquals(second, journal.acknowledgedIndex());
            assertEquals(JournalRole.SOURCE, journal.role());
            assertThrows(JournalException.class, () -> journal.raiseMark(Mark.NONE));
        }
    }

    @Test
    void anOrdinaryJournalHasNoMark() {
        try (Journal journal = Journal.open(dir(), OPTIONS);
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "a");
            assertThrows(JournalException.class, () -> journal.raiseMark(mark(index)));
            assertThrows(JournalException.class, () -> appender.awaitAcknowledged(index, LONG));
            assertThrows(JournalException.class, () -> appender.onAcknowledged(index, _ -> {}));
            try (Tailer tailer = journal.tailer(TailerOptions.defaults().withMark(MarkPolicy.ALWAYS))) {
                assertEquals(List.of("a"), Messages.readAll(tailer));
            }
            assertThrows(JournalException.class, () -> journal.becomeSource(32));
            journal.becomeSource(3);
            journal.becomeSource(3);
            assertThrows(JournalException.class, () -> journal.becomeSource(4));
        }
    }

    @Test
    void waitersAreWokenByMarksHereAndElsewhere() throws Exception {
        try (Journal journal = source(SHARED);
                Journal elsewhere = Journal.open(dir(), SHARED);
                Appender appender = journal.appender()) {
            long first = Messages.append(appender, "a");
            long second = Messages.append(appender, "b");
            LinkedBlockingQueue<Long> told = new LinkedBlockingQueue<>();
            CompletableFuture<Long> waited = new CompletableFuture<>();
            Thread waiting = Thread.ofVirtual().start(() -> {
                appender.awaitAcknowledged(second, LONG);
                waited.complete(journal.acknowledgedIndex());
            });
            appender.onAcknowledged(first, told::add);
            appender.onAcknowledged(second, told::add);
            journal.raiseMark(mark(second));
            assertEquals(first, told.take());
            assertTrue(told.isEmpty());
            elsewhere.raiseMark(mark(end(journal)));
            assertEquals(second, waited.get());
            assertEquals(second, told.take());
            appender.onAcknowledged(second, told::add);
            assertEquals(second, told.take());
            appender.awaitAcknowledged(second, LONG);
            waiting.join();
        }
    }

    @Test
    void waitingFailsAfterItsBound() {
        try (Journal journal = source(OPTIONS);
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "a");
            NotAcknowledgedException e = assertThrows(
                    NotAcknowledgedException.class, () -> appender.awaitAcknowledged(index, Duration.ofMillis(3)));
            assertTrue(e.getMessage().contains("index=" + Index.toText(index)), e.getMessage());
        }
    }

    @Test
    void closingEndsAllWaits() throws InterruptedException {
        LinkedBlockingQueue<Throwable> ends = new LinkedBlockingQueue<>();
        Journal journal = source(OPTIONS);
        Appender appender = journal.appender();
        long index = Messages.append(appender, "a");
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                appender.awaitAcknowledged(index, LONG);
            } catch (JournalClosedException e) {
                ends.add(e);
            }
        });
        Await.until(
                "the thread waits",
                () -> waiting.getState() == Thread.State.TIMED_WAITING,
                () -> "state=" + waiting.getState());
        journal.close();
        waiting.join();
        assertEquals(1, ends.size());
        appender.close();
    }

    @Test
    void tailersOfASourceStopAtTheMarkIfTheyAreTold() {
        TailerOptions options = TailerOptions.defaults().withMark(MarkPolicy.ALWAYS);
        try (Journal journal = source(OPTIONS);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer(options);
                Tailer synced = journal.tailer(options.withLevel(Durability.SYNCED));
                Tailer backward = journal.tailer(options.withDirection(Direction.BACKWARD))) {
            long first = Messages.append(appender, "a");
            long second = Messages.append(appender, "b");
            assertEquals(List.of("a", "b"), Messages.readAll(journal));
            assertEquals(Read.NOT_REPLICATED, tailer.read());
            assertEquals(Read.NOT_SYNCED, synced.read());
            journal.raiseMark(mark(second));
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals(Read.NOT_REPLICATED, tailer.read());
            assertEquals(Read.NOT_SYNCED, synced.read(), "both are asked for");
            appender.awaitSynced(first);
            assertEquals(Read.MESSAGE, synced.read());
            backward.toEnd();
            assertEquals(List.of("a"), Messages.readAll(backward));
        }
    }

    @Test
    void tailersOfACopyStopAtTheMarkUnlessTheyAreToolsThatShowEverything() {
        Path to = scratch.resolve("copy");
        try (Journal journal = source(OPTIONS);
                Appender appender = journal.appender();
                CopyWriter copy = CopyWriter.create(to, new CopyOrigin(journal.id(), 0, 0, 0), OPTIONS);
                Journal read = Journal.openReadOnly(to);
                Tailer tailer = read.tailer();
                Tailer everything = read.tailer(TailerOptions.defaults().withMark(MarkPolicy.NEVER))) {
            Messages.append(appender, "a");
            long second = Messages.append(appender, "b");
            CopyLink.copy(journal, copy, 4096);
            assertEquals(Read.NOT_REPLICATED, tailer.read());
            assertEquals(List.of("a", "b"), Messages.readAll(everything));
            copy.setMark(mark(second));
            assertEquals(List.of("a"), Messages.readAll(tailer));
            assertEquals(Read.NOT_REPLICATED, tailer.read());
            copy.setMark(mark(copy.end()));
            assertEquals(List.of("b"), Messages.readAll(tailer));
            assertEquals(copy.mark(), read.mark());
            assertEquals(-1, copy.number());
            copy.setNumber(2);
            assertEquals(2, copy.number());
        }
    }

    @Test
    void thePositionOfACopyIsForRetentionAndNotForAcknowledgement() {
        try (Journal journal = source(OPTIONS);
                Appender appender = journal.appender()) {
            long first = Messages.append(appender, "a");
            long second = Messages.append(appender, "b");
            Replica copy = journal.replica("west");
            copy.holds(end(journal));
            assertEquals(second, copy.index());
            assertEquals(Mark.NONE, journal.mark());
            copy.holds(second);
            assertEquals(first, copy.index(), "it has lost its tail");
            assertEquals("west", copy.name());
            assertThrows(JournalException.class, () -> journal.replica(""));
            assertTrue(journal.info().positions().stream()
                    .anyMatch(position -> position.name().equals("replica/west")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void appendsAreRefusedWhileCopiesAreMissingAndForGoodOnceFenced(Ownership ownership) {
        try (Journal journal = source(OPTIONS.withOwnership(ownership));
                Appender appender = journal.appender();
                SourceTable table = SourceTable.open(dir())) {
            Messages.append(appender, "a");
            table.refuseAppends();
            journal.followReplication();
            JournalException e = assertThrows(JournalException.class, () -> Messages.append(appender, "b"));
            assertTrue(e.getMessage().startsWith("too few copies are connected"), e.getMessage());
            table.admitAppends();
            journal.followReplication();
            Messages.append(appender, "c");
            journal.fence(new Epoch(3, 2));
            JournalFencedException fenced =
                    assertThrows(JournalFencedException.class, () -> Messages.append(appender, "d"));
            assertTrue(fenced.getMessage().contains("epoch=3.2"), fenced.getMessage());
            table.freeAppends();
            journal.followReplication();
            assertThrows(JournalFencedException.class, () -> Messages.append(appender, "e"));
            assertEquals(List.of("a", "c"), Messages.readAll(journal));
        }
    }
}
