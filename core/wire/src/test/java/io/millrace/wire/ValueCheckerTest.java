package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arguments that are written as their schema says, and are refused nevertheless, since no reader could take them. */
class ValueCheckerTest {

    private static final Scalar TEXT = Scalar.nullable(ScalarKind.STRING);
    private static final Scalar NUMBER = Scalar.required(ScalarKind.BIG_INTEGER);
    private static final List<NamedType> TYPES = List.of(
            new UnionType(
                    "demo.Any", List.of(Scalar.required(ScalarKind.STRING), Scalar.required(ScalarKind.BYTES), NUMBER)),
            new MessageType("demo.Pair", MessageForm.RECORD, List.of(new Field("a", TEXT), new Field("b", TEXT))));

    private static void check(WireType type, byte[] bytes) {
        CallSchema schema = new CallSchema("demo.Calls", "call", List.of(new Field("value", type)), TYPES);
        ValueSkipper.check(BinaryInput.of(bytes), schema);
    }

    private static void check(WireType type, String hex) {
        check(type, HexFormat.of().parseHex(hex));
    }

    private static void refused(String reason, WireType type, String hex) {
        WireException e = assertThrows(WireException.class, () -> check(type, hex), hex);
        assertTrue(e.getMessage().startsWith(reason), e.getMessage());
    }

    @Test
    void aSetHasNoElementTwice() {
        check(new SetType(TEXT), "07" + "0561" + "0562");
        check(new SetType(TEXT), "01");
        check(new ListType(TEXT), "07" + "0561" + "0561");
        String twice = "a set or a map contains a value twice";
        refused(twice, new SetType(TEXT), "07" + "0561" + "0561");
        refused(twice, new SetType(TEXT), "07" + "01" + "01");
        refused(twice, new ListType(new SetType(TEXT)), "05" + "07" + "0561" + "0561");
        check(new SetType(new Reference(1)), "07" + "0105610562" + "0105610563");
        refused(twice, new SetType(new Reference(1)), "07" + "0105610562" + "0105610562");
        check(new SetType(new Reference(0)), "07" + "030561" + "050561");
        refused(twice, new SetType(new Reference(0)), "07" + "050561" + "050561");
        refused(twice, new SetType(new ListType(TEXT)), "07" + "05" + "0561" + "05" + "0561");
        refused(twice, new SetType(NUMBER), "07" + "0301" + "050001"); // one number in two forms
        String nan = "000000000000f87f";
        refused(twice, new SetType(Scalar.required(ScalarKind.DOUBLE)), "07" + nan + nan.replace("f87f", "f8ff"));
    }

    @Test
    void aMapHasNoKeyTwice() {
        check(new MapType(TEXT, TEXT), "07" + "0561" + "0561" + "0562" + "0561");
        refused(
                "a set or a map contains a value twice",
                new MapType(TEXT, TEXT),
                "07" + "0561" + "0561" + "0561" + "0562");
    }

    @Test
    void aMemberOfAUnionIsNotNull() {
        check(new Reference(0), "01");
        check(new Reference(0), "0303");
        refused("a required value is null kind=STRING", new Reference(0), "0301");
        refused("a required value is null kind=BYTES", new Reference(0), "0501");
    }

    @Test
    void aNumberHasAText() {
        for (ScalarKind kind : List.of(ScalarKind.BIG_INTEGER, ScalarKind.BIG_DECIMAL)) {
            Scalar type = Scalar.required(kind);
            for (int bits : new int[] {332_192, 332_193}) {
                BinaryOutput out = BinaryOutput.allocate(64);
                if (kind == ScalarKind.BIG_DECIMAL) {
                    out.writeInt(2);
                }
                out.writeBigInteger(BigInteger.ONE.shiftLeft(bits - 1));
                if (bits == 332_192) {
                    check(type, out.toByteArray());
                } else {
                    WireException e = assertThrows(WireLimitException.class, () -> check(type, out.toByteArray()));
                    assertTrue(e.getMessage().startsWith("a number is too long for text bits=332193"), e.getMessage());
                }
            }
        }
    }

    @Test
    void textsWithOneHashCodeAreRefusedAsReadersDo() {
        int count = 2_048;
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeCount(count);
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 11; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            out.writeString(text.toString());
        }
        WireException e = assertThrows(WireLimitException.class, () -> check(new SetType(TEXT), out.toByteArray()));
        assertTrue(
                e.getMessage().startsWith("too many elements of a set or a map have nearly the same"), e.getMessage());
        assertEquals(-1, e.getMessage().indexOf("twice"));
    }
}
