package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values are kept and read exactly or refused, on every database, by every way of transfer, in every time zone. */
abstract class ConversionContract {

    @TempDir
    private Path scratch;
    /** More than the five after which the driver of PostgreSQL prepares on the server and is sent binary values. */
    private static final int RUNS = 8;

    private static final List<Class<?>> TYPES = List.of(
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            BigInteger.class,
            Year.class,
            BigDecimal.class,
            Float.class,
            Double.class,
            Boolean.class,
            String.class,
            Character.class,
            byte[].class,
            UUID.class,
            LocalDate.class,
            LocalTime.class,
            OffsetTime.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            Instant.class,
            ZonedDateTime.class,
            Duration.class,
            YearMonth.class);

    private TestDatabase database;
    private Conversation gateway;
    private long requests;

    abstract TestDatabase create();

    @BeforeEach
    void openGateway() {
        database = create();
        gateway = new Conversation(database, "gateway", TYPES.toArray(Class<?>[]::new)).open();
    }

    @AfterEach
    void closeGateway() {
        gateway.close();
        database.close();
    }

    Conversation gateway() {
        return gateway;
    }

    private long next() {
        return GatewayContract.at(++requests);
    }

    /** Reads an expression as every type: those that are expected give that value, all others are refused. */
    final void reads(String expression, Map<Class<?>, Object> expected) {
        for (int run = 1; run <= RUNS; run++) {
            for (Class<?> type : TYPES) {
                String what = expression + " as " + type.getSimpleName() + " in run " + run;
                Object found = read(expression, type, what);
                if (expected.get(type) instanceof byte[] bytes) {
                    assertArrayEquals(bytes, (byte[]) found, what);
                } else {
                    assertEquals(expected.get(type), found, what);
                }
            }
            gateway.commit();
        }
    }

    /** What an expression is read as, null where it is refused. */
    private Object read(String expression, Class<?> type, String what) {
        int before = gateway.rows().size();
        gateway.query(next(), "select " + expression + " as v", type.getSimpleName());
        String outcome = gateway.pending().getLast();
        if (gateway.rows().size() > before) {
            return gateway.rows().getLast();
        }
        GatewayContract.assertThrown(outcome, "07006", "column=");
        assertTrue(outcome.toLowerCase(java.util.Locale.ROOT).contains("column=v columntype="), what + ": " + outcome);
        return null;
    }

    private static Map<Class<?>, Object> integers(long value) {
        Map<Class<?>, Object> expected = new HashMap<>(Map.of(
                Long.class, value,
                BigInteger.class, BigInteger.valueOf(value),
                BigDecimal.class, BigDecimal.valueOf(value),
                String.class, Long.toString(value)));
        if (value == (byte) value) {
            expected.put(Byte.class, (byte) value);
        }
        if (value == (short) value) {
            expected.put(Short.class, (short) value);
        }
        if (value == (int) value) {
            expected.put(Integer.class, (int) value);
        }
        if (Math.abs(value) <= Year.MAX_VALUE) {
            expected.put(Year.class, Year.of((int) value));
        }
        if ((long) (double) value == value && value != Long.MAX_VALUE) {
            expected.put(Double.class, (double) value);
        }
        if ((long) (float) value == value && value != Long.MAX_VALUE) {
            expected.put(Float.class, (float) value);
        }
        if (value == 0 || value == 1) {
            expected.put(Boolean.class, value == 1);
        }
        if (value >= 0 && value < 10) {
            expected.put(Character.class, Character.forDigit((int) value, 10));
        }
        return expected;
    }

    @Test
    void integersAreReadAsWhateverHoldsThem() {
        reads("cast(7 as smallint)", integers(7));
        reads("cast(1 as int)", integers(1));
        reads("cast(-300 as int)", integers(-300));
        reads("cast(16777217 as int)", integers(16_777_217));
        reads("cast(9007199254740993 as bigint)", integers(9_007_199_254_740_993L));
        reads("cast(9223372036854775807 as bigint)", integers(Long.MAX_VALUE));
    }

    @Test
    void decimalsAreReadAsWhateverHoldsThem() {
        BigDecimal digits = new BigDecimal("12345678901234567890.0123456789");
        reads(
                "cast(12345678901234567890.0123456789 as numeric(40,10))",
                Map.of(BigDecimal.class, digits, String.class, digits.toPlainString()));
        reads(
                "cast(1.50 as numeric(10,2))",
                Map.of(
                        BigDecimal.class,
                        new BigDecimal("1.50"),
                        Double.class,
                        1.5,
                        Float.class,
                        1.5f,
                        String.class,
                        "1.50"));
        reads(
                "cast(0.1 as numeric(10,1))",
                Map.of(
                        BigDecimal.class,
                        new BigDecimal("0.1"),
                        Double.class,
                        0.1,
                        Float.class,
                        0.1f,
                        String.class,
                        "0.1"));
        reads(
                "cast(1e30 as numeric(40))",
                Map.of(
                        BigDecimal.class,
                        new BigDecimal("1000000000000000000000000000000"),
                        BigInteger.class,
                        BigInteger.TEN.pow(30),
                        Double.class,
                        1e30,
                        Float.class,
                        1e30f,
                        String.class,
                        "1000000000000000000000000000000"));
    }

    @Test
    void binaryFractionsAreReadAsTheNumbersThatTheyAre() {
        reads(
                "cast(0.1 as real)",
                Map.of(
                        Float.class,
                        0.1f,
                        Double.class,
                        (double) 0.1f,
                        BigDecimal.class,
                        new BigDecimal("0.1"),
                        String.class,
                        "0.1"));
        reads(
                "cast(0.1 as double precision)",
                Map.of(Double.class, 0.1, BigDecimal.class, new BigDecimal("0.1"), String.class, "0.1"));
        reads(
                "cast(1e20 as real)",
                Map.of(
                        Float.class,
                        1e20f,
                        Double.class,
                        (double) 1e20f,
                        BigDecimal.class,
                        new BigDecimal("1.0E+20"),
                        BigInteger.class,
                        new BigDecimal("100000002004087734272").toBigIntegerExact(),
                        String.class,
                        "1.0E20"));
        reads(
                "cast(1e20 as double precision)",
                Map.of(
                        Double.class,
                        1e20,
                        BigDecimal.class,
                        new BigDecimal("1.0E+20"),
                        BigInteger.class,
                        new BigDecimal(1e20).toBigIntegerExact(),
                        String.class,
                        "1.0E20"));
        reads("cast('NaN' as real)", Map.of(Float.class, Float.NaN, Double.class, Double.NaN, String.class, "NaN"));
        reads(
                "cast('NaN' as double precision)",
                Map.of(Float.class, Float.NaN, Double.class, Double.NaN, String.class, "NaN"));
        reads(
                "cast('-Infinity' as double precision)",
                Map.of(
                        Float.class, Float.NEGATIVE_INFINITY,
                        Double.class, Double.NEGATIVE_INFINITY,
                        String.class, "-Infinity"));
    }

    @Test
    void textIsReadAsWhatItSays() {
        Map<Class<?>, Object> seven = integers(7);
        seven.remove(Boolean.class);
        reads("cast('7' as varchar(10))", seven);
        reads("cast('abc' as char(5))", Map.of(String.class, "abc  "));
        reads("cast('1E+2000000000' as varchar(20))", Map.of(String.class, "1E+2000000000"));
        reads("cast('PT1H' as varchar(20))", Map.of(String.class, "PT1H", Duration.class, Duration.ofHours(1)));
        reads(
                "cast('2024-02-29' as varchar(20))",
                Map.of(String.class, "2024-02-29", LocalDate.class, LocalDate.of(2024, 2, 29)));
        String id = "01234567-89ab-cdef-0123-456789abcdef";
        reads("cast('" + id + "' as varchar(36))", Map.of(String.class, id, UUID.class, UUID.fromString(id)));
        reads("cast('" + id + "' as uuid)", Map.of(String.class, id, UUID.class, UUID.fromString(id)));
    }

    @Test
    void truthAndBytesAreReadAsThemselves() {
        reads("(1 = 1)", Map.of(Boolean.class, true, String.class, "true"));
        reads(bytes(), Map.of(byte[].class, new byte[] {1, -1}));
    }

    /** An expression for the bytes 1 and -1. */
    abstract String bytes();

    @Test
    void datesAndTimesAreReadAsThemselves() {
        LocalDateTime local = LocalDateTime.parse("2024-03-31T02:30:00.123456");
        OffsetDateTime moment = local.atOffset(ZoneOffset.UTC);
        reads("cast('2024-03-31' as date)", Map.of(LocalDate.class, local.toLocalDate(), String.class, "2024-03-31"));
        reads(
                "cast('02:30:00.123456' as time(6))",
                Map.of(LocalTime.class, local.toLocalTime(), String.class, "02:30:00.123456"));
        reads(
                "cast('02:30:00.123456+05:45' as time(6) with time zone)",
                Map.of(
                        OffsetTime.class,
                        local.toLocalTime().atOffset(ZoneOffset.ofHoursMinutes(5, 45)),
                        String.class,
                        "02:30:00.123456+05:45"));
        Map<Class<?>, Object> moments = Map.of(
                LocalDateTime.class,
                local,
                OffsetDateTime.class,
                moment,
                ZonedDateTime.class,
                moment.toZonedDateTime(),
                Instant.class,
                moment.toInstant());
        Map<Class<?>, Object> expected = new HashMap<>(moments);
        expected.put(String.class, "2024-03-31T02:30:00.123456");
        reads("cast('2024-03-31 02:30:00.123456' as timestamp(6))", expected);
        expected.put(String.class, "2024-03-31T02:30:00.123456Z");
        reads("cast('2024-03-31 02:30:00.123456+00' as timestamp(6) with time zone)", expected);
        reads(
                "cast('12345-06-07' as date)",
                Map.of(LocalDate.class, LocalDate.of(12_345, 6, 7), String.class, "+12345-06-07"));
        reads(
                "cast('1500-02-28' as date)",
                Map.of(LocalDate.class, LocalDate.of(1500, 2, 28), String.class, "1500-02-28"));
    }

    /** The outcome of storing one value and finding it again by equality, or why it was refused. */
    final String stores(String type, Object value) throws SQLException {
        // A name of its own: PostgreSQL keeps the types of a statement that it has prepared.
        String table = "kept" + requests;
        database.execute("create table " + table + " (v " + type + ")");
        gateway.update(next(), "insert into " + table + " values (?)", value);
        String stored = gateway.pending().getLast();
        if (stored.startsWith("thrown")) {
            gateway.commit();
            return stored;
        }
        int before = gateway.rows().size();
        gateway.query(next(), "select v from " + table, value.getClass().getSimpleName());
        Object found = gateway.rows().size() == before
                ? gateway.pending().getLast()
                : gateway.rows().getLast();
        gateway.commit();
        return found.toString();
    }

    private void keeps(String type, Object value) throws SQLException {
        assertEquals(value.toString(), stores(type, value), type);
    }

    final void refuses(String type, Object value, String part) throws SQLException {
        GatewayContract.assertThrown(stores(type, value), "07006", part);
    }

    @Test
    void valuesAreKeptExactly() throws SQLException {
        keeps("double precision", 0.1f);
        keeps("real", 0.1f);
        keeps("real", Float.MIN_VALUE);
        keeps("double precision", Double.MIN_VALUE);
        keeps("double precision", Double.NaN);
        keeps("numeric(40,20)", new BigDecimal("12345678901234567890.01234567890123456789"));
        keeps("bigint", Long.MIN_VALUE);
        keeps("timestamp", Instant.parse("2024-03-31T02:30:00.123456Z"));
        keeps("timestamp with time zone", Instant.parse("2024-03-31T02:30:00.123456Z"));
        keeps("timestamp", Instant.parse("-0043-03-15T12:00:00Z"));
        keeps("timestamp with time zone", Instant.parse("-0043-03-15T12:00:00Z"));
        keeps("timestamp with time zone", Instant.parse("+12345-01-01T00:00:00Z"));
        keeps("timestamp", LocalDateTime.parse("1582-10-10T00:00:00"));
        keeps("date", LocalDate.parse("-0043-03-15")); // the driver of PostgreSQL refuses 29 February before our era
        keeps("time(6)", LocalTime.parse("23:59:59.999999"));
        keeps("time(6) with time zone", OffsetTime.parse("23:59:59.999999+05:45"));
        keeps("varchar(10)", "a\uD83D\uDE00b");
    }

    @Test
    void whatWouldBeChangedIsRefused() throws SQLException {
        refuses("timestamp with time zone", Instant.MAX, "parameter=1 type=java.time.Instant");
        refuses("timestamp with time zone", Instant.MIN, "parameter=1 type=java.time.Instant");
        refuses("timestamp(6)", Instant.parse("2024-03-31T02:30:00.123456789Z"), "digitsKept=6");
        refuses("timestamp(6)", LocalDateTime.parse("2024-03-31T02:30:00.123456789"), "digitsKept=6");
        refuses("time(6)", LocalTime.parse("23:59:59.999999999"), "digitsKept=6");
        refuses("time(6) with time zone", OffsetTime.parse("23:59:59.9999999Z"), "digitsKept=6");
        refuses("numeric(20,2)", new BigDecimal("1E+2000000000"), "has too many digits");
        refuses("numeric(20,2)", new BigDecimal("1E-2000000000"), "has too many digits");
        refuses("numeric(20,2)", BigInteger.ONE.shiftLeft(500_000), "has too many digits");
        refuses("varchar(10)", List.of(1), "must be a scalar");
        refuses("varchar(10)", "a\uD800b", "half a surrogate pair position=1");
        refuses("varchar(10)", "a\uD800", "half a surrogate pair position=1");
        refuses("varchar(10)", "\uDC00\uD800", "half a surrogate pair position=0");
    }

    @Test
    void whatDoesNotFitTheColumnIsAnsweredByTheDatabase() throws SQLException {
        GatewayContract.assertThrown(stores("int", Long.MAX_VALUE), "22", "");
        GatewayContract.assertThrown(stores("varchar(2)", "abc"), "22001", "");
        GatewayContract.assertThrown(stores("numeric(4,2)", new BigDecimal("1E+100")), "22", "");
    }

    @Test
    void theTimeZoneOfTheJvmChangesNothing() throws IOException, InterruptedException, SQLException {
        gateway.close();
        List<String> zones = List.of("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "UTC");
        for (int i = 0; i < zones.size(); i++) {
            JavaCommand command = JavaCommand.of(
                            ManyMoments.class,
                            database.url(),
                            database.user(),
                            database.password(),
                            Integer.toString(i))
                    .withFlags("-Duser.timezone=" + zones.get(i));
            try (TestProcess child = command.start(scratch)) {
                assertEquals(
                        ManyMoments.expected(i + 1), child.awaitEnd().well().strip(), zones.get(i));
            }
        }
        assertEquals(
                List.of("2024-03-31T02:30"),
                database.look("select distinct replace(substring(cast(plain as varchar(50)), 1, 16), ' ', 'T')"
                        + " from moments where number = 0"));
    }
}
