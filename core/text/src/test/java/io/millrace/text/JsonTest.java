package io.millrace.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Messages;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.ScalarText;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireDecoder;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireTypes;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    private final Wire wire = Wire.of(WireTypes.none().allow(Messages.Trade.class));

    enum Side {
        BUY,
        SELL
    }

    sealed interface Event permits Fill, Cancel, Reason {}

    record Fill(long id, double price) implements Event {}

    record Cancel(String why, List<Event> then) implements Event {}

    enum Reason implements Event {
        HALTED
    }

    record Order(String symbol, Instant at, Side side, double price, Long quantity, List<Event> events) {}

    @SuppressWarnings("ArrayRecordComponent") // compared field by field
    record Odd(Map<String, Integer> counts, Object any, BigDecimal exact, byte[] raw, char unit, ZonedDateTime when) {
        static Odd any(Object any) {
            return new Odd(null, any, null, null, 'x', null);
        }
    }

    private <T> String write(Class<T> type, T message) {
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(type, WireFormat.JSON).encoder().write(out, message);
        return new String(out.toByteArray(), UTF_8);
    }

    private <T> T read(Class<T> type, String json) {
        return wire.codec(type, WireFormat.JSON).decoder().read(BinaryInput.of(json.getBytes(UTF_8)));
    }

    private <T> void refused(Class<T> type, String json, String... parts) {
        String message =
                assertThrows(TextException.class, () -> read(type, json)).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    /** The page on JSON shows this message. */
    @Test
    void theTextIsThatOfThePage() {
        Order order = new Order(
                "EURUSD",
                Instant.ofEpochSecond(1_709_209_800),
                Side.SELL,
                800.5,
                null,
                List.of(new Fill(7, Double.NaN), new Cancel("say \"no\"\n", List.of()), Reason.HALTED));
        String json = "{\"symbol\":\"EURUSD\",\"at\":\"2024-02-29T12:30:00Z\",\"side\":\"SELL\",\"price\":800.5,"
                + "\"events\":[{\"@type\":\"Fill\",\"id\":7,\"price\":\"NaN\"},"
                + "{\"@type\":\"Cancel\",\"why\":\"say \\\"no\\\"\\n\",\"then\":[]},"
                + "{\"@type\":\"Reason\",\"@value\":\"HALTED\"}]}";
        assertEquals(json, write(Order.class, order));
        assertEquals(order, read(Order.class, json));
    }

    @Test
    void fieldsMayComeInAnyOrder() {
        Order order = new Order("A", Instant.EPOCH, null, 1, 2L, null);
        assertEquals(
                order,
                read(
                        Order.class,
                        "{ \"quantity\" : 2, \"events\":null, \"symbol\":\"A\", \"price\":1.0,"
                                + "\"at\":\"1970-01-01T00:00:00Z\"}"));
        assertEquals(
                order,
                read(
                        Order.class,
                        "{\"at\":\"1970-01-01T00:00:00Z\",\"quantity\":\"2\",\"price\":\"1\",\"symbol\":\"A\"}"));
        refused(Order.class, "{\"price\":1,\"symbol\":\"A\",\"price\":2}", "appears twice field=price", "column=");
        refused(Order.class, "{\"symbol\":\"A\",\"symbol\":\"B\"}", "appears twice field=symbol");
    }

    @Test
    void theTypeMayFollowTheFields() {
        Order order = read(Order.class, "{\"events\":[{\"price\":2,\"id\":1,\"@type\":\"Fill\"}]}");
        assertEquals(List.of(new Fill(1, 2)), order.events());
        refused(Order.class, "{\"events\":[{\"price\":2}]}", "must have its type", "path=events[0]", "Fill");
        refused(Order.class, "{\"events\":[{\"@type\":\"Fil\"}]}", "@type=Fil nearest=Fill");
        refused(Order.class, "{\"@type\":\"Other\"}", "the name of this type");
    }

    @Test
    void unknownFieldsAreRefusedOrSkipped() {
        String json = "{\"symbol\":\"A\",\"pricce\":{\"a\":[1,{}]},\"price\":3}";
        refused(Order.class, json, "field=pricce", "nearest=price", "line=1");
        WireDecoder<Order> lenient =
                wire.codec(Order.class, WireFormat.JSON, TextOptions.lenient()).decoder();
        assertEquals(3, lenient.read(BinaryInput.of(json.getBytes(UTF_8))).price());
    }

    @Test
    void errorsHavePositionAndValue() {
        refused(Order.class, "{\"symbol\":\"A\",\n \"price\": \"high\"}", "value=high", "path=price", "line=2");
        refused(Order.class, "{\"symbol\":\"A\"", "not JSON");
        refused(Order.class, "{\"symbol\":1}", "path=symbol", "value=1");
        refused(Order.class, "[1]", "an object with the fields of");
        refused(Order.class, "{} {}", "more than one value");
        refused(Order.class, "{\"quantity\":9223372036854775808}", "path=quantity", "64 bits");
        refused(Fill.class, "{\"id\":1.5}", "path=id");
        refused(Order.class, "", "ends within a value");
    }

    @Test
    void onlyStrictUtf8IsJson() {
        String json = "{\"symbol\":\"A\",\"events\":[{\"@type\":\"Cancel\",\"why\":\"x\"}]}";
        for (Charset other : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, Charset.forName("UTF-32LE"))) {
            refusedBytes(json.getBytes(other), "no UTF-8");
        }
        byte[] bytes = json.getBytes(UTF_8);
        int at = json.indexOf("x\"");
        for (int wrong : new int[] {0xC0, 0xED, 0xFE, 0x80, 0}) {
            byte[] damaged = bytes.clone();
            damaged[at] = (byte) wrong;
            refusedBytes(
                    damaged,
                    "byte=0x" + HexFormat.of().toHexDigits((byte) wrong) + " offset=" + at,
                    "line=1",
                    "column=" + (at + 1));
        }
        String overlong = json.replace("x\"", "__\"");
        byte[] slash = overlong.getBytes(UTF_8);
        slash[at] = (byte) 0xC0;
        slash[at + 1] = (byte) 0xAF;
        refusedBytes(slash, "byte=0xc0");
    }

    private void refusedBytes(byte[] json, String... parts) {
        WireDecoder<Order> decoder = wire.codec(Order.class, WireFormat.JSON).decoder();
        WireException error = assertThrows(WireException.class, () -> decoder.read(BinaryInput.of(json)));
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error.getMessage());
        }
    }

    @Test
    void valuesThatJsonCannotExpressHaveAForm() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        counts.put("", 1);
        counts.put("@null", 2);
        counts.put(null, 3);
        counts.put("😀", null);
        Odd odd = new Odd(counts, 1L, new BigDecimal("1.10E+400"), new byte[] {0, -1}, '\uD83D', null);
        String json = write(Odd.class, odd);
        assertTrue(json.contains("\"counts\":{\"\":1,\"@@null\":2,\"@null\":3,\"😀\":null}"), json);
        assertTrue(json.contains("\"any\":{\"@type\":\"long\",\"@value\":1}"), json);
        assertTrue(json.contains("\"exact\":1.10E+400,\"raw\":\"AP8=\",\"unit\":\"\\ud83d\""), json);
        Odd read = read(Odd.class, json);
        assertEquals(counts, read.counts());
        assertEquals(odd.exact(), read.exact());
        assertEquals('\uD83D', read.unit());
    }

    @Test
    void openValuesKeepTheirType() {
        for (Object any : List.of(
                "s",
                true,
                1,
                1L,
                Long.MAX_VALUE,
                1.0,
                -0.0,
                Double.NaN,
                1.5f,
                'c',
                Instant.EPOCH,
                new BigDecimal("1.0"))) {
            assertEquals(any, read(Odd.class, write(Odd.class, Odd.any(any))).any());
        }
    }

    @Test
    void timesWithZonesKeepTheirOffset() {
        for (String text : List.of(
                "2024-02-29T12:30+01:00[Europe/Paris]",
                "2024-10-27T02:30+01:00[Europe/Paris]",
                "2024-10-27T02:30+02:00[Europe/Paris]",
                "2016-07-22T12:34:56.789Z[UTC]",
                "2016-07-22T12:34:56.000000001Z",
                "0001-01-01T00:00+00:01:15",
                "+12345-01-01T00:00:01-18:00")) {
            ZonedDateTime when = ZonedDateTime.parse(text);
            BinaryOutput out = BinaryOutput.allocate(64);
            assertTrue(ScalarText.read(ScalarKind.ZONED_DATE_TIME, text, out), text);
            assertEquals(when, BinaryInput.of(out.toByteArray()).readZonedDateTime(), text);
            Odd odd = new Odd(null, null, null, null, 'x', when);
            assertTrue(write(Odd.class, odd).contains('"' + text + '"'), write(Odd.class, odd));
            assertEquals(when, read(Odd.class, write(Odd.class, odd)).when());
        }
        refused(Odd.class, "{\"when\":\"2024-02-30T12:30Z\"}", "path=when");
        refused(Odd.class, "{\"when\":\"2024-02-29T12:3a:00Z\"}", "path=when");
        refused(Odd.class, "{\"when\":\"2024-02-29T12:30Z[Nowhere/AtAll]\"}", "path=when");
    }

    @Test
    void depthIsBounded() {
        String deep = "{\"then\":[" + "{\"@type\":\"Cancel\",\"then\":[".repeat(200);
        assertThrows(WireLimitException.class, () -> read(Cancel.class, deep));
        refused(Order.class, "[".repeat(10_000), "an object");
    }

    /** A text that turns direction, or hides a part of itself, would look like another one where it is shown. */
    @Test
    void whatCannotBeSeenIsEscaped() {
        String hidden = "a\u202eb\u200bc\u2066d\u00ade\u061cf\ufeff\u0085";
        String text = "\"a\\u202eb\\u200bc\\u2066d\\u00ade\\u061cf\\ufeff\\u0085\"";
        assertEquals("{\"why\":" + text + ",\"then\":[]}", write(Cancel.class, new Cancel(hidden, List.of())));
        assertEquals(new Cancel(hidden, List.of()), read(Cancel.class, "{\"why\":" + text + ",\"then\":[]}"));
        String visible = "Größe \u20ac \u2028 \uffee \ud83d\ude00 日本";
        assertEquals("{\"why\":\"" + visible + "\"}", write(Cancel.class, new Cancel(visible, null)));
        Map<String, Integer> counts = Map.of("x\u2067y", 1);
        assertTrue(write(Odd.class, new Odd(counts, null, null, null, '\u202d', null))
                .contains("{\"x\\u2067y\":1}"));
        assertTrue(write(Odd.class, Odd.any('\u202d')).contains("\\u202d"));
    }
}
