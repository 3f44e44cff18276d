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
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * Reads one column as one type, exactly or not at all. The column's kind decides how it is read, and the value is
 * converted here, so that every database and every way of transfer gives the same.
 */
final class Columns {
    private static final Map<Class<?>, Function<BigDecimal, Object>> INTEGERS = Map.ofEntries(
            Map.entry(byte.class, BigDecimal::byteValueExact),
            Map.entry(Byte.class, BigDecimal::byteValueExact),
            Map.entry(short.class, BigDecimal::shortValueExact),
            Map.entry(Short.class, BigDecimal::shortValueExact),
            Map.entry(int.class, BigDecimal::intValueExact),
            Map.entry(Integer.class, BigDecimal::intValueExact),
            Map.entry(long.class, BigDecimal::longValueExact),
            Map.entry(Long.class, BigDecimal::longValueExact),
            Map.entry(BigInteger.class, BigDecimal::toBigIntegerExact),
            Map.entry(Year.class, number -> Year.of(number.intValueExact())));

    private static final Map<Class<?>, Function<Object, Object>> OTHERS = Map.ofEntries(
            Map.entry(BigDecimal.class, Columns::decimal),
            Map.entry(double.class, Columns::asDouble),
            Map.entry(Double.class, Columns::asDouble),
            Map.entry(float.class, Columns::asFloat),
            Map.entry(Float.class, Columns::asFloat),
            Map.entry(boolean.class, Columns::truth),
            Map.entry(Boolean.class, Columns::truth),
            Map.entry(byte[].class, value -> require(byte[].class, value)),
            Map.entry(UUID.class, Columns::uuid),
            Map.entry(LocalDate.class, value -> parsed(LocalDate.class, value, LocalDate::parse)),
            Map.entry(LocalTime.class, value -> parsed(LocalTime.class, value, LocalTime::parse)),
            Map.entry(OffsetTime.class, value -> parsed(OffsetTime.class, value, OffsetTime::parse)),
            Map.entry(LocalDateTime.class, Columns::local),
            Map.entry(OffsetDateTime.class, Columns::moment),
            Map.entry(Instant.class, value -> moment(value).toInstant()),
            Map.entry(ZonedDateTime.class, value -> moment(value).toZonedDateTime()),
            Map.entry(String.class, Columns::text),
            Map.entry(Duration.class, value -> Duration.parse(text(value))),
            Map.entry(Period.class, value -> Period.parse(text(value))),
            Map.entry(YearMonth.class, value -> YearMonth.parse(text(value))),
            Map.entry(MonthDay.class, value -> MonthDay.parse(text(value))),
            Map.entry(ZoneId.class, value -> ZoneId.of(text(value))),
            Map.entry(ZoneOffset.class, value -> ZoneOffset.of(text(value))),
            Map.entry(char.class, value -> character(text(value))),
            Map.entry(Character.class, value -> character(text(value))));

    private Columns() {}

    /** Returns whether one column can become one such value. */
    static boolean knows(Class<?> type) {
        return INTEGERS.containsKey(type) || OTHERS.containsKey(type) || type.isEnum();
    }

    /**
     * Returns the value, null where the column is null. An {@link IllegalArgumentException}, {@link
     * ArithmeticException} or {@link java.time.DateTimeException} where it does not fit.
     */
    static Object read(ResultSet result, int column, ColumnKind kind, Database.Kind database, Class<?> type)
            throws SQLException {
        Object value = kind.read(result, column, database);
        return value == null ? null : convert(value, type);
    }

    /** Converts what a column holds. */
    static Object convert(Object value, Class<?> type) {
        if (INTEGERS.containsKey(type)) {
            return INTEGERS.get(type).apply(Digits.checked(exact(value)));
        }
        if (OTHERS.containsKey(type)) {
            return OTHERS.get(type).apply(value);
        }
        if (type.isEnum()) {
            return constant(type, text(value));
        }
        throw new IllegalArgumentException("cannot be read as this type");
    }

    /** Returns the number of a value, to its last binary digit. */
    private static BigDecimal exact(Object value) {
        return switch (value) {
            case Float number -> new BigDecimal(finite(number));
            case Double number -> new BigDecimal(finite(number));
            default -> decimal(value);
        };
    }

    /** Returns the number of a value; of a binary fraction the shortest decimal that means no other. */
    private static BigDecimal decimal(Object value) {
        return switch (value) {
            case BigDecimal number -> Digits.checked(number);
            case Float number -> new BigDecimal(Float.toString((float) finite(number)));
            case Double number -> new BigDecimal(Double.toString(finite(number)));
            case String text -> number(text.strip());
            default -> throw mismatch(value);
        };
    }

    private static double finite(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("is no finite number value=" + number);
        }
        return number;
    }

    private static BigDecimal number(String text) {
        try {
            return Digits.checked(new BigDecimal(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("is no number value=" + text, e);
        }
    }

    private static Double asDouble(Object value) {
        if (value instanceof Float number) {
            return (double) number;
        }
        if (value instanceof Double number) {
            return number;
        }
        BigDecimal number = decimal(value);
        double nearest = number.doubleValue();
        if (Double.isInfinite(nearest)
                || (new BigDecimal(nearest).compareTo(number) != 0
                        && new BigDecimal(Double.toString(nearest)).compareTo(number) != 0)) {
            throw new IllegalArgumentException("does not fit value=" + number);
        }
        return nearest;
    }

    private static Float asFloat(Object value) {
        if (value instanceof Float number) {
            return number;
        }
        if (value instanceof Double number) {
            float nearest = number.floatValue();
            if (Double.compare(nearest, number) != 0) {
                throw new IllegalArgumentException("does not fit value=" + number);
            }
            return nearest;
        }
        BigDecimal number = decimal(value);
        float nearest = number.floatValue();
        if (Float.isInfinite(nearest)
                || (new BigDecimal(nearest).compareTo(number) != 0
                        && new BigDecimal(Float.toString(nearest)).compareTo(number) != 0)) {
            throw new IllegalArgumentException("does not fit value=" + number);
        }
        return nearest;
    }

    private static Boolean truth(Object value) {
        if (value instanceof BigDecimal number) {
            if (number.compareTo(BigDecimal.ONE) == 0) {
                return true;
            }
            if (number.signum() == 0) {
                return false;
            }
            throw new IllegalArgumentException("is neither 0 nor 1 value=" + number);
        }
        return require(Boolean.class, value);
    }

    private static UUID uuid(Object value) {
        if (!(value instanceof String text)) {
            return require(UUID.class, value);
        }
        UUID id = UUID.fromString(text);
        if (!id.toString().equals(text.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("is no UUID of 36 characters value=" + text);
        }
        return id;
    }

    private static <T> T parsed(Class<T> type, Object value, Function<String, T> parser) {
        return value instanceof String text ? parser.apply(text) : require(type, value);
    }

    /**
     * Returns a moment in UTC where the value has no offset, as sessions of the gateway do when such a value is stored.
     */
    private static LocalDateTime local(Object value) {
        return value instanceof OffsetDateTime at
                ? at.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
                : parsed(LocalDateTime.class, value, LocalDateTime::parse);
    }

    private static OffsetDateTime moment(Object value) {
        return value instanceof LocalDateTime at
                ? at.atOffset(ZoneOffset.UTC)
                : parsed(OffsetDateTime.class, value, OffsetDateTime::parse);
    }

    private static String text(Object value) {
        return switch (value) {
            case byte[] _ -> throw mismatch(value);
            case BigDecimal number -> Digits.checked(number).toPlainString();
            default -> value.toString();
        };
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

    private static <T> T require(Class<T> type, Object value) {
        if (!type.isInstance(value)) {
            throw mismatch(value);
        }
        return type.cast(value);
    }

    private static IllegalArgumentException mismatch(Object value) {
        return new IllegalArgumentException(
                "cannot be read as this type columnHolds=" + value.getClass().getSimpleName());
    }
}
