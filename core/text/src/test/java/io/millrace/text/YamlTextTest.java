package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.ArrayType;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.EnumType;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.MessageForm;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Schema;
import io.millrace.wire.SetType;
import io.millrace.wire.TextOptions;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireType;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The layout, as a person sees it. */
class YamlTextTest {
    private static final List<NamedType> TYPES = List.of(
            new MessageType(
                    "demo.Order",
                    MessageForm.RECORD,
                    List.of(
                            new Field("symbol", Scalar.nullable(ScalarKind.STRING)),
                            new Field("at", Scalar.nullable(ScalarKind.INSTANT)),
                            new Field("price", Scalar.required(ScalarKind.DOUBLE)),
                            new Field("side", new Reference(2)),
                            new Field("legs", new ListType(new Reference(1))),
                            new Field("tags", new SetType(Scalar.nullable(ScalarKind.STRING))),
                            new Field("limits", new MapType(Scalar.nullable(ScalarKind.STRING), new Reference(1))),
                            new Field("shape", new Reference(3)),
                            new Field("matrix", new ArrayType(new ArrayType(Scalar.required(ScalarKind.INT)))))),
            new MessageType(
                    "demo.Leg",
                    MessageForm.CLASS,
                    List.of(
                            new Field("symbol", Scalar.nullable(ScalarKind.STRING)),
                            new Field("quantity", Scalar.required(ScalarKind.LONG)))),
            new EnumType("demo.Side", List.of("BUY", "SELL")),
            new UnionType("demo.Shape", List.of(new Reference(4), new Reference(5))),
            new MessageType(
                    "demo.Shape$Circle",
                    MessageForm.RECORD,
                    List.of(new Field("radius", Scalar.required(ScalarKind.DOUBLE)))),
            new MessageType("demo.Shape$Point", MessageForm.RECORD, List.of()),
            new UnionType(
                    "java.lang.Object",
                    List.of(
                            Scalar.required(ScalarKind.STRING),
                            Scalar.required(ScalarKind.BOOLEAN),
                            Scalar.required(ScalarKind.INT),
                            Scalar.required(ScalarKind.LONG),
                            Scalar.required(ScalarKind.DOUBLE),
                            Scalar.required(ScalarKind.FLOAT),
                            Scalar.required(ScalarKind.INSTANT),
                            Scalar.required(ScalarKind.BYTES),
                            new Reference(2),
                            new Reference(1))));

    private static final String ORDER = """
            !Order
            symbol: ABC
            at: 2013-11-25T00:00:01Z
            price: 800.5
            side: SELL
            legs:
              - symbol: X
                quantity: 1
              - null
              - quantity: 2
            tags: [a, b c, "d,e"]
            limits:
              high:
                symbol: Y
                quantity: 3
              low: null
            shape: !Circle
              radius: 2.5
            matrix:
              - [1, 2]
              - []
              - null
            """;

    private static byte[] order() {
        BinaryOutput out = BinaryOutput.allocate(256);
        out.writeString("ABC");
        out.writeBoolean(true);
        out.writeInstant(Instant.ofEpochSecond(1385337601));
        out.writeDouble(800.5);
        out.writeUnsigned(2);
        out.writeCount(3);
        leg(out, "X", 1);
        out.writeBoolean(false);
        leg(out, null, 2);
        out.writeCount(3);
        out.writeString("a");
        out.writeString("b c");
        out.writeString("d,e");
        out.writeCount(2);
        out.writeString("high");
        leg(out, "Y", 3);
        out.writeString("low");
        out.writeBoolean(false);
        out.writeUnsigned(1);
        out.writeDouble(2.5);
        out.writeCount(3);
        out.writeCount(2);
        out.writeInt(1);
        out.writeInt(2);
        out.writeCount(0);
        out.writeNull();
        return out.toByteArray();
    }

    private static void leg(BinaryOutput out, String symbol, long quantity) {
        out.writeBoolean(true);
        out.writeString(symbol);
        out.writeLong(quantity);
    }

    private static String text(WireType root, byte[] bytes) {
        StringBuilder text = new StringBuilder();
        YamlText.of(new Schema(TYPES, root)).write(BinaryInput.of(bytes), text);
        return text.toString();
    }

    private static byte[] bytes(WireType root, String text) {
        BinaryOutput out = BinaryOutput.allocate(256);
        YamlText.of(new Schema(TYPES, root)).read(text, TextOptions.strict(), out);
        return out.toByteArray();
    }

    private static void same(WireType root, String text) {
        assertEquals(text, text(root, bytes(root, text)));
    }

    @Test
    void aMessageIsABlockOfItsFieldsWithoutThoseThatAreNull() {
        assertEquals(ORDER, text(new Reference(0), order()));
        assertArrayEquals(order(), bytes(new Reference(0), ORDER));
    }

    @Test
    void fieldsMayComeInAnyOrderAndMissingOnesAreNullOrZero() {
        assertEquals("""
                !Order
                symbol: ABC
                price: 0.0
                tags: [x]
                """, text(new Reference(0), bytes(new Reference(0), "{tags: [x], legs: null, 'symbol': ABC}")));
        assertEquals("!Order\nprice: 0.0\n", text(new Reference(0), bytes(new Reference(0), "{}")));
    }

    @Test
    void membersOfAUnionTypeAreTagged() {
        same(new Reference(3), "!Circle\nradius: 1.0\n");
        same(new Reference(3), "!Point {}\n");
        same(new Reference(3), "null\n");
        same(new ListType(new Reference(3)), "- !Circle\n  radius: 1.0\n- !Point {}\n- null\n");
        same(
                new MapType(new Reference(2), new Reference(3)),
                "BUY: !Circle\n  radius: 1.0\nSELL: !Point {}\nnull: null\n");
        assertArrayEquals(bytes(new Reference(3), "!Point {}"), bytes(new Reference(3), "!demo.Shape$Point {}"));
    }

    @Test
    void undeclaredTypesAreTaggedWhereTheirTextIsAmbiguous() {
        same(new ListType(new Reference(6)), "[a b, \"1\", \"true\", true, 1, 2.5, null, 3000000000, !long 1]\n");
        same(new ListType(new Reference(6)), "[!float 1.5, !Instant 2013-11-25T00:00:01Z, !!binary AQ==, !Side BUY]\n");
        same(new ListType(new Reference(6)), "- 1\n- !Leg\n  quantity: 5\n- |-\n  a\n  b\n- !Side SELL\n- null\n");
        same(new Reference(6), "|-\n  a\n  b\n");
        same(new Reference(6), "!!binary AQ==\n");
    }

    @Test
    void shortListsOfSingleValuesAreOnOneLine() {
        WireType ints = new ListType(Scalar.nullable(ScalarKind.INT));
        same(ints, "[]\n");
        same(ints, "[1, null, 3]\n");
        String eighty = "[1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 123456]";
        assertEquals(80, eighty.length());
        same(ints, eighty + "\n");
        String longer = "- 1000000\n".repeat(8) + "- 1234567\n";
        same(ints, longer);
        same(new ListType(ints), "- [1, 2]\n- []\n- null\n");
        same(new ListType(new ListType(ints)), "- - [1, 2]\n  - []\n- []\n");
        same(new ListType(new MapType(Scalar.nullable(ScalarKind.INT), ints)), "- 1: [1]\n  2: []\n- {}\n- 3: null\n");
        same(new ListType(new MapType(Scalar.nullable(ScalarKind.STRING), new Reference(3))), "- a: !Point {}\n");
    }

    @Test
    void keysThatAreTooLongForALineOrNoStringsSurvive() {
        WireType map = new MapType(Scalar.nullable(ScalarKind.STRING), new Reference(1));
        same(
                map,
                "\"1\":\n  quantity: 1\n\"\": null\n\"a: b\": {}\n"
                        .replace("{}", "\n  quantity: 0")
                        .replace(": \n", ":\n"));
        String key = "k".repeat(1_500);
        same(map, "? " + key + "\n:\n  quantity: 1\na:\n  quantity: 2\n");
        same(new ListType(map), "- ? " + key + "\n  :\n    quantity: 1\n  a:\n    quantity: 2\n");
    }

    @Test
    void severalLinesAreIndentedUnderTheirKey() {
        same(new Reference(1), "!Leg\nsymbol: |-\n  a\n    b\n\n  c\nquantity: 1\n");
        same(
                new ListType(new Reference(1)),
                "- symbol: |\n    a\n    b\n  quantity: 1\n- symbol: \"a\\n\"\n  quantity: 2\n");
        same(new ListType(Scalar.nullable(ScalarKind.STRING)), "- |-\n  a\n  b\n- c\n");
    }

    @Test
    void theTextIsAppendedToWhatIsThere() {
        StringBuilder text = new StringBuilder("x".repeat(100));
        YamlText.of(new Schema(TYPES, new ListType(Scalar.nullable(ScalarKind.INT))))
                .write(BinaryInput.of(bytes(new ListType(Scalar.nullable(ScalarKind.INT)), "[1]")), text.append('\n'));
        assertTrue(text.toString().endsWith("\n[1]\n"));
    }

    @Test
    void aSchemaThatWasReadServesAsWellAsItsOriginal() {
        Schema schema = new Schema(TYPES, new Reference(0));
        byte[] encoded = schema.encode();
        Schema read = Schema.decode(java.lang.foreign.MemorySegment.ofArray(encoded), 0, encoded.length);
        StringBuilder text = new StringBuilder();
        YamlText.of(read).write(BinaryInput.of(order()), text);
        assertEquals(ORDER, text.toString());
    }

    @Test
    void aNullWhereThereMayBeNoneIsAnError() {
        BinaryOutput out = BinaryOutput.allocate(16);
        out.writeUnsigned(1);
        out.writeNull();
        assertThrows(WireFormatException.class, () -> text(new Reference(6), out.toByteArray()));
    }
}
