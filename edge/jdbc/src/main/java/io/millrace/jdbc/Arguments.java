package io.millrace.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
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
import java.util.UUID;

/** Puts the arguments of a request into a statement. */
final class Arguments {
    private Arguments() {}

    static void bind(PreparedStatement statement, Object[] arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            bind(statement, i + 1, arguments[i]);
        }
    }

    private static void bind(PreparedStatement statement, int place, Object argument) throws SQLException {
        switch (argument) {
            case null -> statement.setNull(place, Types.NULL);
            case Boolean value -> statement.setBoolean(place, value);
            case Byte value -> statement.setShort(place, value);
            case Short value -> statement.setShort(place, value);
            case Integer value -> statement.setInt(place, value);
            case Long value -> statement.setLong(place, value);
            case Float value -> statement.setFloat(place, value);
            case Double value -> statement.setDouble(place, value);
            case BigDecimal value -> statement.setBigDecimal(place, value);
            case BigInteger value -> statement.setBigDecimal(place, new BigDecimal(value));
            case Character value -> statement.setString(place, value.toString());
            case String value -> statement.setString(place, value);
            case byte[] value -> statement.setBytes(place, value);
            case UUID value -> statement.setObject(place, value);
            case Instant value -> statement.setObject(place, value.atOffset(ZoneOffset.UTC));
            case ZonedDateTime value -> statement.setObject(place, value.toOffsetDateTime());
            case OffsetDateTime value -> statement.setObject(place, value);
            case OffsetTime value -> statement.setObject(place, value);
            case LocalDate value -> statement.setObject(place, value);
            case LocalTime value -> statement.setObject(place, value);
            case LocalDateTime value -> statement.setObject(place, value);
            case Year value -> statement.setInt(place, value.getValue());
            default -> statement.setString(place, text(place, argument));
        }
    }

    private static String text(int place, Object argument) {
        return switch (argument) {
            case Duration value -> value.toString();
            case Period value -> value.toString();
            case YearMonth value -> value.toString();
            case MonthDay value -> value.toString();
            case ZoneId value -> value.getId();
            default ->
                throw new RefusedException(
                        RefusedException.CONVERSION,
                        "an argument must be a scalar place=" + place + " type="
                                + argument.getClass().getName());
        };
    }
}
