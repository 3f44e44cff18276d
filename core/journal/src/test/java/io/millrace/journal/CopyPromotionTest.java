package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Access;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A promoted copy is the source: appends continue in a segment of the new epoch, whatever was interrupted. */
class CopyPromotionTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 17);
    private static final Epoch SECOND = new Epoch(1, 2);

    @TempDir
    Path scratch;

    private Path from;
    private Path to;

    /** Ends the call at a fail point, as a crash of the process would. */
    private static final class Stop implements FaultInjector {
        private int left;

        Stop(int left) {
            this.left = left;
        }

        @Override
        public void reached(FailPoint point) {
            if (--left == 0) {
                throw new IllegalStateException("stopped at " + point);
            }
        }
    }

    @BeforeEach
    void copy() {
        from = scratch.resolve("source");
        to = scratch.resolve("copy");
        try (Journal source = Journal.open(from, OPTIONS);
                Appender appender = source.appender();
                CopyWriter copy = CopyWriter.create(to, new CopyOrigin(source.id(), 0, 0, 0), OPTIONS)) {
            source.becomeSource(0);
            Messages.append(appender, "a");
            Messages.append(appender, "b");
            CopyLink.copy(source, copy, 4096);
        }
    }

    private void assertSource(long segment) {
        try (Journal journal = Journal.open(to, OPTIONS);
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "c");
            assertEquals(segment, Index.segment(index));
            assertEquals(2, Index.leader(index));
            assertEquals(JournalRole.SOURCE, journal.role());
            assertEquals(SECOND, journal.epoch());
            assertEquals(List.of("a", "b", "c"), Messages.readAll(journal));
            assertEquals(3, journal.messages());
        }
        VerifyReport report = JournalVerifier.verify(to);
        assertTrue(report.isSound(), () -> report.findings().toString());
    }

    @Test
    void appendsContinueInTheFirstSegmentOfTheEpoch() {
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            copy.promote(SECOND, 0);
        }
        assertSource(1);
    }

    @Test
    void numbersInWhichThisMemberHasAppendedAreFilled() {
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            copy.promote(SECOND, 4);
        }
        assertSource(4);
    }

    @Test
    void anInterruptedPromotionIsCompletedByTheSameAgain() {
        int steps = 0;
        boolean done = false;
        while (!done) {
            steps++;
            try (CopyWriter copy = CopyWriter.open(to, OPTIONS, new Stop(steps))) {
                copy.promote(SECOND, 3);
                done = true;
            } catch (IllegalStateException e) {
                try (Journal read = Journal.openReadOnly(to);
                        Tailer tailer = read.tailer(TailerOptions.defaults().withMark(MarkPolicy.NEVER))) {
                    assertEquals(List.of("a", "b"), Messages.readAll(tailer));
                }
            }
        }
        assertTrue(steps > 4, "steps=" + steps);
        assertSource(3);
    }

    @Test
    void aSourceWhoseMachineWentDownIsPromotedFirst() {
        try (JournalTable table = JournalTable.open(from, Access.READ_WRITE)) {
            table.setBoot(new UUID(1, 2));
        }
        JournalException e = assertThrows(JournalException.class, () -> Journal.open(from, OPTIONS));
        assertTrue(e.getMessage().contains("promote"), e.getMessage());
        to = from;
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            copy.promote(SECOND, 1);
        }
        assertSource(1);
    }

    @Test
    void aLowerEpochIsRefused() {
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            copy.promote(SECOND, 1);
        }
        try (Journal journal = Journal.open(to, OPTIONS);
                Appender appender = journal.appender()) {
            Messages.append(appender, "c");
        }
        try (CopyWriter copy = CopyWriter.open(to, OPTIONS)) {
            assertThrows(JournalException.class, () -> copy.promote(new Epoch(1, 1), 2));
            assertThrows(JournalException.class, () -> copy.promote(SECOND, 2));
        }
    }
}
