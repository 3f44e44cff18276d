package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RollByTimeTest {

    @TempDir
    Path dir;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T10:59:30Z"));

    private JournalOptions options(Ownership ownership) {
        return JournalOptions.defaults()
                .withSegmentSizeBytes(1 << 16)
                .withOwnership(ownership)
                .withRollEvery(RollPeriod.HOUR)
                .withClock(now::get);
    }

    private void at(String time) {
        now.set(Instant.parse("2026-03-01T" + time + "Z"));
    }

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void aNewPeriodIsANewSegmentAndAClockThatGoesBackIsNot(Ownership ownership) {
        try (Journal journal = Journal.open(dir, options(ownership));
                Appender appender = journal.appender()) {
            assertEquals(0, Index.segment(Messages.append(appender, "a")));
            at("10:59:59.999");
            assertEquals(0, Index.segment(Messages.append(appender, "b")));
            at("11:00:00");
            assertEquals(1, appender.segment(), "asking rolls");
            assertEquals(1, appender.segment());
            assertEquals(1, Index.segment(Messages.append(appender, "c")));
            at("09:00:00");
            assertEquals(1, Index.segment(Messages.append(appender, "d")));
            at("11:59:59");
            assertEquals(1, Index.segment(Messages.append(appender, "e")));
            at("12:00:00");
            Messages.add(appender.batch(), FrameKind.DATA, "f");
            assertEquals(Appender.ROLLED, appender.publish(1));
            assertEquals(2, Index.segment(appender.publish(appender.segment())));
            at("15:00:00");
            assertEquals(3, Index.segment(Messages.append(appender, "g")), "empty hours make no segments");
        }
        at("15:30:00");
        try (Journal journal = Journal.open(dir, options(ownership));
                Appender appender = journal.appender()) {
            assertEquals(3, Index.segment(Messages.append(appender, "h")), "the same hour after reopening");
            at("16:00:00");
            assertEquals(4, Index.segment(Messages.append(appender, "i")));
            assertEquals(
                    "[a, b, c, d, e, f, g, h, i]", Messages.readAll(journal).toString());
        }
    }

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void aSegmentBegunByAClockThatWentBackDoesNotEndEarly(Ownership ownership) {
        try (Journal journal = Journal.open(dir, options(ownership));
                Appender appender = journal.appender()) {
            Messages.append(appender, "a");
            at("07:30:00");
            while (Index.segment(appender.lastIndex()) == 0) {
                Messages.append(appender, "fills the first segment");
            }
            at("08:30:00");
            assertEquals(
                    1, Index.segment(Messages.append(appender, "b")), "it counts as begun at 10:59 at the earliest");
            at("11:00:00");
            assertEquals(2, Index.segment(Messages.append(appender, "c")));
        }
    }

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void withoutAPeriodTheClockChangesNothing(Ownership ownership) {
        try (Journal journal = Journal.open(dir, options(ownership).withRollEvery(RollPeriod.NONE));
                Appender appender = journal.appender()) {
            Messages.append(appender, "a");
            now.set(Instant.parse("2036-01-01T00:00:00Z"));
            assertEquals(0, Index.segment(Messages.append(appender, "b")));
        }
        assertThrows(JournalException.class, () -> new RollPeriod(Duration.ofMillis(999)));
    }
}
