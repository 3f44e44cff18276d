package io.millrace.jdbc;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.UUID;

/**
 * What a column holds, by its type in the database. A column is read in one way alone, which its kind decides and the
 * wanted Java type does not: the other accessors of a driver give values that depend on whether the server has sent
 * text or binary, which changes when a statement is prepared on the server.
 */
enum ColumnKind {
    /** Integers and decimals, as {@code BigDecimal}. */
    DECIMAL,
    /** Binary fractions of 32 bits, as {@code Float}. */
    REAL,
    /** Binary fractions of 64 bits, as {@code Double}. */
    DOUBLE,
    /** Truth values, as {@code Boolean}. */
    BOOLEAN,
    /** Characters, and whatever has no Java type of its own, as {@code String}. */
    TEXT,
    /** Bytes, as {@code byte[]}. */
    BYTES,
    /** As {@code UUID}. */
    UUID,
    /** As {@code LocalDate}. */
    DATE,
    /** As {@code LocalTime}. */
    TIME,
    /** As {@code OffsetTime}. */
    TIME_WITH_OFFSET,
    /** As {@code LocalDateTime}. */
    TIMESTAMP,
    /** As {@code OffsetDateTime}. */
    TIMESTAMP_WITH_OFFSET,
    /** Arrays, strings of bits, structures and others that have no exact form. */
    UNKNOWN;

    static ColumnKind of(ResultSetMetaData metaData, int column) throws SQLException {
        String name = metaData.getColumnTypeName(column).toLowerCase(Locale.ROOT);
        // Types whose number says less than their name does, on one database or the other.
        return switch (name) {
            case "uuid" -> UUID;
            case "real", "float4" -> REAL;
            case "money" -> DECIMAL;
            case "timetz" -> TIME_WITH_OFFSET;
            case "timestamptz" -> TIMESTAMP_WITH_OFFSET;
            case "bit", "varbit" -> metaData.getPrecision(column) == 1 ? BOOLEAN : UNKNOWN;
            case "point", "box" -> UNKNOWN;
            default -> of(metaData.getColumnType(column));
        };
    }

    private static ColumnKind of(int type) {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL -> DECIMAL;
            case Types.REAL -> REAL;
            case Types.FLOAT, Types.DOUBLE -> DOUBLE;
            case Types.BOOLEAN, Types.BIT -> BOOLEAN;
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB,
                    Types.SQLXML,
                    Types.OTHER -> TEXT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
            case Types.DATE -> DATE;
            case Types.TIME -> TIME;
            case Types.TIME_WITH_TIMEZONE -> TIME_WITH_OFFSET;
            case Types.TIMESTAMP -> TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> TIMESTAMP_WITH_OFFSET;
            default -> UNKNOWN;
        };
    }

    /**
     * Reads a column of this kind. Null where it is null. {@link IllegalArgumentException} where the value has no
     * exact form in Java.
     */
    Object read(ResultSet result, int column, Database.Kind database) throws SQLException {
        return switch (this) {
            case DECIMAL -> result.getBigDecimal(column);
            case REAL -> {
                float value = result.getFloat(column);
                yield result.wasNull() ? null : value;
            }
            case DOUBLE -> {
                double value = result.getDouble(column);
                yield result.wasNull() ? null : value;
            }
            case BOOLEAN -> {
                boolean value = result.getBoolean(column);
                yield result.wasNull() ? null : value;
            }
            case TEXT -> result.getString(column);
            case BYTES -> result.getBytes(column);
            case UUID -> result.getObject(column, UUID.class);
            case DATE -> finite(database, result.getObject(column, LocalDate.class), LocalDate.MIN, LocalDate.MAX);
            case TIME -> finite(database, result.getObject(column, LocalTime.class), null, LocalTime.MAX);
            case TIME_WITH_OFFSET -> result.getObject(column, OffsetTime.class);
            case TIMESTAMP ->
                finite(database, result.getObject(column, LocalDateTime.class), LocalDateTime.MIN, LocalDateTime.MAX);
            case TIMESTAMP_WITH_OFFSET -> moment(result, column, database);
            case UNKNOWN -> throw new IllegalArgumentException("has no exact form in Java, cast it to text");
        };
    }

    private static OffsetDateTime moment(ResultSet result, int column, Database.Kind database) throws SQLException {
        OffsetDateTime value = result.getObject(column, OffsetDateTime.class);
        finite(database, value, OffsetDateTime.MIN, OffsetDateTime.MAX);
        // PostgreSQL keeps no offset: the one that its driver adds depends on the time zones of session and JVM.
        return value != null && database == Database.Kind.POSTGRESQL
                ? value.withOffsetSameInstant(ZoneOffset.UTC)
                : value;
    }

    /**
     * Refuses what PostgreSQL has and Java has not: infinite moments and the time 24:00, for which its driver gives
     * these bounds of Java's types.
     */
    private static <T> T finite(Database.Kind database, T value, T least, T greatest) {
        if (value != null && database == Database.Kind.POSTGRESQL && (value.equals(least) || value.equals(greatest))) {
            throw new IllegalArgumentException("is infinite or 24:00, which java.time does not have");
        }
        return value;
    }
}
