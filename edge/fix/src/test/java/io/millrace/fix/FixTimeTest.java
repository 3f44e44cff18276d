package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixTimeTest {

    @Test
    void timesAreWrittenAndReadAsTheJdkDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSSSSSSSS");
        byte[] bytes = new byte[32];
        for (int i = 0; i < 100_000; i++) {
            long timeNs = random.nextLong(-9_200_000_000_000_000_000L, 9_200_000_000_000_000_000L);
            int end = FixTime.writeTimestamp(bytes, 1, timeNs, FixTime.Precision.NANOSECONDS);
            Instant instant = FixSchedule.instant(timeNs);
            String text = format.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
            assertEquals(text, new String(bytes, 1, end - 1, StandardCharsets.ISO_8859_1), "seed=" + seed);
            assertEquals(timeNs, FixTime.parseTimestamp(bytes, 1, end), "seed=" + seed + " text=" + text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".1", ".123", ".123456", ".123456789", ".123456789012"})
    void zeroToTwelveDecimalPlacesAreTimes(String fraction) {
        assertTrue(is(FixType.TIMESTAMP, "20260302-08:00:60" + fraction), "a leap second");
        assertTrue(is(FixType.TIME, "23:59:59" + fraction));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "20260302-08:00:61",
                "20260302-24:00:00",
                "20260302-08:60:00",
                "20260229-08:00:00",
                "20261302-08:00:00",
                "2026030208:00:00",
                "20260302-08:00:00.",
                "20260302-08:00:00.1234567890123",
                "20260302-08:00:0x",
                "20260302-8:00:00",
                "20040415",
            })
    void othersAreNone(String text) {
        assertFalse(is(FixType.TIMESTAMP, text));
    }

    @Test
    void eachTypeAcceptsItsFormAlone() {
        assertTrue(is(FixType.DECIMAL, "-00.50") && is(FixType.DECIMAL, "5.") && is(FixType.DECIMAL, ".5"));
        assertFalse(is(FixType.DECIMAL, "+1") || is(FixType.DECIMAL, "1e5") || is(FixType.DECIMAL, "."));
        assertFalse(is(FixType.DECIMAL, "1.2.3") || is(FixType.DECIMAL, "-"));
        assertTrue(is(FixType.INT, "-007") && is(FixType.COUNT, "0"));
        assertFalse(is(FixType.INT, "+1") || is(FixType.INT, "1.0") || is(FixType.COUNT, "-1"));
        assertFalse(is(FixType.INT, "12345678901234567890"));
        assertTrue(is(FixType.MONTH_YEAR, "202603") && is(FixType.MONTH_YEAR, "202603w2"));
        assertTrue(is(FixType.MONTH_YEAR, "20260302"));
        assertFalse(is(FixType.MONTH_YEAR, "202613") || is(FixType.MONTH_YEAR, "202603w6"));
        assertTrue(is(FixType.ZONED, "20260302-08:00+01:30") && is(FixType.ZONED, "08:00:00.5Z"));
        assertTrue(is(FixType.ZONED, "08:00-05"));
        assertFalse(is(FixType.ZONED, "08:00+25") || is(FixType.ZONED, "8:00Z"));
        assertTrue(is(FixType.CHARS, "A B C") && is(FixType.DAY, "31") && is(FixType.BOOLEAN, "N"));
        assertFalse(is(FixType.CHARS, "AB") || is(FixType.DAY, "32") || is(FixType.BOOLEAN, "T"));
        assertFalse(is(FixType.CHAR, "ab"));
    }

    private static boolean is(FixType type, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return type.accepts(bytes, 0, bytes.length);
    }
}
