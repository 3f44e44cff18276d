package io.millrace.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
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
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Reads one column as one type, exactly or not at all. */
final class Columns {
    private static final Map<Class<?>, Function<BigDecimal, Object>> NUMBERS = Map.ofEntries(
            Map.entry(byte.class, BigDecimal::byteValueExact),
            Map.entry(Byte.class, BigDecimal::byteValueExact),
            Map.entry(short.class, BigDecimal::shortValueExact),
            Map.entry(Short.class, BigDecimal::shortValueExact),
            Map.entry(int.class, BigDecimal::intValueExact),
            Map.entry(Integer.class, BigDecimal::intValueExact),
            Map.entry(long.class, BigDecimal::longValueExact),
            Map.entry(Long.class, BigDecimal::longValueExact),
            Map.entry(BigInteger.class, BigDecimal::toBigIntegerExact),
            Map.entry(BigDecimal.class, number -> number),
            Map.entry(Year.class, number -> Year.of(number.intValueExact())));

    private static final Map<Class<?>, Function<String, Object>> TEXTS = Map.of(
            String.class, text -> text,
            Duration.class, Duration::parse,
            Period.class, Period::parse,
            YearMonth.class, YearMonth::parse,
            MonthDay.class, MonthDay::parse,
            ZoneId.class, ZoneId::of,
            ZoneOffset.class, ZoneOffset::of,
            char.class, Columns::character,
            Character.class, Columns::character);

    private static final Map<Class<?>, Function<OffsetDateTime, Object>> INSTANTS = Map.of(
            Instant.class, OffsetDateTime::toInstant,
            OffsetDateTime.class, at -> at,
            ZonedDateTime.class, OffsetDateTime::toZonedDateTime);

    private Columns() {}

    /** Whether one column can become one such value. */
    static boolean knows(Class<?> type) {
        return NUMBERS.containsKey(type)
                || TEXTS.containsKey(type)
                || INSTANTS.containsKey(type)
                || isDirect(type)
                || isFloating(type)
                || type == byte[].class
                || type.isEnum();
    }

    /**
     * Null where the column is null. An {@link IllegalArgumentException} or {@link ArithmeticException} where it does
     * not fit.
     */
    static Object read(ResultSet result, int column, Class<?> type) throws SQLException {
        if (NUMBERS.containsKey(type)) {
            BigDecimal number = result.getBigDecimal(column);
            return number == null ? null : NUMBERS.get(type).apply(number);
        }
        if (TEXTS.containsKey(type)) {
            String text = result.getString(column);
            return text == null ? null : TEXTS.get(type).apply(text);
        }
        if (INSTANTS.containsKey(type)) {
            OffsetDateTime at = result.getObject(column, OffsetDateTime.class);
            return at == null ? null : INSTANTS.get(type).apply(at);
        }
        if (isFloating(type)) {
            return floating(result, column, type);
        }
        if (isDirect(type)) {
            return type == boolean.class ? result.getObject(column, Boolean.class) : result.getObject(column, type);
        }
        if (type == byte[].class) {
            return result.getBytes(column);
        }
        if (type.isEnum()) {
            String name = result.getString(column);
            return name == null ? null : constant(type, name);
        }
        throw new IllegalArgumentException("cannot be read as this type");
    }

    private static boolean isDirect(Class<?> type) {
        return type == boolean.class
                || type == Boolean.class
                || type == UUID.class
                || type == LocalDate.class
                || type == LocalTime.class
                || type == LocalDateTime.class
                || type == OffsetTime.class;
    }

    private static boolean isFloating(Class<?> type) {
        return type == double.class || type == Double.class || type == float.class || type == Float.class;
    }

    private static Object floating(ResultSet result, int column, Class<?> type) throws SQLException {
        double value = result.getDouble(column);
        if (result.wasNull()) {
            return null;
        }
        if (type == double.class || type == Double.class) {
            return value;
        }
        float narrow = result.getFloat(column);
        if (Double.compare(narrow, value) != 0) {
            throw new IllegalArgumentException("does not fit value=" + value);
        }
        return narrow;
    }

    private static Character character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("is not one character value=" + text);
        }
        return text.charAt(0);
    }

    private static Object constant(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is no constant of it value=" + name));
    }
}
