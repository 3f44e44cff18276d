package io.millrace.jdbc;

import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;

/**
 * Checks that a database keeps a date or a time as it is. The driver of PostgreSQL rounds to microseconds and turns
 * what is out of range into infinity; H2 rounds to the digits of the column.
 */
final class Moments {
    private static final LocalDate FIRST_OF_POSTGRESQL = LocalDate.of(-4713, 11, 24);
    private static final LocalDate LAST_DATE_OF_POSTGRESQL = LocalDate.of(5_874_897, 12, 31);
    private static final LocalDate LAST_TIMESTAMP_OF_POSTGRESQL = LocalDate.of(294_276, 12, 31);
    private static final int DIGITS_OF_POSTGRESQL = 6;
    private static final int DIGITS_OF_NANOSECONDS = 9;

    private Moments() {}

    static LocalDate checked(LocalDate value, Database.Kind database) {
        if (database == Database.Kind.POSTGRESQL) {
            checkRange(value, value, LAST_DATE_OF_POSTGRESQL);
        }
        return value;
    }

    static LocalDateTime checked(LocalDateTime value, Database.Kind database) {
        if (database == Database.Kind.POSTGRESQL) {
            checkRange(value, value.toLocalDate(), LAST_TIMESTAMP_OF_POSTGRESQL);
        }
        return value;
    }

    private static void checkRange(Object value, LocalDate date, LocalDate last) {
        if (date.isBefore(FIRST_OF_POSTGRESQL) || date.isAfter(last)) {
            throw new IllegalArgumentException("is out of the range of PostgreSQL value=" + value + " first="
                    + FIRST_OF_POSTGRESQL + " last=" + last);
        }
    }

    /** Returns a time with the digits of a second that are kept, as far as the database says how many those are. */
    static <T extends Temporal> T kept(
            T value, PreparedStatement statement, int parameter, Database.Kind database, SecondFractions fractions)
            throws SQLException {
        int nanos = value.get(ChronoField.NANO_OF_SECOND);
        if (nanos == 0) {
            return value;
        }
        int digits = switch (database) {
            case POSTGRESQL -> DIGITS_OF_POSTGRESQL;
            case H2 -> digitsOfColumn(statement.getParameterMetaData(), parameter);
            case MYSQL, OTHER -> DIGITS_OF_NANOSECONDS;
        };
        int unit = 1;
        for (int digit = digits; digit < DIGITS_OF_NANOSECONDS; digit++) {
            unit *= 10;
        }
        if (nanos % unit == 0) {
            return value;
        }
        if (fractions == SecondFractions.EXACT) {
            throw new IllegalArgumentException("has more digits of a second than are kept; the gateway's argument"
                    + " fractions=ROUND_DOWN cuts them off nanos=" + nanos + " digitsKept=" + digits);
        }
        @SuppressWarnings("unchecked") // a time with another fraction is of the same class
        T rounded = (T) value.with(ChronoField.NANO_OF_SECOND, nanos - nanos % unit);
        return rounded;
    }

    private static int digitsOfColumn(ParameterMetaData metaData, int parameter) throws SQLException {
        return switch (metaData.getParameterType(parameter)) {
            case Types.TIME, Types.TIME_WITH_TIMEZONE, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
                metaData.getScale(parameter);
            default -> DIGITS_OF_NANOSECONDS;
        };
    }
}
