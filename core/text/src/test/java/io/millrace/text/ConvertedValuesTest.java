package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryCodec;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Converted;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.NumberForm;
import io.millrace.wire.RecordingSink;
import io.millrace.wire.ScalarConverter;
import io.millrace.wire.Schema;
import io.millrace.wire.ShortText;
import io.millrace.wire.TextForm;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypeException;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers that text shows in another form, and values of classes that the wire does not know. */
class ConvertedValuesTest {
    private final Wire wire = Wire.of(WireTypes.none());

    @SuppressWarnings("ArrayRecordComponent") // users write records with arrays, and the codec must handle them
    record Shows(
            @TextForm(NumberForm.EPOCH_SECONDS) long seconds,
            @TextForm(NumberForm.EPOCH_MILLIS) Long millis,
            @TextForm(NumberForm.EPOCH_MICROS) long micros,
            @TextForm(NumberForm.EPOCH_NANOS) long nanos,
            @TextForm(NumberForm.SHORT_TEXT) long symbol,
            @TextForm(NumberForm.HEX) int flags,
            @TextForm(NumberForm.HEX) byte small,
            @TextForm(NumberForm.HEX) long[] ids,
            @TextForm(NumberForm.SHORT_TEXT) Map<String, Long> codes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Shows that
                    && seconds == that.seconds
                    && millis.equals(that.millis)
                    && micros == that.micros
                    && nanos == that.nanos
                    && symbol == that.symbol
                    && flags == that.flags
                    && small == that.small
                    && Arrays.equals(ids, that.ids)
                    && codes.equals(that.codes);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(nanos);
        }
    }

    @Test
    void numbersAreShownInTheirForms() {
        Shows shows = new Shows(
                1,
                1_001L,
                -1,
                1_700_000_000_000_000_001L,
                ShortText.encode("EUR/USD"),
                -1,
                (byte) 0x1f,
                new long[] {255, -1},
                Map.of("a", ShortText.encode("null")));
        assertEquals("""
                !Shows
                seconds: 1970-01-01T00:00:01Z
                millis: 1970-01-01T00:00:01.001Z
                micros: 1969-12-31T23:59:59.999999Z
                nanos: 2023-11-14T22:13:20.000000001Z
                symbol: EUR/USD
                flags: 0xffffffff
                small: 0x1f
                ids: [0xff, 0xffffffffffffffff]
                codes:
                  a: "null"
                """, Yaml.of(wire).write(shows));
        assertEquals(shows, Yaml.of(wire).read(Shows.class, Yaml.of(wire).write(shows), TextOptions.strict()));
    }

    @Test
    void everyNumberInEveryFormIsReadBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            long[] n = new long[8];
            for (int j = 0; j < n.length; j++) {
                n[j] = switch (random.nextInt(4)) {
                    case 0 -> Long.MIN_VALUE + random.nextInt(3);
                    case 1 -> Long.MAX_VALUE - random.nextInt(3);
                    case 2 -> random.nextInt(-3, 3);
                    default -> random.nextLong();
                };
            }
            Shows shows = new Shows(
                    n[0], n[1], n[2], n[3], n[4], (int) n[5], (byte) n[6], new long[] {n[7]}, Map.of("k", n[0]));
            String text = Yaml.of(wire).write(shows);
            assertEquals(
                    shows,
                    Yaml.of(wire).read(Shows.class, text, TextOptions.strict()),
                    () -> "seed=" + seed + "\n" + text);
        }
    }

    @Test
    void aFormTravelsWithTheSchema() {
        BinaryCodec<Shows> codec = wire.codec(Shows.class);
        byte[] encoded = codec.schema().encode();
        assertEquals(codec.schema(), Schema.decode(MemorySegment.ofArray(encoded), 0, encoded.length));
    }

    @Test
    void textsOfUpToTenCharactersFitALong() {
        for (String text : List.of("", "A", "0", "00", "EUR/USD", "BRK.B", "zzzzzzzzzz", ">>>>>>>>>>", "0000000000")) {
            assertEquals(text, ShortText.decode(ShortText.encode(text)));
        }
        assertEquals(0, ShortText.encode(""));
        assertThrows(IllegalArgumentException.class, () -> ShortText.encode("12345678901"));
        assertThrows(IllegalArgumentException.class, () -> ShortText.encode("a b"));
        assertThrows(IllegalArgumentException.class, () -> ShortText.encode("é"));
        assertThrows(IllegalArgumentException.class, () -> ShortText.decode(-1));
    }

    record WrongForm(@TextForm(NumberForm.EPOCH_NANOS) int value) {}

    @Test
    void aFormThatDoesNotFitTheKindIsRefused() {
        WireTypeException e = assertThrows(WireTypeException.class, () -> wire.codec(WrongForm.class));
        assertTrue(e.getMessage().contains("EPOCH_NANOS type=int in="), e.getMessage());
        assertTrue(e.getMessage().endsWith("WrongForm.value"), e.getMessage());
    }

    @Test
    void aTextThatIsNotSuchANumberIsAnErrorWithItsPosition() {
        TextException e = assertThrows(
                TextException.class,
                () -> Yaml.of(wire).read(Shows.class, "seconds: 1970-01-01T00:00:01.5Z\n", TextOptions.strict()));
        assertTrue(e.getMessage().contains("expected=\"a moment"), e.getMessage());
        assertEquals(1, e.line());
    }

    static final class CurrencyConverter implements ScalarConverter<Currency, String> {
        @Override
        public String toWire(Currency value) {
            return value.getCurrencyCode();
        }

        @Override
        public Currency fromWire(String written) {
            return Currency.getInstance(written);
        }
    }

    /** Ticks of a hundredth, shown to people with a decimal point. */
    static final class Ticks implements ScalarConverter<Long, BigDecimal> {
        @Override
        public BigDecimal toWire(Long value) {
            return BigDecimal.valueOf(value, 2);
        }

        @Override
        public Long fromWire(BigDecimal written) {
            return written.movePointRight(2).longValueExact();
        }
    }

    @Converted(IsinConverter.class)
    static final class Isin implements Comparable<Isin> {
        private final String code;

        Isin(String code) {
            this.code = code;
        }

        @Override
        public int compareTo(Isin other) {
            return code.compareTo(other.code);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Isin that && code.equals(that.code);
        }

        @Override
        public int hashCode() {
            return code.hashCode();
        }
    }

    static final class IsinConverter implements ScalarConverter<Isin, String> {
        @Override
        public String toWire(Isin value) {
            return value.code;
        }

        @Override
        public Isin fromWire(String written) {
            return new Isin(written);
        }
    }

    record Deal(
            @Converted(CurrencyConverter.class) Currency currency,
            @Converted(Ticks.class) long price,
            Isin isin,
            List<Isin> others,
            Map<Isin, Integer> weights,
            Isin none) {}

    static final class MutableDeal {
        @Converted(Ticks.class)
        long price;

        Isin isin;
    }

    interface Deals {
        void deal(@Converted(Ticks.class) long price, Isin isin, @TextForm(NumberForm.HEX) int flags);
    }

    @Test
    void convertedValuesTravelAndAreShownAsWhatTheyBecome() {
        Isin isin = new Isin("US0378331005");
        Deal deal = new Deal(Currency.getInstance("CHF"), 1_234, isin, List.of(new Isin("X")), Map.of(isin, 5), null);
        BinaryOutput out = BinaryOutput.allocate(64);
        BinaryCodec<Deal> codec = wire.codec(Deal.class);
        codec.write(out, deal);
        assertEquals(deal, codec.decoder().read(BinaryInput.of(out.toByteArray())));
        String text = Yaml.of(wire).write(deal);
        assertTrue(text.contains("currency: CHF\nprice: 12.34\nisin: US0378331005\nothers: [X]\n"), text);
        assertEquals(deal, Yaml.of(wire).read(Deal.class, text, TextOptions.strict()));
        MutableDeal mutable = Yaml.of(wire).read(MutableDeal.class, "price: 0.50\nisin: Y\n", TextOptions.strict());
        assertEquals(50, mutable.price);
        assertEquals("!MutableDeal\nprice: 0.50\nisin: Y\n", Yaml.of(wire).write(mutable));
    }

    @Test
    void parametersMayBeConvertedToo() {
        RecordingSink sink = new RecordingSink();
        MethodWriter writer = wire.methodWriter(sink, Deals.class);
        writer.as(Deals.class).deal(99, new Isin("Z"), 16);
        CallSchema schema = writer.calls().getFirst();
        assertEquals("deal: [0.99, Z, 0x10]\n", Yaml.ofCall(schema, BinaryInput.of(sink.bytes.getFirst())));
        StringBuilder seen = new StringBuilder();
        wire.callDecoder(schema, Deals.class).orElseThrow().call(BinaryInput.of(sink.bytes.getFirst()), (Deals)
                (price, isin, flags) -> seen.append(price).append(isin.code).append(flags));
        assertEquals("99Z16", seen.toString());
    }

    @Test
    void anExceptionOfAConverterIsReported() {
        Schema schema = wire.schema(Deal.class);
        BinaryOutput out = BinaryOutput.allocate(64);
        YamlText.of(schema).read("currency: nowhere\nprice: 1\n", TextOptions.strict(), out);
        WireException e = assertThrows(
                WireException.class, () -> wire.codec(Deal.class).decoder().read(BinaryInput.of(out.toByteArray())));
        assertTrue(e.getMessage().contains("field=currency"), e.getMessage());
    }

    record Unfit(@Converted(CurrencyConverter.class) String currency) {}

    @Test
    void aConverterOfAnotherClassIsRefused() {
        WireTypeException e = assertThrows(WireTypeException.class, () -> wire.codec(Unfit.class));
        assertTrue(e.getMessage().contains("Unfit.currency"), e.getMessage());
    }
}
