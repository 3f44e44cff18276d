package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Messages;
import io.millrace.wire.RandomMessages;
import io.millrace.wire.Schema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BinaryListingTest {
    record Leg(String symbol, Integer lots) {}

    @SuppressWarnings("ArrayRecordComponent") // arrays are one of the forms
    record Order(String id, Instant at, List<Leg> legs, Map<String, Messages.Shape> shapes, byte[] raw) {}

    private final Wire wire = Wire.of(WireTypes.none());

    private static List<BinaryListing.Line> list(Schema schema, byte[] bytes) {
        List<BinaryListing.Line> lines = new ArrayList<>();
        BinaryListing.of(schema).list(BinaryInput.of(bytes), lines::add);
        return lines;
    }

    private <T> byte[] bytes(Class<T> type, Object message) {
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(type).write(out, type.cast(message));
        return out.toByteArray();
    }

    @Test
    void everyByteHasAFieldAndAValue() {
        Map<String, Messages.Shape> shapes = new LinkedHashMap<>();
        shapes.put("a: b", new Messages.Circle(1));
        shapes.put("c", Messages.Colour.GREEN);
        Order order =
                new Order("x\ny", Instant.EPOCH, Arrays.asList(new Leg("A", null), null), shapes, new byte[] {1, 2});
        List<String> lines = list(wire.schema(Order.class), bytes(Order.class, order)).stream()
                .map(line -> line.offset() + "+" + line.length() + " " + line.field() + " = " + line.value())
                .toList();
        assertEquals(
                List.of(
                        "0+4 id = \"x\\ny\"",
                        "4+3 at = 1970-01-01T00:00:00Z",
                        "7+1 legs = 2 elements",
                        "8+1 legs[0] = !Leg",
                        "9+2 legs[0].symbol = A",
                        "11+1 legs[0].lots = null",
                        "12+1 legs[1] = null",
                        "13+1 shapes = 2 entries",
                        "14+5 shapes[0].key = \"a: b\"",
                        "19+1 shapes[0].value = !io.millrace.wire.Messages$Circle",
                        "20+8 shapes[0].value.radius = 1.0",
                        "28+2 shapes[1].key = c",
                        "30+1 shapes[1].value = !io.millrace.wire.Messages$Colour",
                        "31+1 shapes[1].value = GREEN",
                        "32+3 raw = 2 bytes"),
                lines);
    }

    @Test
    void linesOfAnyMessageFollowEachOtherWithoutAGap() {
        long seed = System.nanoTime();
        RandomMessages messages = new RandomMessages(seed, WireTypes.none());
        for (Class<?> type : List.of(
                Messages.Trade.class,
                Messages.Boxes.class,
                Messages.Times.class,
                Messages.Collections.class,
                Messages.Arrays.class,
                Messages.Shape.class,
                Messages.Tree.class)) {
            for (int i = 0; i < 50; i++) {
                byte[] bytes = bytes(type, messages.of(type));
                int at = 0;
                for (BinaryListing.Line line : list(wire.schema(type), bytes)) {
                    assertEquals(at, line.offset(), "seed=" + seed);
                    assertTrue(line.length() > 0 && line.value().indexOf('\n') < 0, "seed=" + seed + " " + line);
                    at += line.length();
                }
                assertEquals(bytes.length, at, "seed=" + seed);
            }
        }
    }

    @Test
    void linesBeforeAnErrorAreListed() {
        byte[] bytes = bytes(Leg.class, new Leg("A", 5));
        bytes[2] = 7;
        List<BinaryListing.Line> lines = new ArrayList<>();
        BinaryListing listing = BinaryListing.of(wire.schema(Leg.class));
        assertThrows(WireFormatException.class, () -> listing.list(BinaryInput.of(bytes), lines::add));
        assertEquals(List.of(new BinaryListing.Line(0, 2, "symbol", "A")), lines);
    }

    @Test
    void aLongOrHostileTextIsShortAndOnOneLine() {
        String mean = "\u001b[2J😀" + "x".repeat(200);
        String value = list(wire.schema(Leg.class), bytes(Leg.class, new Leg(mean, null)))
                .getFirst()
                .value();
        assertTrue(value.startsWith("\"\\x1b[2J😀x"), value);
        assertTrue(value.endsWith("x\"...") && value.length() < 100, value);
    }
}
