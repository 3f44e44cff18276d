package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.memory.Access;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeriodTest {

    private static final int SEGMENT_BYTES = 1 << 16;
    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);
    private static final RetentionPolicy CLOSED = RetentionPolicy.keepAll().withPeriods(PeriodPolicy.REMOVE_CLOSED);
    private static final RetentionPolicy SMALL = RetentionPolicy.keepAll().withMaxSizeBytes(0);

    @TempDir
    Path dir;

    private static void fill(Appender appender, String name, int segments) {
        long from = appender.segment();
        for (int i = 0; appender.segment() < from + segments; i++) {
            Messages.append(appender, name + i);
        }
    }

    private static Period open(Journal journal, Appender appender, String... state) {
        appender.startSegment();
        long opening = Index.NONE;
        for (String each : state) {
            long index = Messages.append(appender, each);
            opening = opening == Index.NONE ? index : opening;
        }
        appender.awaitSynced(appender.lastIndex());
        return journal.openPeriod(opening, appender.lastIndex()).orElseThrow();
    }

    /** Retains until this number of segments is removed; the thread that completes their sparse index may lag. */
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

    private static List<String> fromPeriod(Journal journal) {
        List<String> messages = new ArrayList<>();
        try (Tailer tailer = journal.tailer()) {
            tailer.toPeriod();
            while (tailer.read() == Read.MESSAGE) {
                messages.add(Messages.text(tailer));
            }
        }
        return messages;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void segmentsBeforeThePresentPeriodAreRemovedAndReadersStartAtItsOpening(Durability durability) {
        try (Journal journal = Journal.open(dir, OPTIONS.withDurability(durability));
                Appender appender = journal.appender()) {
            fill(appender, "old ", 2);
            assertEquals(Optional.empty(), journal.period());
            assertEquals("old 0", fromPeriod(journal).getFirst(), "the first message where no period was opened");
            assertEquals(Removal.NOTHING, journal.retain(CLOSED), "all is in the present period");
            Period first = open(journal, appender, "state", "more state");
            assertEquals(new Period(1, first.opening()), first);
            assertEquals(Optional.of(first), journal.period());
            assertEquals(first, journal.info().period().orElseThrow());
            Messages.append(appender, "new");
            assertEquals(List.of("state", "more state", "new"), fromPeriod(journal));
            long segment = Index.segment(first.opening());
            assertEquals((int) segment, retain(journal, CLOSED, (int) segment).size());
            assertEquals(first.opening(), journal.firstIndex());
            assertEquals(List.of("state", "more state", "new"), Messages.readAll(journal));
            assertEquals(
                    new Period(2, Index.of(segment + 1, Index.position(first.opening()))),
                    open(journal, appender, "second state"));
            retain(journal, CLOSED, 1);
            assertEquals(List.of("second state"), Messages.readAll(journal));
        }
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(2, journal.period().orElseThrow().number());
            assertEquals(List.of("second state"), fromPeriod(journal));
        }
        assertTrue(JournalVerifier.verify(dir).isSound(), JournalVerifier.verify(dir)::toString);
    }

    @Test
    void anOpeningThatIsNotInForceLeavesTheOldPeriod() {
        Period first;
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            first = open(journal, appender, "state");
            fill(appender, "old ", 1);
            appender.startSegment();
            Messages.append(appender, "half a state");
        }
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            assertEquals(Optional.of(first), journal.period());
            assertEquals("state", fromPeriod(journal).getFirst());
            assertFalse(journal.retain(CLOSED).segments().contains(Index.segment(first.opening())));
            Period second = open(journal, appender, "whole state");
            assertEquals(2, second.number());
            assertEquals(List.of("whole state"), fromPeriod(journal));
        }
    }

    @Test
    void sizeRemovesOnlyClosedPeriodsWhereThePresentOneIsKept() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            fill(appender, "old ", 2);
            Period period = open(journal, appender, "state");
            fill(appender, "new ", 2);
            long opening = Index.segment(period.opening());
            RetentionPolicy present = SMALL.withPeriods(PeriodPolicy.KEEP_PRESENT);
            assertEquals(opening, retain(journal, present, (int) opening).size());
            retain(journal, SMALL, 1);
            assertTrue(Index.segment(journal.firstIndex()) > opening, "any segment goes where periods do not matter");
            assertTrue(fromPeriod(journal).getFirst().startsWith("new "), "what is left of it");
        }
    }

    @Test
    void namedReadersHoldClosedPeriods() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            fill(appender, "old ", 2);
            NamedPosition reader = journal.position("reader");
            Period period = open(journal, appender, "state");
            List<String> holders = List.of();
            while (holders.isEmpty()) { // until the sparse index is complete
                Removal removal = journal.retain(CLOSED);
                assertEquals(List.of(), removal.segments());
                holders = removal.heldBy();
            }
            assertEquals(List.of("reader"), holders);
            reader.set(period.opening());
            retain(journal, CLOSED, (int) Index.segment(period.opening()));
        }
    }

    @Test
    void whatIsNoOpeningIsRefused() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            long first = Messages.append(appender, "first");
            long second = Messages.append(appender, "second");
            appender.awaitSynced(second);
            assertRefused(journal, second, second, "not the first frame of a segment");
            assertRefused(journal, Index.of(9, Index.position(first)), Index.of(9, 9000), "it is not synced");
            assertRefused(journal, second, first, "ends before it starts");
            long third = Messages.append(appender, "third");
            assertRefused(journal, first, third, "it is not synced synced=" + Index.toText(second));
            Period period = journal.openPeriod(first, second).orElseThrow();
            assertEquals(period, journal.openPeriod(first, second).orElseThrow(), "once more changes nothing");
            Period next = open(journal, appender, "state");
            assertRefused(journal, first, second, "not start after the present period");
            assertEquals(Optional.of(next), journal.period());
        }
        try (Journal shared = Journal.open(dir.resolve("shared"), OPTIONS.withOwnership(Ownership.SHARED));
                Appender appender = shared.appender()) {
            assertThrows(JournalException.class, appender::startSegment);
        }
    }

    private static void assertRefused(Journal journal, long opening, long end, String why) {
        JournalException refused = assertThrows(JournalException.class, () -> journal.openPeriod(opening, end));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    @Test
    void aSegmentIsEndedOnlyWhereSomethingIsInIt() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            assertEquals(0, appender.startSegment());
            Messages.append(appender, "one");
            assertEquals(1, appender.startSegment());
            assertEquals(1, appender.startSegment());
            assertEquals(1, Index.segment(Messages.append(appender, "two")));
            assertEquals(List.of("one", "two"), Messages.readAll(journal));
        }
    }

    @Test
    void verifyFindsAPeriodThatOpensNowhereAndRepairKeepsIt() {
        Period period;
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            period = open(journal, appender, "state");
        }
        Path copy = dir.resolveSibling(dir.getFileName() + "-copy");
        JournalRepair.repair(dir, copy);
        try (Journal journal = Journal.openReadOnly(copy)) {
            assertEquals(Optional.of(period), journal.period());
            assertEquals(List.of("state"), fromPeriod(journal));
        }
        try (JournalTable table = JournalTable.open(copy, Access.READ_WRITE)) {
            table.setPeriod(period.opening() + 5, 2);
        }
        VerifyReport report = JournalVerifier.verify(copy);
        assertTrue(
                report.findings().stream().anyMatch(finding -> finding.kind() == FindingKind.POSITION),
                report::toString);
    }
}
