package io.millrace.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** One value of every kind and form of type; its golden file is never changed. */
record Everything(
        boolean flag,
        byte tiny,
        short small,
        char letter,
        int number,
        long large,
        float single,
        double real,
        String text,
        Instant instant,
        LocalDate localDate,
        LocalTime localTime,
        LocalDateTime localDateTime,
        OffsetDateTime offsetDateTime,
        OffsetTime offsetTime,
        ZonedDateTime zonedDateTime,
        Duration duration,
        Period period,
        Year year,
        YearMonth yearMonth,
        MonthDay monthDay,
        ZoneId zoneId,
        ZoneOffset zoneOffset,
        BigDecimal bigDecimal,
        BigInteger bigInteger,
        UUID uuid,
        Integer absent,
        Long present,
        Side side,
        Event event,
        Event nothing,
        List<Event> events,
        Set<Integer> set,
        Map<Side, List<Double>> map,
        Everything inner) {

    enum Side {
        BUY,
        SELL
    }

    sealed interface Event {}

    record Opened(String name) implements Event {}

    record Closed(int code) implements Event {}

    static Everything value() {
        LocalDate date = LocalDate.of(2024, 2, 29);
        LocalTime time = LocalTime.of(12, 34, 56, 789);
        ZoneOffset offset = ZoneOffset.ofHoursMinutes(5, 30);
        Map<Side, List<Double>> map = new LinkedHashMap<>();
        map.put(Side.SELL, List.of(1.0, -0.5));
        map.put(Side.BUY, null);
        Set<Integer> set = new LinkedHashSet<>(new ArrayList<>(List.of(3, 1, 2)));
        return new Everything(
                true,
                (byte) -1,
                (short) -300,
                'ß',
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                1.5f,
                Math.PI,
                "text with é and 😀",
                Instant.parse("2024-02-29T12:34:56.000000789Z"),
                date,
                time,
                LocalDateTime.of(date, time),
                OffsetDateTime.of(date, time, offset),
                OffsetTime.of(time, offset),
                ZonedDateTime.of(date, time, ZoneId.of("Europe/London")),
                Duration.ofMillis(-1_500),
                Period.of(1, -2, 3),
                Year.of(2024),
                YearMonth.of(2024, 2),
                MonthDay.of(2, 29),
                ZoneId.of("Asia/Kolkata"),
                offset,
                new BigDecimal("-123.4500"),
                BigInteger.TWO.pow(100),
                UUID.fromString("01234567-89ab-cdef-0123-456789abcdef"),
                null,
                5L,
                Side.SELL,
                new Closed(7),
                null,
                List.of(new Opened("a"), new Closed(-1)),
                set,
                map,
                null);
    }
}
