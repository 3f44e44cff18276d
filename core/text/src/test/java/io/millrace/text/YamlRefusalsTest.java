package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.Converted;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireCodec;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireObserver;
import io.millrace.wire.WireTypes;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Well-formed messages that their own classes refuse: the error has their position in the text. */
class YamlRefusalsTest {
    private final Wire wire = Wire.of(WireTypes.none());

    record Leg(int lots, Leg next) {
        Leg {
            if (lots < 0 || (next != null && next.lots == lots)) {
                throw new IllegalArgumentException("lots=" + lots);
            }
        }
    }

    record Order(
            String symbol,
            List<Leg> legs,

            @Converted(ConvertedValuesTest.CurrencyConverter.class)
            Currency currency,

            Leg last) {}

    interface Orders {
        void order(long id, Order order);
    }

    private TextException refused(String text) {
        return assertThrows(TextException.class, () -> Yaml.of(wire).read(Order.class, text, TextOptions.strict()));
    }

    private static void assertAt(TextException e, int line, int column) {
        assertEquals(line + ":" + column, e.line() + ":" + e.column(), e.getMessage());
    }

    @Test
    void anErrorOfANestedConstructorHasItsPosition() {
        TextException e = refused("symbol: A\nlegs:\n  - lots: 1\n  - lots: -5\n  - lots: 3\n");
        assertAt(e, 4, 5);
        assertTrue(e.getMessage().contains("lots=-5"), e.getMessage());
        assertTrue(e.getMessage().contains("type=io.millrace.text.YamlRefusalsTest$Leg"), e.getMessage());
        assertInstanceOf(IllegalArgumentException.class, e.getCause().getCause());
    }

    @Test
    void errorsOfOuterAndInnerMessagesThatEndTogetherAreDistinguished() {
        assertAt(refused("last:\n  lots: 7\n  next:\n    lots: 7\n"), 2, 3);
        assertAt(refused("last:\n  lots: 7\n  next:\n    lots: -7\n"), 4, 5);
    }

    @Test
    void anErrorOfAConverterHasItsPosition() {
        TextException e = refused("symbol: A\ncurrency: nowhere\n");
        assertAt(e, 2, 11);
        assertTrue(e.getMessage().contains("field=currency"), e.getMessage());
    }

    @Test
    void errorsOfTheCodecHaveTheirPositionToo() {
        WireCodec<Order> codec = wire.codec(Order.class, WireFormat.YAML);
        byte[] text = "symbol: A\nlast: {lots: -1}\n".getBytes(StandardCharsets.UTF_8);
        TextException e = assertThrows(
                TextException.class, () -> codec.decoder(codec.schema()).read(BinaryInput.of(text), null));
        assertAt(e, 2, 7);
    }

    @Test
    void errorsInArgumentsHaveTheirPositionOnRequest() {
        YamlCalls calls = YamlCalls.read(
                new StringReader("# first\norder:\n  - 5\n  - symbol: B\n    legs:\n      - lots: -2\n"),
                wire.calls(Orders.class),
                TextOptions.strict());
        assertTrue(calls.next());
        BinaryOutput out = BinaryOutput.allocate(64);
        calls.arguments(out);
        BinaryInput in = BinaryInput.of(out.toByteArray());
        CallDecoder decoder = wire.callDecoder(wire.calls(Orders.class).getFirst(), Orders.class)
                .orElseThrow();
        WireException e = assertThrows(WireException.class, () -> decoder.call(in, (Orders) (id, order) -> {}));
        assertAt(assertInstanceOf(TextException.class, calls.located(e, in)), 6, 9);
    }

    record Graded(MissingAndUnknownTest.After value) {}

    @Test
    void unknownPartsAreReportedToTheObserver() {
        List<String> seen = new ArrayList<>();
        TextOptions options = TextOptions.strict().observed(new WireObserver() {
            @Override
            public void unknownField(String type, String field, String value) {
                seen.add(field + "=" + value);
            }

            @Override
            public void unknownConstant(String type, String constant) {
                seen.add(type.replaceAll(".*\\$", "") + ":" + constant);
            }
        });
        assertEquals(
                MissingAndUnknownTest.After.OTHER,
                Yaml.of(wire).read(Graded.class, "value: NEW\n", options).value());
        Order order = Yaml.of(wire).read(Order.class, "symbol: A\nvenue: X\nmore: [1]\n", options);
        assertEquals("A", order.symbol());
        assertEquals(List.of("After:NEW", "venue=X", "more=(a sequence)"), seen);
    }
}
