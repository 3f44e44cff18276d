package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
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
        assertThrows(JournalException.class, () -> new RollPeriod(Duration.ofDays(3661)));
    }

    private static String next(RollPeriod period, String time) {
        return Instant.ofEpochMilli(period.nextStartMs(Instant.parse(time).toEpochMilli()))
                .toString();
    }

    @Test
    void aPeriodBeginsAsTheClockOfItsZoneShows() {
        ZoneId zurich = ZoneId.of("Europe/Zurich");
        assertEquals("2026-03-02T00:00:00Z", next(RollPeriod.DAY, "2026-03-01T23:00:00Z"));
        assertEquals("2026-03-02T23:00:00Z", next(RollPeriod.DAY.in(zurich), "2026-03-01T23:00:00Z"));
        assertEquals("2026-03-01T23:00:00Z", next(RollPeriod.DAY.in(zurich), "2026-03-01T22:59:59.999Z"));
        assertEquals("2026-03-02T00:00:00Z", next(RollPeriod.WEEK, "2026-03-01T23:00:00Z"), "a Monday");
        assertEquals("2026-03-09T00:00:00Z", next(RollPeriod.WEEK, "2026-03-02T00:00:00Z"));
        assertEquals(
                "2026-03-01T18:30:00Z", next(RollPeriod.HOUR.in(ZoneId.of("Asia/Kolkata")), "2026-03-01T17:31:00Z"));
        assertEquals("2026-03-01T18:00:00Z", next(new RollPeriod(Duration.ofHours(6)), "2026-03-01T12:00:00Z"));
    }

    @Test
    void aDayOnWhichClocksAreSetHasItsOwnLength() {
        RollPeriod day = RollPeriod.DAY.in(ZoneId.of("Europe/Zurich"));
        assertEquals("2026-03-29T22:00:00Z", next(day, "2026-03-28T23:00:00Z"), "23 hours");
        assertEquals("2026-10-25T23:00:00Z", next(day, "2026-10-24T22:00:00Z"), "25 hours");
        RollPeriod week = RollPeriod.WEEK.in(ZoneId.of("Europe/Zurich"));
        assertEquals("2026-03-29T22:00:00Z", next(week, "2026-03-22T23:00:00Z"));
        assertEquals("2026-03-29T22:00:00Z", next(week, "2026-03-29T21:59:59.999Z"));
        RollPeriod hour = RollPeriod.HOUR.in(ZoneId.of("Europe/Zurich"));
        assertEquals("2026-10-25T01:00:00Z", next(hour, "2026-10-25T00:30:00Z"), "02:30 for the first time");
        assertEquals("2026-10-25T02:00:00Z", next(hour, "2026-10-25T01:30:00Z"), "02:30 for the second time");
        RollPeriod midnightIsSkipped = RollPeriod.DAY.in(ZoneId.of("America/Sao_Paulo"));
        assertEquals("2018-11-04T03:00:00Z", next(midnightIsSkipped, "2018-11-03T12:00:00Z"), "01:00 there");
        assertEquals("2018-11-05T02:00:00Z", next(midnightIsSkipped, "2018-11-04T03:00:00Z"));
    }
}
