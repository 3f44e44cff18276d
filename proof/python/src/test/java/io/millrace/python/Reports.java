package io.millrace.python;

import io.millrace.wire.NumberForm;
import io.millrace.wire.TextForm;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Calls with every kind and form of type. */
interface Reports {
    enum Side {
        BUY,
        SELL
    }

    record Numbers(
            boolean flag, byte tiny, short small, char letter, int number, long large, float single, double real) {}

    record Forms(
            @TextForm(NumberForm.HEX) byte tiny,
            @TextForm(NumberForm.HEX) Integer number,
            @TextForm(NumberForm.EPOCH_SECONDS) long seconds,
            @TextForm(NumberForm.EPOCH_MILLIS) Long millis,
            @TextForm(NumberForm.EPOCH_NANOS) long nanos,
            @TextForm(NumberForm.SHORT_TEXT) long symbol) {}

    record Times(
            Instant instant,
            LocalDate date,
            LocalTime time,
            LocalDateTime dateTime,
            OffsetDateTime offsetDateTime,
            OffsetTime offsetTime,
            ZonedDateTime zonedDateTime,
            Duration duration,
            Period period) {}

    record Others(
            Year year,
            YearMonth yearMonth,
            MonthDay monthDay,
            ZoneId zoneId,
            ZoneOffset zoneOffset,
            BigDecimal decimal,
            BigInteger integer,
            UUID uuid) {}

    @SuppressWarnings("ArrayRecordComponent") // arrays are one of the forms
    record Containers(
            String text,
            byte[] bytes,
            long[] longs,
            List<List<String>> lists,
            Set<Double> set,
            Map<String, Integer> map,
            Map<Side, List<Shape>> shapes,
            List<Object> anything) {}

    sealed interface Shape {}

    record Circle(float radius) implements Shape {}

    record Group(String name, List<Shape> members) implements Shape {}

    enum Colour implements Shape {
        RED,
        GREEN
    }

    void numbers(Numbers numbers);

    void forms(Forms forms);

    void times(Times times);

    void others(Others others);

    void containers(Containers containers);

    void shape(Shape shape);

    void text(String text);

    void several(String name, Integer number, Object[] arguments);

    void none();
}
