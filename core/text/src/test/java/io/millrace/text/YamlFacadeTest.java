package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.Messages;
import io.millrace.wire.Messages.Circle;
import io.millrace.wire.Messages.Colour;
import io.millrace.wire.Messages.Group;
import io.millrace.wire.Messages.Shape;
import io.millrace.wire.Messages.Side;
import io.millrace.wire.Messages.Square;
import io.millrace.wire.Messages.Trade;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class YamlFacadeTest {
    private static <T> String same(T message) {
        String text = Yaml.toYaml(message);
        @SuppressWarnings("unchecked") // the class of a T
        Class<T> type = (Class<T>) message.getClass();
        assertEquals(message, Yaml.fromYaml(type, text), text);
        return text;
    }

    @Test
    void aMessageOfEveryKindIsEqualAfterTheRoundTrip() {
        assertEquals("""
                !Trade
                symbol: EURUSD
                at: 2024-02-29T12:00:00.000000001Z
                price: 1.0825
                quantity: 1000000.0
                """, same(new Trade("EURUSD", Instant.parse("2024-02-29T12:00:00.000000001Z"), 1.0825, 1e6)));
        same(new Trade(null, null, Double.NaN, -0.0));
        same(new Messages.Primitives(true, (byte) -1, (short) 2, 'x', 3, 4, 5.5f, 6.5));
        same(new Messages.Boxes(null, null, null, null, null, null, null, null));
        same(new Messages.Boxes(true, (byte) 1, (short) 2, '\ud83d', 3, 4L, 5f, 6d));
        same(new Messages.Others("a: b", new BigDecimal("1.10"), BigInteger.TEN, new UUID(1, 2), Side.SELL, null));
        same(new Messages.Others(null, null, null, null, null, Colour.RED));
        Trade trade = new Trade("A", Instant.EPOCH, 1, 2);
        Map<Side, List<Long>> bySide = new LinkedHashMap<>();
        bySide.put(Side.SELL, List.of(1L, 2L));
        bySide.put(Side.BUY, null);
        List<Trade> withNull = new ArrayList<>(List.of(trade));
        withNull.add(null);
        Messages.Collections collections = new Messages.Collections(
                List.of("a", "b, c", ""),
                Set.of(1, 2),
                Map.of("x y", trade),
                bySide,
                withNull,
                List.of(List.of(Set.of(new Circle(1), new Square(2)))));
        same(collections);
        same(new Messages.Optionals(
                Optional.of("x"),
                Optional.of(trade),
                OptionalInt.of(1),
                OptionalLong.empty(),
                OptionalDouble.of(2),
                Optional.empty()));
        same(new Messages.Arrays(
                new boolean[] {true},
                new byte[] {1, 2},
                new short[] {3},
                new char[] {'a', ','},
                new int[] {},
                null,
                new float[] {0.1f},
                new double[] {1, 2.5},
                new String[] {"a", null},
                new Trade[] {trade, null}));
        same(new Messages.Tree("a", new Messages.Tree("b", null, List.of()), null));
    }

    @Test
    void membersOfAUnionTypeAreDistinguishedByTheirTags() {
        Group group = new Group("g", List.of(new Circle(1), new Square(2), Colour.GREEN, new Group("h", null)));
        String text = same(group);
        assertEquals("""
                !Group
                name: g
                members:
                  - !Circle
                    radius: 1.0
                  - !Square
                    side: 2.0
                  - !Colour GREEN
                  - !Group
                    name: h
                """, text);
        assertEquals(group, Yaml.fromYaml(Shape.class, text));
        assertEquals(Colour.RED, Yaml.fromYaml(Shape.class, "!Colour RED"));
        TextException error = assertThrows(
                TextException.class, () -> Yaml.fromYaml(Shape.class, "!io.millrace.wire.Messages$Trade {}"));
        assertTrue(error.getMessage().contains("allowed=[!Circle, "), error.getMessage());
    }

    @Test
    void aMutableMessageIsEqualAfterTheRoundTrip() {
        same(new Messages.Quote("B", 5, Side.SELL, 6, 7, new Messages.Depth(8, "Y"))
                .levels(4, 5, 6)
                .depths(new ArrayList<>(List.of(new Messages.Depth(3, "c")))));
    }

    @Test
    void anythingOnTheAllowListHasAText() {
        Wire open = Wire.of(WireTypes.none().allow(Trade.class, Side.class));
        Messages.Anything anything = new Messages.Anything(new Trade("A", Instant.EPOCH, 1, 2), new Object[] {
            1,
            2L,
            "three",
            "4",
            4.0,
            5f,
            null,
            Side.SELL,
            new byte[] {5},
            java.time.ZoneId.of("CET"),
            3_000_000_000L,
            BigInteger.ONE,
            'c',
            (short) 1,
            (byte) 2,
            true
        });
        String text = Yaml.of(open).write(anything);
        assertEquals(anything, Yaml.of(open).read(Messages.Anything.class, text, TextOptions.strict()), text);
    }

    @Test
    void randomMessagesOfRandomTextsAreEqualAfterTheRoundTrip() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder symbol = new StringBuilder();
            for (int j = random.nextInt(6); j > 0; j--) {
                symbol.appendCodePoint("a 1:#-,\n\"é😀'[".codePoints().toArray()[random.nextInt(12)]);
            }
            Trade trade = new Trade(
                    symbol.toString(),
                    Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000)),
                    random.nextInt(1_000_000) / 100.0,
                    Double.longBitsToDouble(random.nextLong()));
            String text = Yaml.toYaml(trade);
            assertEquals(trade, Yaml.fromYaml(Trade.class, text), () -> "seed=" + seed + "\n" + text);
        }
    }

    @Test
    void aMessageThatRefusesItsFieldsIsAWireException() {
        WireException error = assertThrows(WireException.class, () -> Yaml.fromYaml(Positive.class, "count: -1"));
        assertTrue(error.getMessage().contains("count=-1"), error.getMessage());
        assertEquals(new Positive(2), Yaml.fromYaml(Positive.class, "count: 2"));
    }

    record Positive(int count) {
        Positive {
            if (count < 0) {
                throw new IllegalArgumentException("count=" + count);
            }
        }
    }

    @Test
    void aFailureLeavesNothingBehind() {
        Trade trade = new Trade("A", Instant.EPOCH, 1, 2);
        String text = Yaml.toYaml(trade);
        for (int i = 0; i < 3; i++) {
            assertThrows(WireException.class, () -> Yaml.toYaml(new Trade("\ud83d", null, 0, 0)));
            assertThrows(WireException.class, () -> Yaml.fromYaml(Trade.class, "symbol: A\nprice: x"));
            assertEquals(text, Yaml.toYaml(trade));
            assertEquals(trade, Yaml.fromYaml(Trade.class, text));
        }
        WireLimits limits = WireLimits.defaults().withMaxStringBytes(128);
        assertThrows(
                WireLimitException.class,
                () -> Yaml.of(Wire.of(WireTypes.none()))
                        .read(
                                Trade.class,
                                "symbol: " + "A".repeat(129),
                                TextOptions.strict().withLimits(limits)));
    }

    @Test
    void threadsMayShareAWire() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int number = i;
                results.add(threads.submit(() -> {
                    for (int j = 0; j < 2_000; j++) {
                        Trade trade = new Trade("T" + number, Instant.EPOCH, j, number);
                        assertEquals(trade, Yaml.fromYaml(Trade.class, Yaml.toYaml(trade)));
                    }
                }));
            }
            for (Future<?> result : results) {
                result.get();
            }
        }
    }

    record Noted(CharSequence note) {}

    @Test
    void aCharSequenceOfARecordIsAString() {
        assertEquals(new Noted("text"), Yaml.fromYaml(Noted.class, "note: text\n"));
    }
}
