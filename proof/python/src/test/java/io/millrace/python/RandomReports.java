package io.millrace.python;

import io.millrace.wire.ShortText;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Makes calls from a seed, edges more often than chance would have it. */
final class RandomReports {
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "x",
            "null",
            "~",
            "yes",
            "1e3",
            "1.5",
            "0x1F",
            "12:30",
            "2024-01-01",
            "- a",
            "a: b",
            "a:",
            "a #b",
            "#",
            "'",
            "\"",
            "\n",
            "a\nb",
            "a\nb\n",
            "a\n\nb",
            "a \nb",
            " a\nb",
            "a\n\n",
            "tab\there",
            "a\tb\nc",
            "é",
            "日本語",
            "😀",
            "[x]",
            "a,b",
            "{",
            "\u0000",
            "\u007f",
            "\u00a0",
            "\u2028",
            "\ufeff",
            "...",
            "---",
            "+",
            ".5",
            "1_000",
            "<<",
            "=");
    private static final List<String> ZONES = List.of("UTC", "Europe/London", "America/New_York", "Asia/Kolkata", "Z");

    private final Random random;

    RandomReports(long seed) {
        random = new Random(seed);
    }

    /** Makes one call. */
    void call(Reports to) {
        switch (random.nextInt(9)) {
            case 0 -> to.numbers(numbers());
            case 8 -> to.forms(forms());
            case 1 -> to.times(times());
            case 2 -> to.others(others());
            case 3 -> to.containers(containers());
            case 4 -> to.shape(maybe(() -> shape(0)));
            case 5 -> to.text(maybe(this::text));
            case 6 ->
                to.several(
                        maybe(this::text),
                        maybe(random::nextInt),
                        list(this::anything).toArray());
            default -> to.none();
        }
    }

    private <T> T maybe(Supplier<T> value) {
        return random.nextInt(6) == 0 ? null : value.get();
    }

    private <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(8) == 0 ? 40 : 6); i > 0; i--) {
            list.add(maybe(element));
        }
        return list;
    }

    private long integer() {
        return random.nextLong() >> random.nextInt(64);
    }

    private double real() {
        return switch (random.nextInt(6)) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt(2_000) / 100.0;
            case 2 -> Math.scalb(random.nextDouble(), random.nextInt(-40, 80));
            case 3 -> integer();
            case 4 ->
                List.of(-0.0, 0.0, Double.NaN, Double.MIN_VALUE, Double.MAX_VALUE, 1e16, 1e-6, 9.999e-7)
                        .get(random.nextInt(8));
            default -> random.nextGaussian();
        };
    }

    private float single() {
        return random.nextBoolean() ? Float.intBitsToFloat(random.nextInt()) : (float) real();
    }

    private String text() {
        if (random.nextInt(3) > 0) {
            return TEXTS.get(random.nextInt(TEXTS.size()));
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            text.appendCodePoint(random.nextInt(4) == 0 ? random.nextInt(0xD800) : random.nextInt(32, 127));
        }
        return text.toString();
    }

    private Reports.Numbers numbers() {
        return new Reports.Numbers(
                random.nextBoolean(),
                (byte) random.nextInt(),
                (short) integer(),
                (char) random.nextInt(0x10000),
                (int) integer(),
                integer(),
                single(),
                real());
    }

    private Reports.Forms forms() {
        return new Reports.Forms(
                (byte) random.nextInt(),
                maybe(random::nextInt),
                integer(),
                maybe(this::integer),
                integer(),
                random.nextBoolean() ? ShortText.encode("EUR/USD") : integer());
    }

    private LocalDate date() {
        return LocalDate.ofEpochDay(random.nextLong(-1_500_000, 4_000_000));
    }

    private LocalTime time() {
        return LocalTime.ofNanoOfDay(
                List.of(1L, 1_000L, 1_000_000L, 60_000_000_000L).get(random.nextInt(4)) * random.nextInt(1_440));
    }

    private ZoneOffset offset() {
        return ZoneOffset.ofTotalSeconds(random.nextInt(-18, 19) * (random.nextBoolean() ? 3_600 : 3_599));
    }

    private Reports.Times times() {
        LocalDateTime dateTime = LocalDateTime.of(date(), time());
        ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
        return new Reports.Times(
                maybe(() -> Instant.ofEpochSecond(integer() >> 20, random.nextInt(1_000) * 1_000_000L)),
                maybe(this::date),
                maybe(this::time),
                maybe(() -> dateTime),
                maybe(() -> OffsetDateTime.of(dateTime, offset())),
                maybe(() -> OffsetTime.of(time(), offset())),
                maybe(() -> ZonedDateTime.of(dateTime, zone)),
                maybe(() -> Duration.ofSeconds(integer(), random.nextInt(1_000) * 1_000_000L)),
                maybe(() -> Period.of(random.nextInt(-2, 2), random.nextInt(-20, 20), (int) integer())));
    }

    private Reports.Others others() {
        return new Reports.Others(
                maybe(() -> Year.of(random.nextInt(-12_000, 12_000))),
                maybe(() -> YearMonth.from(date())),
                maybe(() -> MonthDay.from(date())),
                maybe(() -> ZoneId.of(ZONES.get(random.nextInt(ZONES.size())))),
                maybe(this::offset),
                maybe(this::decimal),
                maybe(() -> new BigInteger(random.nextInt(200), random).negate()),
                maybe(() -> new UUID(random.nextLong(), random.nextLong())));
    }

    private BigDecimal decimal() {
        return new BigDecimal(BigInteger.valueOf(integer()), random.nextInt(-12, 30));
    }

    private Object anything() {
        return switch (random.nextInt(8)) {
            case 0 -> text();
            case 1 -> (int) integer();
            case 2 -> integer();
            case 3 -> real();
            case 4 -> decimal();
            case 5 -> random.nextBoolean();
            case 6 -> bytes(random.nextInt(10));
            default -> (short) integer();
        };
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private Reports.Containers containers() {
        return new Reports.Containers(
                maybe(this::text),
                maybe(() -> bytes(random.nextInt(120))),
                random.longs(random.nextInt(8)).toArray(),
                maybe(() -> list(() -> list(this::text))),
                maybe(this::reals),
                maybe(this::numbersByText),
                maybe(this::shapes),
                maybe(() -> list(this::anything)));
    }

    private Set<Double> reals() {
        return new LinkedHashSet<>(list(this::real));
    }

    private Map<String, Integer> numbersByText() {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (String key : list(this::text)) {
            if (key != null) {
                map.put(key, maybe(random::nextInt));
            }
        }
        return map;
    }

    private Map<Reports.Side, List<Reports.Shape>> shapes() {
        Map<Reports.Side, List<Reports.Shape>> map = new LinkedHashMap<>();
        map.put(Reports.Side.SELL, maybe(() -> list(() -> shape(0))));
        if (random.nextBoolean()) {
            map.put(Reports.Side.BUY, maybe(() -> list(() -> shape(0))));
        }
        return map;
    }

    private Reports.Shape shape(int depth) {
        return switch (random.nextInt(depth > 3 ? 2 : 3)) {
            case 0 -> new Reports.Circle(single());
            case 1 -> random.nextBoolean() ? Reports.Colour.RED : Reports.Colour.GREEN;
            default -> new Reports.Group(maybe(this::text), maybe(() -> list(() -> shape(depth + 1))));
        };
    }
}
