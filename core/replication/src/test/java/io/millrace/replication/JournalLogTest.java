package io.millrace.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.FailPoint;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalRole;
import io.millrace.journal.SourceTable;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a log in files makes of its journal and of its member's state. */
class JournalLogTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);

    /** The machine has been started again since. */
    private static final FaultInjector FORMER_RUN = new FaultInjector() {
        @Override
        public void reached(FailPoint point) {}

        @Override
        public UUID machineRun() {
            return new UUID(1, 2);
        }
    };

    @TempDir
    Path scratch;

    private Path directory;
    private FileMemberStore store;

    @BeforeEach
    void name() {
        directory = scratch.resolve("journal");
        store = new FileMemberStore(directory);
    }

    private void source(FaultInjector run) {
        try (Journal journal = Journal.open(directory, OPTIONS, run);
                Appender appender = journal.appender()) {
            append(appender, "one");
            append(appender, "two");
        }
        try (SourceTable table = SourceTable.open(directory)) {
            table.becomeSource(0);
        }
    }

    private static void append(Appender appender, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        appender.append(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    private void state(Role role, Durability level) {
        MemberSet set = new MemberSet(List.of(new MemberEntry(0, "a", "host:1", 7)), 0, level);
        Configuration configuration = new Configuration(new ConfigurationVersion(Epoch.FIRST, 1), set, null, 1, false);
        store.write(new MemberState(7, Epoch.FIRST, role, -1, true, configuration));
    }

    private JournalLog open() {
        return JournalLog.open(directory, OPTIONS, store);
    }

    @Test
    void aSourceThatBecomesACopyKnowsWhichSegmentsItHasLed() {
        source(FaultInjector.NONE);
        state(Role.COPY, Durability.MAPPED);
        try (JournalLog log = open();
                SourceTable table = SourceTable.open(directory)) {
            assertEquals(JournalRole.COPY, table.role());
            assertEquals(table.highestSegment(), store.read().highestLed());
            assertTrue(store.read().whole());
            assertTrue(log.end() > log.start(0));
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aSourceIsWholeAfterALossOfPowerOnlyWhereMessagesAreSynced(Durability level) {
        source(FORMER_RUN);
        state(Role.SOURCE, level);
        try (JournalLog log = open()) {
            assertTrue(log.wentDown());
        }
        assertEquals(Role.COPY, store.read().role());
        assertEquals(level == Durability.SYNCED, store.read().whole());
    }

    @Test
    void aCutLowersTheMark() {
        source(FaultInjector.NONE);
        state(Role.COPY, Durability.MAPPED);
        try (JournalLog log = open()) {
            long end = log.end();
            log.setMark(end, end);
            assertEquals(List.of(end, end), List.of(log.mark(), log.certain()));
            long start = log.start(0);
            log.cut(start);
            assertEquals(List.of(start, start, start), List.of(log.end(), log.mark(), log.certain()));
        }
        try (JournalLog log = open()) {
            assertTrue(log.mark() <= log.end());
        }
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void aForceRunsBesideTheLogAndCountsOnceItIsTold(Role role) {
        source(FaultInjector.NONE);
        state(role, Durability.MAPPED);
        try (JournalLog log = JournalLog.open(directory, OPTIONS, store)) {
            long before = log.syncedEnd();
            Forcing forcing = log.forcing();
            forcing.run();
            assertEquals(before, log.syncedEnd(), "nothing counts before the log is told");
            forcing.done();
            assertEquals(log.end(), log.syncedEnd());
            assertNull(log.forcing(), "the device has everything");
        }
    }

    @Test
    void aForceOfACopyThatWasCutMeanwhileCountsForNothing() {
        source(FaultInjector.NONE);
        try (SourceTable table = SourceTable.open(directory)) {
            table.takeOver(new Epoch(1, 1));
        }
        store.write(store.read().withRole(Role.COPY));
        try (JournalLog log = JournalLog.open(directory, OPTIONS, store)) {
            Forcing stale = log.forcing();
            stale.run();
            log.cut(LogPosition.NONE);
            long synced = log.syncedEnd();
            stale.done();
            assertEquals(synced, log.syncedEnd());
        }
    }
}
