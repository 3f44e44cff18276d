package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tolerates(threads = ".*", files = ".*", because = "the server is started and watched by a library")
@Tag("engine")
@Tag("process")
class PostgresConversionTest extends ConversionContract {
    private static int databases;

    @Override
    TestDatabase create() {
        return PostgresDatabase.create(PostgresServer.shared(), "conversion" + ++databases);
    }

    @Override
    String bytes() {
        return "cast('\\x01ff' as bytea)";
    }

    @Test
    void aStatementThatIsRunOftenIsPreparedOnTheServer() {
        reads(
                "cast(0.25 as real)",
                Map.of(
                        Float.class,
                        0.25f,
                        Double.class,
                        0.25,
                        BigDecimal.class,
                        new BigDecimal("0.25"),
                        String.class,
                        "0.25"));
        gateway()
                .query(
                        GatewayContract.at(10_000),
                        "select count(*) from pg_prepared_statements where statement like '%cast(0.25 as real)%'",
                        "Long");
        assertEquals(1L, gateway().rows().getLast());
    }

    @Test
    void whatTheDriverWouldTurnIntoInfinityIsRefused() throws SQLException {
        refuses("date", LocalDate.MAX, "is out of the range of PostgreSQL");
        refuses("timestamp", LocalDateTime.MIN, "is out of the range of PostgreSQL");
        refuses("timestamp with time zone", OffsetDateTime.MAX, "type=java.time.OffsetDateTime");
        refuses("timestamp with time zone", OffsetDateTime.parse("-4714-01-01T00:00:00Z"), "out of the range");
        assertEquals("2024-01-01T00:00Z", stores("timestamptz", OffsetDateTime.parse("2024-01-01T18:00:00+18:00")));
    }

    @Test
    void whatJavaDoesNotHaveIsRefused() {
        reads("cast('infinity' as timestamptz)", Map.of());
        reads("cast('-infinity' as timestamp)", Map.of());
        reads("cast('infinity' as date)", Map.of());
        reads("cast('24:00' as time)", Map.of());
        reads("array[1, 2]", Map.of());
        reads("point(1, 2)", Map.of());
        reads("cast('{\"a\": 1}' as json)", Map.of(String.class, "{\"a\": 1}"));
        reads("B'101'", Map.of());
        reads(
                "cast('0044-03-15 BC' as date)",
                Map.of(LocalDate.class, LocalDate.of(-43, 3, 15), String.class, "-0043-03-15"));
    }

    @Test
    void whatTheServerCannotKeepIsAnswered() throws SQLException {
        assertTrue(stores("text", "a\0b").startsWith("thrown 22021"));
    }
}
