package io.millrace.fuzz;

import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Messages of every kind and form of type. */
final class Samples {
    private Samples() {}

    enum Side {
        BUY,
        SELL
    }

    record Trade(String symbol, Instant at, Side side, double price, long quantity) {}

    record Numbers(
            boolean flag, byte tiny, short small, char letter, int number, long large, float single, double real) {}

    record Boxes(Boolean flag, Byte tiny, Short small, Character letter, Integer number, Long large, Float single) {}

    record Times(
            LocalDate date,
            LocalTime time,
            LocalDateTime dateTime,
            OffsetDateTime offsetDateTime,
            OffsetTime offsetTime,
            ZonedDateTime zonedDateTime,
            Duration duration,
            Period period,
            Year year,
            YearMonth yearMonth,
            MonthDay monthDay,
            ZoneId zoneId,
            ZoneOffset zoneOffset) {}

    record Large(BigDecimal decimal, BigInteger integer, UUID uuid) {}

    @SuppressWarnings("ArrayRecordComponent") // malicious input may try to make arrays too large
    record Containers(
            long[] longs,
            String[] texts,
            byte[] bytes,
            List<List<Integer>> lists,
            Set<String> set,
            Set<Period> periods,
            Map<Side, List<Double>> map,
            Map<BigInteger, String> byNumber) {}

    sealed interface Shape {}

    record Circle(double radius) implements Shape {}

    record Group(String name, List<Shape> members) implements Shape {}

    enum Colour implements Shape {
        RED,
        GREEN
    }

    record Node(String name, Node next, List<Node> children) {}

    record Anything(Object one, List<Object> more) {}

    record Refusing(int value) {
        Refusing {
            if (value < 0) {
                throw new IllegalArgumentException("value=" + value);
            }
        }
    }

    static final class Quote {
        private String symbol;
        private double[] levels;
        private List<Trade> trades;
        private Quote last;

        Quote with(String text, double... prices) {
            symbol = text;
            levels = prices;
            trades = List.of(trade());
            return this;
        }

        @Override
        public String toString() {
            return symbol + levels.length + trades + last;
        }
    }

    static Wire wire() {
        return Wire.of(allowed());
    }

    /** Returns the types that arguments may have beside those of their calls. */
    static WireTypes allowed() {
        return WireTypes.none().allow(Trade.class, Shape.class, Side.class);
    }

    static Trade trade() {
        return new Trade("EURUSD", Instant.ofEpochSecond(1, 5), Side.SELL, 1.5, -3);
    }

    /** Returns one message of each type; the first byte of an input is the position in this list. */
    static List<Object> messages() {
        LocalDate date = LocalDate.of(2024, 2, 29);
        LocalTime time = LocalTime.of(12, 34, 56, 789);
        ZoneOffset offset = ZoneOffset.ofHoursMinutes(5, 30);
        Node leaf = new Node("leaf", null, null);
        return List.of(
                trade(),
                new Numbers(true, (byte) -1, (short) -300, 'ß', Integer.MIN_VALUE, Long.MAX_VALUE, -0f, Math.PI),
                new Boxes(true, null, (short) 9, 'x', null, 1L << 40, Float.NaN),
                new Times(
                        date,
                        time,
                        LocalDateTime.of(date, time),
                        OffsetDateTime.of(date, time, offset),
                        OffsetTime.of(time, offset),
                        ZonedDateTime.of(date, time, ZoneId.of("Europe/London")),
                        Duration.ofMillis(-1_500),
                        Period.of(1, -2, 3),
                        Year.of(2024),
                        YearMonth.of(2024, 2),
                        MonthDay.of(2, 29),
                        ZoneId.of("Asia/Kolkata"),
                        offset),
                new Large(new BigDecimal("-123.4500"), BigInteger.TWO.pow(100), new UUID(1, 2)),
                new Containers(
                        new long[] {1, -1},
                        new String[] {"a", null},
                        new byte[] {1, 2, 3},
                        List.of(List.of(1, 2), List.of()),
                        new LinkedHashSet<>(List.of("x", "y: z\n")),
                        Set.of(Period.ofDays(1)),
                        Map.of(Side.BUY, List.of(1.0, Double.POSITIVE_INFINITY)),
                        Map.of(BigInteger.TEN, "ten")),
                new Group("g", List.of(new Circle(2), Colour.GREEN, new Group("", List.of()))),
                new Node("root", leaf, List.of(leaf, new Node("😀", leaf, List.of()))),
                new Anything("x", List.of(1, 2L, trade(), Side.BUY, new BigDecimal("1.50"), ZoneId.of("CET"))),
                new Refusing(1),
                new Quote().with("A", 1, 2.5, 3));
    }

    /** Returns the classes of the messages; for a union type its interface. */
    static List<Class<?>> types() {
        return messages().stream()
                .<Class<?>>map(message -> message instanceof Shape ? Shape.class : message.getClass())
                .toList();
    }
}
