package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static final List<NamedType> TYPES = List.of(
            new MessageType(
                    "demo.Order",
                    MessageForm.RECORD,
                    List.of(
                            new Field("symbol", Scalar.nullable(ScalarKind.STRING)),
                            new Field("price", Scalar.required(ScalarKind.DOUBLE)),
                            new Field("side", new Reference(1)),
                            new Field("legs", new ListType(new Reference(0))),
                            new Field(
                                    "tags",
                                    new MapType(new Reference(1), new SetType(Scalar.nullable(ScalarKind.UUID)))),
                            new Field("raw", new ArrayType(Scalar.required(ScalarKind.INT))))),
            new EnumType("demo.Side", List.of("BUY", "SELL")),
            new UnionType("demo.Shape$Any", List.of(new Reference(0), Scalar.required(ScalarKind.LONG))));

    @Test
    void aSchemaSurvivesItsBinaryForm() {
        Schema schema = new Schema(TYPES, new Reference(2));
        byte[] bytes = schema.encode();
        assertEquals(schema, Schema.decode(MemorySegment.ofArray(bytes), 0, bytes.length));
        assertEquals("Any", schema.rootType().simpleName());
    }

    @Test
    void aCallSurvivesItsBinaryForm() {
        CallSchema call = new CallSchema("demo.Orders", "order", List.of(new Field("order", new Reference(0))), TYPES);
        byte[] bytes = call.encode();
        assertEquals(call, CallSchema.decode(MemorySegment.ofArray(bytes), 0, bytes.length));
        assertThrows(WireFormatException.class, () -> Schema.decode(MemorySegment.ofArray(bytes), 0, bytes.length));
    }

    @Test
    void aChainHasNoMoreParametersThanItsCall() {
        List<Field> one = List.of(new Field("p", Scalar.required(ScalarKind.INT)));
        for (int count : new int[] {1, Integer.MAX_VALUE}) {
            List<CallSchema.Link> chain = List.of(new CallSchema.Link("a", 1), new CallSchema.Link("b", count));
            assertThrows(
                    WireTypeException.class, () -> new CallSchema("demo.A", "m", one, List.of(), 0, chain, List.of()));
        }
    }

    @Test
    void damagedBytesGiveOnlyWireExceptions() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] bytes = new Schema(TYPES, new Reference(2)).encode();
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged =
                    Arrays.copyOf(bytes, random.nextInt(10) == 0 ? random.nextInt(bytes.length) : bytes.length);
            for (int flips = random.nextInt(4); flips >= 0 && damaged.length > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                Schema.decode(MemorySegment.ofArray(damaged), 0, damaged.length);
            } catch (WireException expected) {
                // the only exception that may be thrown
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
    }

    @Test
    void aSchemaThatContradictsItselfIsRefused() {
        assertThrows(WireTypeException.class, () -> new Schema(TYPES, new Reference(3)));
        assertThrows(WireTypeException.class, () -> new EnumType("E", List.of("A", "A")));
        assertThrows(
                WireTypeException.class,
                () -> new Schema(TYPES, new MapType(new Reference(0), Scalar.required(ScalarKind.INT))));
        assertThrows(
                WireTypeException.class,
                () -> new Schema(List.of(new UnionType("F", List.of(new Reference(0)))), new Reference(0)));
    }
}
