package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Access;
import org.junit.jupiter.api.Test;

class OwnerAppenderTest extends AppenderContract {

    @Override
    JournalOptions options() {
        return JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);
    }

    @Test
    void aSecondOwnerIsRefusedAndTheFirstContinues() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender()) {
            JournalLockedException e = assertThrows(JournalLockedException.class, () -> Journal.open(dir, options()));
            assertTrue(
                    e.getMessage().contains("SHARED, all of them: ")
                            && e.getMessage().contains("requested=SINGLE"),
                    e.getMessage());
            assertThrows(
                    JournalLockedException.class,
                    () -> Journal.open(dir, options().withOwnership(Ownership.SHARED)));
            assertThrows(JournalLockedException.class, journal::appender);
            Messages.append(appender, "still here");
            assertEquals(1, Messages.readAll(journal).size());
        }
        try (Journal journal = Journal.open(dir, options())) {
            assertEquals(1, Messages.readAll(journal).size());
        }
    }

    @Test
    void anEndMarkInTheLastWordOfASegmentIsNoDamage() {
        int space = SegmentLayout.frameSpaceBytes(SEGMENT_BYTES);
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender()) {
            for (int left = space; left > 0; ) {
                int bytes = Math.min(left, 8192);
                Messages.append(appender, "x".repeat(bytes - FrameLayout.HEADER_BYTES));
                left -= bytes;
            }
            assertEquals(1, Index.segment(Messages.append(appender, "in the next segment")));
            try (SegmentFile first = SegmentFile.open(SegmentName.file(dir, 0), Access.READ_ONLY)) {
                assertEquals(FrameLayout.END, FrameLayout.state(first.headerAcquire(first.limit)));
            }
        }
        Journal.open(dir, options()).close();
        assertEquals("[]", JournalVerifier.verify(dir).findings().toString());
    }

    @Test
    void aClosedAppenderPermitsAnother() {
        try (Journal journal = Journal.open(dir, options())) {
            Appender first = journal.appender();
            Messages.append(first, "a");
            first.close();
            first.close();
            assertThrows(JournalClosedException.class, () -> Messages.append(first, "b"));
            try (Appender second = journal.appender()) {
                Messages.append(second, "c");
            }
            assertEquals("[a, c]", Messages.readAll(journal).toString());
        }
    }

    @Test
    void anAppenderMayBeClosedAfterItsJournal() {
        Journal journal = Journal.open(dir, JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
        Appender appender = journal.appender();
        Messages.append(appender, "last");
        journal.close();
        appender.close();
    }
}
