package io.millrace.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.Alias;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {
    private final Wire wire = Wire.of(WireTypes.none());

    enum Side {
        BUY,
        SELL
    }

    record Order(String symbol, Instant at, Side side, double price, Long quantity, String note) {}

    record Basket(String name, List<Integer> lots, Order first) {}

    record One(String text) {}

    record None() {}

    private <T> CsvTranscoder transcoder(Class<T> type) {
        return new CsvTranscoder(wire.schema(type), TextOptions.strict());
    }

    private <T> String write(Class<T> type, T message) {
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(type, WireFormat.CSV).encoder().write(out, message);
        return new String(out.toByteArray(), UTF_8);
    }

    private <T> T read(Class<T> type, String row) {
        return wire.codec(type, WireFormat.CSV).decoder().read(bytes(row));
    }

    private static BinaryInput bytes(String text) {
        return BinaryInput.of(text.getBytes(UTF_8));
    }

    private <T> void roundTrips(Class<T> type, T message, String row) {
        assertEquals(row, write(type, message));
        assertEquals(message, read(type, row));
        assertEquals(message, read(type, row + "\r\n"));
    }

    private <T> void refused(Class<T> type, String row, String... parts) {
        String message =
                assertThrows(TextException.class, () -> read(type, row)).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    /** The page on CSV shows this message. */
    @Test
    void theRowIsThatOfThePage() {
        roundTrips(
                Order.class,
                new Order("EURUSD", Instant.ofEpochSecond(1_709_209_800), Side.SELL, 800.5, null, "a \"b\", c"),
                "EURUSD,2024-02-29T12:30:00Z,SELL,800.5,,\"a \"\"b\"\", c\"");
        BinaryOutput header = BinaryOutput.allocate(64);
        transcoder(Order.class).writeHeader(header);
        assertEquals("symbol,at,side,price,quantity,note", new String(header.toByteArray(), UTF_8));
    }

    @Test
    void anEmptyStringIsNotNull() {
        roundTrips(Order.class, new Order("", null, null, -0.0, 0L, null), "\"\",,,-0.0,0,");
        roundTrips(One.class, new One(null), "");
        roundTrips(One.class, new One(""), "\"\"");
        roundTrips(None.class, new None(), "");
    }

    @Test
    void quotesAreWrittenWhereTheyAreNeeded() {
        for (String text : List.of("a,b", "\"", "a\nb", "a\r\nb", " a", "a ", ",", "\"\"")) {
            assertEquals('"' + text.replace("\"", "\"\"") + '"', write(One.class, new One(text)));
            assertEquals(new One(text), read(One.class, write(One.class, new One(text))));
        }
        for (String text : List.of("a", "a b", "é😀", "null", "'")) {
            roundTrips(One.class, new One(text), text);
        }
        assertEquals(new One("plain"), read(One.class, "\"plain\""));
    }

    @Test
    void valuesThatAreNotSingleAreJson() {
        roundTrips(
                Basket.class,
                new Basket("x", List.of(1, 2), new Order("A", null, Side.BUY, 1, null, null)),
                "x,\"[1,2]\",\"{\"\"symbol\"\":\"\"A\"\",\"\"side\"\":\"\"BUY\"\",\"\"price\"\":1.0}\"");
        refused(Basket.class, "x,\"[1,,2]\",", "the JSON in a cell is wrong cell=lots");
    }

    @Test
    void theHeaderDefinesTheOrder() {
        CsvTranscoder csv = transcoder(Order.class);
        csv.readHeader(bytes("price,\"symbol\",at\n"));
        BinaryOutput out = BinaryOutput.allocate(64);
        csv.toBinary(bytes("1.5,A,1970-01-01T00:00:00Z"), out);
        assertEquals(
                new Order("A", Instant.EPOCH, null, 1.5, null, null),
                wire.codec(Order.class).decoder().read(BinaryInput.of(out.toByteArray())));
        assertThrows(TextException.class, () -> csv.readHeader(bytes("price,price")));
        String unknown = assertThrows(TextException.class, () -> csv.readHeader(bytes("prise")))
                .getMessage();
        assertTrue(unknown.contains("column=prise nearest=price"), unknown);
        CsvTranscoder lenient = new CsvTranscoder(wire.schema(One.class), TextOptions.lenient());
        lenient.readHeader(bytes("more,text,most"));
        out.reset();
        lenient.toBinary(bytes("1,2,3"), out);
        assertEquals(new One("2"), wire.codec(One.class).decoder().read(BinaryInput.of(out.toByteArray())));
    }

    @Test
    void errorsHavePositionAndValue() {
        refused(Order.class, "A,,,high,,", "value=high", "path=price", "column=5");
        refused(Order.class, "\"A\nB\",,HOLD,1,,", "path=side", "BUY", "line=2", "column=5");
        refused(Order.class, "A,,,,,", "path=price", "value=(nothing)");
        refused(Order.class, "A,,,1", "count=4 columns=6");
        refused(Order.class, "A,,,1,,,", "count=7 columns=6");
        refused(Order.class, "\"A", "a quote is not closed");
        refused(Order.class, "A\"B,,,1,,", "a cell without quotes around it contains a quote");
        refused(Order.class, "\"A\"B,,,1,,", "something follows a closing quote");
        refused(Order.class, "A,,,1,,\nB,,,1,,", "more than one row");
        refused(Order.class, "A,,,1,99999999999999999999,", "path=quantity", "64 bits");
    }

    enum Grade {
        GUT,
        @Alias("übel")
        SCHLECHT
    }

    record Mixed(char unit, Grade grade, double value, float small, boolean truth, java.time.ZonedDateTime at) {}

    /** Cells in the canonical form are read from their bytes, all others through a string; quotes change nothing. */
    @Test
    void cellsMeanTheSameInEveryForm() {
        java.time.ZonedDateTime at = java.time.ZonedDateTime.parse("2024-02-29T12:30:00+01:00[Europe/Paris]");
        Mixed plain = new Mixed('x', Grade.GUT, 800.5, 1.5f, true, at);
        String time = "2024-02-29T12:30:00+01:00[Europe/Paris]";
        for (String row : List.of(
                "x,GUT,800.5,1.5,true," + time,
                "\"x\",\"GUT\",\"800.5\",\"1.5\",\"true\",\"" + time + '"',
                "x,GUT,8.005e2,15e-1,True," + time)) {
            assertEquals(plain, read(Mixed.class, row), row);
        }
        Mixed odd = new Mixed('\ud83d', Grade.SCHLECHT, Double.NaN, Float.NEGATIVE_INFINITY, false, at);
        roundTrips(Mixed.class, odd, "\\ud83d,SCHLECHT,NaN,-Infinity,false,2024-02-29T12:30+01:00[Europe/Paris]");
        assertEquals(odd, read(Mixed.class, "\\ud83d,übel,NaN,-Infinity,false," + time));
        roundTrips(
                Mixed.class,
                new Mixed('"', Grade.GUT, -0.0, 1e10f, false, null),
                "\"\"\"\",GUT,-0.0,10000000000.0,false,");
        roundTrips(Mixed.class, new Mixed('é', Grade.GUT, 1e300, 1f, false, null), "é,GUT,1.0E300,1.0,false,");
        refused(Mixed.class, "xy,GUT,1,1,true,", "value=xy", "path=unit");
        refused(Mixed.class, "x,gut,1,1,true,", "value=gut", "path=grade");
        refused(Mixed.class, "x,GUT,1..5,1,true,", "value=1..5", "path=value");
        refused(Mixed.class, "x,GUT,1,1,true,2024-02-30T12:30:00Z", "value=2024-02-30T12:30:00Z", "path=at");
    }
}
