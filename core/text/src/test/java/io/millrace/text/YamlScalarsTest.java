package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.ScalarText;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
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
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
class YamlScalarsTest {
    private static final WireLimits LIMITS = WireLimits.defaults();

    private static void same(ScalarKind kind, String text, Consumer<BinaryOutput> value) {
        YamlText yaml = YamlText.of(new Schema(List.of(), Scalar.required(kind)));
        BinaryOutput out = BinaryOutput.allocate(64, LIMITS);
        value.accept(out);
        byte[] bytes = out.toByteArray();
        StringBuilder written = new StringBuilder();
        yaml.write(BinaryInput.of(bytes), written);
        assertEquals(text + "\n", written.toString());
        out.reset();
        yaml.read(written.toString(), TextOptions.strict(), out);
        assertArrayEquals(bytes, out.toByteArray(), text);
    }

    private static void reads(ScalarKind kind, String text, Consumer<BinaryOutput> value) {
        YamlText yaml = YamlText.of(new Schema(List.of(), Scalar.required(kind)));
        BinaryOutput out = BinaryOutput.allocate(64, LIMITS);
        value.accept(out);
        byte[] bytes = out.toByteArray();
        out.reset();
        yaml.read(text, TextOptions.strict(), out);
        assertArrayEquals(bytes, out.toByteArray(), text);
    }

    private static void refused(ScalarKind kind, String... texts) {
        YamlText yaml = YamlText.of(new Schema(List.of(), Scalar.required(kind)));
        for (String text : texts) {
            assertThrows(
                    TextException.class,
                    () -> yaml.read(text, TextOptions.strict(), BinaryOutput.allocate(64, LIMITS)),
                    text);
        }
    }

    @Test
    void wholeNumbersAreDecimal() {
        same(ScalarKind.BOOLEAN, "true", out -> out.writeBoolean(true));
        same(ScalarKind.BYTE, "-128", out -> out.writeByte((byte) -128));
        same(ScalarKind.SHORT, "32767", out -> out.writeShort(Short.MAX_VALUE));
        same(ScalarKind.INT, "-2147483648", out -> out.writeInt(Integer.MIN_VALUE));
        same(ScalarKind.LONG, "-9223372036854775808", out -> out.writeLong(Long.MIN_VALUE));
        reads(ScalarKind.INT, "0x1F", out -> out.writeInt(31));
        reads(ScalarKind.INT, "0o17", out -> out.writeInt(15));
        reads(ScalarKind.INT, "+7", out -> out.writeInt(7));
        reads(ScalarKind.INT, "007", out -> out.writeInt(7));
        refused(ScalarKind.INT, "1.0", "\"1\"", "2147483648", "0x", "1_000", "abc", "null", "[]", "-", "٣", "!!str 1");
        refused(ScalarKind.BYTE, "128", "-129");
        refused(ScalarKind.BOOLEAN, "yes", "1", "\"true\"", "~");
    }

    @Test
    void doublesHaveTheFewestDigits() {
        same(ScalarKind.DOUBLE, "800.5", out -> out.writeDouble(800.5));
        same(ScalarKind.DOUBLE, "0.1", out -> out.writeDouble(0.1));
        same(ScalarKind.DOUBLE, "0.30000000000000004", out -> out.writeDouble(0.1 + 0.2));
        same(ScalarKind.DOUBLE, "1.0", out -> out.writeDouble(1));
        same(ScalarKind.DOUBLE, "0.0", out -> out.writeDouble(0));
        same(ScalarKind.DOUBLE, "-0.0", out -> out.writeDouble(-0.0));
        same(ScalarKind.DOUBLE, "-12345678.25", out -> out.writeDouble(-12345678.25));
        same(ScalarKind.DOUBLE, "1000000000000000.0", out -> out.writeDouble(1e15));
        same(ScalarKind.DOUBLE, "1234567890123456.0", out -> out.writeDouble(1234567890123456.0));
        same(ScalarKind.DOUBLE, "1.0E+16", out -> out.writeDouble(1e16));
        same(ScalarKind.DOUBLE, "0.00001", out -> out.writeDouble(1e-5));
        same(ScalarKind.DOUBLE, "0.00000123456", out -> out.writeDouble(1.23456e-6));
        same(ScalarKind.DOUBLE, "1.5E-7", out -> out.writeDouble(1.5e-7));
        same(ScalarKind.DOUBLE, "4.9E-324", out -> out.writeDouble(Double.MIN_VALUE));
        same(ScalarKind.DOUBLE, "1.7976931348623157E+308", out -> out.writeDouble(Double.MAX_VALUE));
        same(ScalarKind.DOUBLE, ".nan", out -> out.writeDouble(Double.NaN));
        same(ScalarKind.DOUBLE, ".inf", out -> out.writeDouble(Double.POSITIVE_INFINITY));
        same(ScalarKind.DOUBLE, "-.inf", out -> out.writeDouble(Double.NEGATIVE_INFINITY));
        same(ScalarKind.FLOAT, "0.1", out -> out.writeFloat(0.1f));
        same(ScalarKind.FLOAT, "16777216.0", out -> out.writeFloat(16777216f));
        same(ScalarKind.FLOAT, "3.4028235E+38", out -> out.writeFloat(Float.MAX_VALUE));
        same(ScalarKind.FLOAT, "-.inf", out -> out.writeFloat(Float.NEGATIVE_INFINITY));
        reads(ScalarKind.DOUBLE, "5", out -> out.writeDouble(5));
        reads(ScalarKind.DOUBLE, ".5e+3", out -> out.writeDouble(500));
        reads(ScalarKind.DOUBLE, "5.", out -> out.writeDouble(5));
        reads(ScalarKind.DOUBLE, "+.INF", out -> out.writeDouble(Double.POSITIVE_INFINITY));
        refused(ScalarKind.DOUBLE, "1e400", "1d", "0x1p3", "NaN", "Infinity", ".", "1e", "1.2.3", "\"1.5\"");
        refused(ScalarKind.FLOAT, "1e39", "1f");
    }

    @Test
    void doublesReadBackAndAreAsShortAsJavaWritesThem() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Utf8Output text = Utf8Output.ofAnyLength();
        for (int i = 0; i < Lane.rounds(20_000); i++) {
            double value = switch (i % 4) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                case 1 -> random.nextInt(2_000_000) / 100.0 - 10_000;
                case 2 -> random.nextLong(4_000_000_000_000_000L) / 1e6 - 2e9;
                default -> random.nextDouble() * Math.pow(10, random.nextInt(-8, 18));
            };
            text.clear();
            YamlNumbers.append(text, value);
            if (Double.isFinite(value)) {
                assertTrue(ScalarText.isFinite(text.toString()), () -> "seed=" + seed + " text=" + text);
                assertEquals(digits(Double.toString(value)), digits(text.toString()), () -> "seed=" + seed);
            }
            assertEquals(value, ScalarText.parseDouble(text.toString()), () -> "seed=" + seed);
        }
    }

    private static String digits(String number) {
        BigDecimal value = new BigDecimal(number).stripTrailingZeros();
        return value.toString();
    }

    @Test
    void floatsReadBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Utf8Output text = Utf8Output.ofAnyLength();
        for (int i = 0; i < Lane.rounds(10_000); i++) {
            float value = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : random.nextInt(100_000) / 64f;
            text.clear();
            YamlNumbers.append(text, value);
            assertEquals(value, ScalarText.parseFloat(text.toString()), () -> "seed=" + seed);
        }
    }

    private static Instant instant(CharSequence text) {
        BinaryOutput out = BinaryOutput.allocate(64);
        if (!ScalarText.read(ScalarKind.INSTANT, text.toString(), out)) {
            throw new DateTimeException("text=" + text);
        }
        return BinaryInput.of(out.toByteArray()).readInstant();
    }

    @Test
    void timesAreInTheFormsOfIso8601() {
        same(ScalarKind.INSTANT, "2013-11-25T00:00:01Z", out -> out.writeInstant(Instant.ofEpochSecond(1385337601)));
        same(
                ScalarKind.INSTANT,
                "2024-02-29T12:30:00.000001Z",
                out -> out.writeInstant(Instant.parse("2024-02-29T12:30:00.000001Z")));
        same(ScalarKind.INSTANT, "-1000000000-01-01T00:00:00Z", out -> out.writeInstant(Instant.MIN));
        same(ScalarKind.INSTANT, "+1000000000-12-31T23:59:59.999999999Z", out -> out.writeInstant(Instant.MAX));
        same(ScalarKind.LOCAL_DATE, "2024-02-29", out -> out.writeLocalDate(LocalDate.of(2024, 2, 29)));
        same(ScalarKind.LOCAL_DATE, "+999999999-12-31", out -> out.writeLocalDate(LocalDate.MAX));
        same(ScalarKind.LOCAL_TIME, "12:30", out -> out.writeLocalTime(LocalTime.of(12, 30)));
        same(ScalarKind.LOCAL_TIME, "23:59:59.999999999", out -> out.writeLocalTime(LocalTime.MAX));
        same(
                ScalarKind.LOCAL_DATE_TIME,
                "2024-02-29T12:30:05",
                out -> out.writeLocalDateTime(LocalDateTime.of(2024, 2, 29, 12, 30, 5)));
        same(
                ScalarKind.OFFSET_DATE_TIME,
                "2024-02-29T12:30+01:00",
                out -> out.writeOffsetDateTime(OffsetDateTime.parse("2024-02-29T12:30+01:00")));
        same(
                ScalarKind.OFFSET_TIME,
                "12:30-18:00",
                out -> out.writeOffsetTime(OffsetTime.of(12, 30, 0, 0, ZoneOffset.MIN)));
        same(ScalarKind.DURATION, "PT-0.5S", out -> out.writeDuration(Duration.ofMillis(-500)));
        same(ScalarKind.PERIOD, "P-1Y2M3D", out -> out.writePeriod(Period.of(-1, 2, 3)));
        same(ScalarKind.YEAR, "-44", out -> out.writeYear(Year.of(-44)));
        same(ScalarKind.YEAR_MONTH, "2024-02", out -> out.writeYearMonth(YearMonth.of(2024, 2)));
        same(ScalarKind.YEAR_MONTH, "+12345-02", out -> out.writeYearMonth(YearMonth.of(12345, 2)));
        same(ScalarKind.MONTH_DAY, "--02-29", out -> out.writeMonthDay(MonthDay.of(2, 29)));
        same(ScalarKind.ZONE_ID, "Europe/Paris", out -> out.writeZoneId(ZoneId.of("Europe/Paris")));
        same(ScalarKind.ZONE_OFFSET, "+05:30", out -> out.writeZoneOffset(ZoneOffset.ofHoursMinutes(5, 30)));
        refused(ScalarKind.LOCAL_DATE, "2023-02-29", "2024-2-9", "today", "2024-02-29T00:00");
        refused(ScalarKind.INSTANT, "2024-02-29T12:30:00", "2024-02-29");
        refused(ScalarKind.ZONE_ID, "Europe/Paradise");
    }

    @Test
    void bothHoursOfAClockChangeAreKeptApart() {
        for (String text : List.of(
                "2024-10-27T02:30+02:00[Europe/Paris]",
                "2024-10-27T02:30+01:00[Europe/Paris]",
                "2024-03-31T03:30+02:00[Europe/Paris]")) {
            same(ScalarKind.ZONED_DATE_TIME, text, out -> out.writeZonedDateTime(ZonedDateTime.parse(text)));
        }
        String before = "-1378-11-26T00:00:00.426-00:01:15[Europe/London]"; // begins with an indicator
        same(
                ScalarKind.ZONED_DATE_TIME,
                '"' + before + '"',
                out -> out.writeZonedDateTime(ZonedDateTime.parse(before)));
    }

    @Test
    void instantsAreWrittenAsJavaDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Utf8Output text = Utf8Output.ofAnyLength();
        for (int i = 0; i < Lane.rounds(10_000); i++) {
            Instant moment = Instant.ofEpochSecond(
                    random.nextLong(-62_167_300_000L, 253_402_400_000L),
                    i % 3 == 0 ? random.nextInt(1_000_000_000) : random.nextInt(1_000) * 1_000_000L);
            text.clear();
            YamlTimes.append(text, moment);
            assertEquals(moment.toString(), text.toString(), () -> "seed=" + seed);
            assertEquals(moment, instant(text.toString()), () -> "seed=" + seed);
            StringBuilder damaged = new StringBuilder(text.toString());
            damaged.setCharAt(random.nextInt(damaged.length()), "0195-:.TZ x".charAt(random.nextInt(11)));
            assertEquals(
                    parsed(Instant::parse, damaged), parsed(YamlScalarsTest::instant, damaged), () -> "seed=" + seed);
        }
        Instant first = Instant.parse("-0001-12-31T00:00:00Z");
        for (int i = 0; i < 3_652_428; i += i < 150_000 ? 1 : 13) {
            Instant day = first.plusSeconds(i * 86_400L);
            text.clear();
            YamlTimes.append(text, day);
            assertEquals(day.toString(), text.toString());
        }
    }

    private static String parsed(Function<String, Instant> parser, CharSequence text) {
        try {
            return text + " is " + parser.apply(text.toString());
        } catch (DateTimeException _) {
            return text + " is no moment";
        }
    }

    @Test
    void largeNumbersKeepTheirScale() {
        for (String text : List.of("1.10", "1.1", "0E+3", "-0.000001", "-1E-18", "1E+2147483647", "123", "0.00")) {
            String pointed = text.replaceFirst("^(-?[0-9]+)E", "$1.E");
            same(ScalarKind.BIG_DECIMAL, pointed, out -> out.writeBigDecimal(new BigDecimal(text)));
        }
        BigDecimal extreme = new BigDecimal(BigInteger.valueOf(12_345), Integer.MIN_VALUE);
        same(ScalarKind.BIG_DECIMAL, extreme.toString(), out -> out.writeBigDecimal(extreme));
        BigDecimal tiny = new BigDecimal(BigInteger.valueOf(7), Integer.MAX_VALUE);
        same(ScalarKind.BIG_DECIMAL, "7.E-2147483647", out -> out.writeBigDecimal(tiny));
        String digits = "-123456789012345678901234567890";
        same(ScalarKind.BIG_INTEGER, digits, out -> out.writeBigInteger(new BigInteger(digits)));
        refused(ScalarKind.BIG_INTEGER, "1.5", "9".repeat(200_000));
        refused(ScalarKind.BIG_DECIMAL, "1,5", "NaN", "9".repeat(200_000));
    }

    @Test
    void aNumberTooLongForTextIsAnErrorAndNoHang() {
        YamlText yaml = YamlText.of(new Schema(List.of(), Scalar.required(ScalarKind.BIG_INTEGER)));
        BinaryOutput out = BinaryOutput.allocate(64, LIMITS);
        out.writeBigInteger(BigInteger.ONE.shiftLeft(4_000_000));
        BinaryInput in = BinaryInput.of(out.toByteArray());
        assertThrows(WireLimitException.class, () -> yaml.write(in, new StringBuilder()));
    }

    @Test
    void bytesAndCharactersAndIdentities() {
        same(ScalarKind.BYTES, "!!binary AQID", out -> out.writeBytes(new byte[] {1, 2, 3}));
        same(ScalarKind.BYTES, "!!binary \"\"", out -> out.writeBytes(new byte[0]));
        byte[] many = new byte[60];
        same(
                ScalarKind.BYTES,
                "!!binary |-\n  " + "A".repeat(76) + "\n  " + "A".repeat(4),
                out -> out.writeBytes(many));
        reads(ScalarKind.BYTES, "AQID", out -> out.writeBytes(new byte[] {1, 2, 3}));
        same(ScalarKind.CHAR, "a", out -> out.writeChar('a'));
        same(ScalarKind.CHAR, "\"5\"", out -> out.writeChar('5'));
        same(ScalarKind.CHAR, "\" \"", out -> out.writeChar(' '));
        same(ScalarKind.CHAR, "\"\\n\"", out -> out.writeChar('\n'));
        same(ScalarKind.CHAR, "\"\\0\"", out -> out.writeChar('\0'));
        same(ScalarKind.CHAR, "\"\\ud83d\"", out -> out.writeChar('\ud83d'));
        reads(ScalarKind.CHAR, "5", out -> out.writeChar('5'));
        UUID id = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        same(ScalarKind.UUID, id.toString(), out -> out.writeUuid(id));
        refused(ScalarKind.CHAR, "ab", "\"\"", "😀");
        refused(ScalarKind.BYTES, "!!binary A", "!!binary \"*\"", "[1, 2]");
        refused(ScalarKind.UUID, "1-1-1-1-1", "123e4567");
    }
}
