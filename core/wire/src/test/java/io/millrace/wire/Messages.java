package io.millrace.wire;

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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Messages of every kind for the tests. */
final class Messages {
    private Messages() {}

    enum Side {
        BUY,
        SELL {
            @Override
            public String toString() {
                return "sell";
            }
        }
    }

    record Trade(String symbol, Instant at, double price, double quantity) {}

    record Primitives(boolean z, byte b, short s, char c, int i, long l, float f, double d) {}

    record Boxes(Boolean z, Byte b, Short s, Character c, Integer i, Long l, Float f, Double d) {}

    record Times(
            Instant instant,
            LocalDate localDate,
            LocalTime localTime,
            LocalDateTime localDateTime,
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

    record Others(String string, BigDecimal bigDecimal, BigInteger bigInteger, UUID uuid, Side side, Shape shape) {}

    record Collections(
            List<String> strings,
            Set<Integer> numbers,
            Map<String, Trade> trades,
            Map<Side, List<Long>> bySide,
            List<Trade> list,
            List<List<Set<Shape>>> nested) {}

    record Optionals(
            Optional<String> text,
            Optional<Trade> trade,
            OptionalInt number,
            OptionalLong large,
            OptionalDouble floating,
            Optional<List<Integer>> list) {}

    /** A record whose arrays count by their elements. */
    @SuppressWarnings("ArrayRecordComponent") // the codec has to cope with what users write
    record Arrays(
            boolean[] z,
            byte[] b,
            short[] s,
            char[] c,
            int[] i,
            long[] l,
            float[] f,
            double[] d,
            String[] t,
            Trade[] u) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Arrays that
                    && java.util.Arrays.equals(z, that.z)
                    && java.util.Arrays.equals(b, that.b)
                    && java.util.Arrays.equals(s, that.s)
                    && java.util.Arrays.equals(c, that.c)
                    && java.util.Arrays.equals(i, that.i)
                    && java.util.Arrays.equals(l, that.l)
                    && java.util.Arrays.equals(f, that.f)
                    && java.util.Arrays.equals(d, that.d)
                    && java.util.Arrays.equals(t, that.t)
                    && java.util.Arrays.equals(u, that.u);
        }

        @Override
        public int hashCode() {
            return java.util.Arrays.hashCode(l);
        }
    }

    sealed interface Shape permits Circle, Square, Group, Colour {}

    record Circle(double radius) implements Shape {}

    static final class Square implements Shape {
        private double side;

        Square() {}

        Square(double side) {
            this.side = side;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Square that && Double.compare(side, that.side) == 0;
        }

        @Override
        public int hashCode() {
            return Double.hashCode(side);
        }
    }

    record Group(String name, List<Shape> members) implements Shape {}

    enum Colour implements Shape {
        RED,
        GREEN
    }

    /** A message that contains itself, alone and in a list. */
    record Tree(String name, Tree left, List<Tree> others) {}

    /** A mutable message with private state, some of it in a superclass. */
    static class Base {
        private long sequence;

        void sequence(long value) {
            sequence = value;
        }

        long sequence() {
            return sequence;
        }
    }

    /** A mutable message. */
    static final class Quote extends Base {
        private String symbol = "none";
        private long time;
        private Side side;
        private double price;
        private double quantity;
        private Depth depth;
        private double[] levels;
        private List<Depth> depths;
        transient int ignored = 7;

        Quote() {}

        Quote(String symbol, long time, Side side, double price, double quantity, Depth depth) {
            this.symbol = symbol;
            this.time = time;
            this.side = side;
            this.price = price;
            this.quantity = quantity;
            this.depth = depth;
        }

        Quote levels(double... values) {
            levels = values;
            return this;
        }

        Quote depths(List<Depth> values) {
            depths = values;
            return this;
        }

        Depth depth() {
            return depth;
        }

        double[] levels() {
            return levels;
        }

        List<Depth> depths() {
            return depths;
        }

        String symbol() {
            return symbol;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Quote that
                    && sequence() == that.sequence()
                    && Objects.equals(symbol, that.symbol)
                    && time == that.time
                    && side == that.side
                    && Double.compare(price, that.price) == 0
                    && Double.compare(quantity, that.quantity) == 0
                    && Objects.equals(depth, that.depth)
                    && java.util.Arrays.equals(levels, that.levels)
                    && Objects.equals(depths, that.depths);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(time);
        }
    }

    /** A mutable message within another. */
    static final class Depth {
        int level;
        String venue;

        private Depth() {}

        Depth(int level, String venue) {
            this.level = level;
            this.venue = venue;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Depth that && level == that.level && Objects.equals(venue, that.venue);
        }

        @Override
        public int hashCode() {
            return level;
        }
    }

    /** A record of anything. */
    @SuppressWarnings("ArrayRecordComponent") // the codec has to cope with what users write
    record Anything(Object one, Object[] many) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Anything that
                    && Objects.deepEquals(one, that.one)
                    && java.util.Arrays.deepEquals(many, that.many);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(one);
        }
    }
}
