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
import java.time.temporal.Temporal;
import java.util.UUID;

/**
 * Puts the arguments of a request into a statement, exactly or not at all: what a driver would round, cut or replace
 * without an error is refused here.
 */
final class Arguments {
    private final PreparedStatement statement;
    private final Database.Kind database;
    private final SecondFractions fractions;

    private Arguments(PreparedStatement statement, Database.Kind database, SecondFractions fractions) {
        this.statement = statement;
        this.database = database;
        this.fractions = fractions;
    }

    /** Binds all arguments; {@link RefusedException} names the first that cannot be bound. */
    static void bind(PreparedStatement statement, Database.Kind database, SecondFractions fractions, Object[] arguments)
            throws SQLException {
        Arguments binding = new Arguments(statement, database, fractions);
        for (int i = 0; i < arguments.length; i++) {
            try {
                binding.bind(i + 1, arguments[i]);
            } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
                throw new RefusedException(
                        RefusedException.CONVERSION,
                        "an argument " + e.getMessage() + " parameter=" + (i + 1) + " type="
                                + arguments[i].getClass().getName());
            }
        }
    }

    private void bind(int parameter, Object argument) throws SQLException {
        switch (argument) {
            case null -> statement.setNull(parameter, Types.NULL);
            case Boolean value -> statement.setBoolean(parameter, value);
            case Byte value -> statement.setShort(parameter, value);
            case Short value -> statement.setShort(parameter, value);
            case Integer value -> statement.setInt(parameter, value);
            case Long value -> statement.setLong(parameter, value);
            // The driver of PostgreSQL sends a float as another number where it sends text.
            case Float value -> statement.setDouble(parameter, value);
            case Double value -> statement.setDouble(parameter, value);
            case BigDecimal value -> statement.setBigDecimal(parameter, Digits.checked(value));
            case BigInteger value -> statement.setBigDecimal(parameter, Digits.checked(new BigDecimal(value)));
            case Character value -> statement.setString(parameter, whole(value.toString()));
            case String value -> statement.setString(parameter, whole(value));
            case byte[] value -> statement.setBytes(parameter, value);
            case UUID value -> statement.setObject(parameter, value);
            case Year value -> statement.setInt(parameter, value.getValue());
            default -> bindTime(parameter, argument);
        }
    }

    private void bindTime(int parameter, Object argument) throws SQLException {
        switch (argument) {
            case Instant value -> bindMoment(parameter, value.atOffset(ZoneOffset.UTC));
            case ZonedDateTime value -> bindMoment(parameter, value.toOffsetDateTime());
            case OffsetDateTime value -> bindMoment(parameter, value);
            case LocalDateTime value ->
                statement.setObject(parameter, kept(Moments.checked(value, database), parameter));
            case LocalDate value -> statement.setObject(parameter, Moments.checked(value, database));
            case LocalTime value -> statement.setObject(parameter, kept(value, parameter));
            case OffsetTime value -> statement.setObject(parameter, kept(value, parameter));
            case Duration value -> statement.setString(parameter, value.toString());
            case Period value -> statement.setString(parameter, value.toString());
            case YearMonth value -> statement.setString(parameter, value.toString());
            case MonthDay value -> statement.setString(parameter, value.toString());
            case ZoneId value -> statement.setString(parameter, value.getId());
            default -> throw new IllegalArgumentException("must be a scalar");
        }
    }

    private void bindMoment(int parameter, OffsetDateTime value) throws SQLException {
        // PostgreSQL keeps the moment without the offset, and refuses offsets of 16 hours and more.
        OffsetDateTime bound =
                database == Database.Kind.POSTGRESQL ? value.withOffsetSameInstant(ZoneOffset.UTC) : value;
        Moments.checked(bound.toLocalDateTime(), database);
        statement.setObject(parameter, kept(bound, parameter));
    }

    private <T extends Temporal> T kept(T value, int parameter) throws SQLException {
        return Moments.kept(value, statement, parameter, database, fractions);
    }

    /** Refuses half a surrogate pair, which would become a question mark. */
    private static String whole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    throw new IllegalArgumentException("holds half a surrogate pair position=" + i);
                }
                i++;
            }
        }
        return text;
    }
}
