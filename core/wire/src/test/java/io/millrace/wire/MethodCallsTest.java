package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MethodCallsTest {
    private final Wire wire = Wire.of(WireTypes.none());
    private final RecordingSink sink = new RecordingSink();

    interface Handler<T> {
        void on(T message);
    }

    interface Trades extends Handler<Messages.Trade> {
        void trade(Messages.Trade trade);

        void endOfInput();

        default void twice(Messages.Trade trade) {
            trade(trade);
            trade(trade);
        }
    }

    interface Mixed {
        void mixed(
                int i,
                long l,
                double d,
                boolean z,
                String s,
                Messages.Side side,
                byte[] bytes,
                List<String> list,
                Integer box);

        void args(String sql, Object... args);

        void overloaded(int value);

        void overloaded(String value);

        void quote(Messages.Quote quote);
    }

    interface Wrong {
        int answer();
    }

    private void replay(MethodWriter writer, Object target, Class<?>... interfaces) {
        for (int i = 0; i < sink.methods.size(); i++) {
            CallSchema schema = writer.calls().get(sink.methods.get(i));
            byte[] encoded = schema.encode();
            CallSchema decoded = CallSchema.decode(MemorySegment.ofArray(encoded), 0, encoded.length);
            CallDecoder decoder = wire.callDecoder(decoded, interfaces).orElseThrow();
            decoder.call(BinaryInput.of(sink.bytes.get(i)), target);
        }
    }

    @Test
    void callsArriveAsTheyWereMade() {
        MethodWriter writer = wire.methodWriter(sink, Trades.class);
        Trades trades = writer.as(Trades.class);
        Messages.Trade trade = new Messages.Trade("A", Instant.EPOCH, 1, 2);
        trades.trade(trade);
        trades.on(trade);
        trades.twice(null);
        trades.endOfInput();
        List<Object> seen = new ArrayList<>();
        replay(
                writer,
                new Trades() {
                    @Override
                    public void trade(Messages.Trade each) {
                        seen.add(each);
                    }

                    @Override
                    public void endOfInput() {
                        seen.add("end");
                    }

                    @Override
                    public void on(Messages.Trade message) {
                        seen.add(List.of(message));
                    }
                },
                Trades.class);
        List<Object> expected = new ArrayList<>(List.of(trade, List.of(trade)));
        expected.add(null);
        expected.add(null);
        expected.add("end");
        assertEquals(expected, seen);
    }

    interface Growing {
        void first(String value);

        default void later(String value) {}

        default Growing.Part part(int number) {
            return null;
        }

        default void printed(Iterable<?> values) {}

        default int length(String value) {
            return value.length();
        }

        interface Part {
            default void of(String value) {}
        }
    }

    @Test
    void aDefaultMethodIsACallAndItsBodyRunsWhereItIsRead() {
        MethodWriter writer = wire.methodWriter(sink, Growing.class);
        Growing growing = writer.as(Growing.class);
        growing.later("a");
        growing.part(3).of("b");
        assertEquals(1, growing.length("c"), "what returns a value runs at the caller");
        List<Object> seen = new ArrayList<>();
        replay(
                writer,
                new Growing() {
                    @Override
                    public void first(String value) {
                        seen.add("first " + value);
                    }

                    @Override
                    public void later(String value) {
                        seen.add("later " + value);
                    }

                    @Override
                    public Growing.Part part(int number) {
                        return new Growing.Part() {
                            @Override
                            public void of(String value) {
                                seen.add("part " + number + " of " + value);
                            }
                        };
                    }
                },
                Growing.class);
        assertEquals(List.of("later a", "part 3 of b"), seen);
    }

    @Test
    void aDefaultMethodThatCannotBeWrittenThrows() {
        Growing growing = wire.methodWriter(sink, Growing.class).as(Growing.class);
        List<?> values = List.of();
        WireTypeException error = assertThrows(WireTypeException.class, () -> growing.printed(values));
        assertTrue(
                error.getMessage().endsWith("Growing.printed parameters=[java.lang.Iterable<?>]"), error.getMessage());
        assertEquals(List.of(), sink.methods);
    }

    interface Narrowed extends Handler<Messages.Trade> {
        @Override
        @MethodId(3)
        void on(Messages.Trade message);
    }

    @Test
    void aBridgeOfTheCompilerIsNoCallOfItsOwn() {
        MethodWriter writer = wire.methodWriter(sink, Narrowed.class);
        Handler<Messages.Trade> handler = writer.as(Narrowed.class);
        handler.on(null);
        assertEquals(1, writer.calls().size());
        assertEquals(List.of(0), sink.methods);
    }

    @Test
    void argumentsOfEveryKindArrive() {
        MethodWriter writer = wire.methodWriter(sink, Mixed.class);
        Mixed mixed = writer.as(Mixed.class);
        mixed.mixed(1, 2, 3.5, true, "s", Messages.Side.SELL, new byte[] {4}, List.of("x"), null);
        mixed.args("insert", 1, 2.5, "x", null);
        mixed.overloaded(7);
        mixed.overloaded("seven");
        List<String> seen = new ArrayList<>();
        replay(
                writer,
                new Mixed() {
                    @Override
                    public void mixed(
                            int i,
                            long l,
                            double d,
                            boolean z,
                            String s,
                            Messages.Side side,
                            byte[] bytes,
                            List<String> list,
                            Integer box) {
                        seen.add(i + " " + l + " " + d + " " + z + " " + s + " " + side + " " + bytes[0] + " " + list
                                + " " + box);
                    }

                    @Override
                    public void args(String sql, Object... args) {
                        seen.add(sql + " " + java.util.Arrays.toString(args));
                    }

                    @Override
                    public void overloaded(int value) {
                        seen.add("int " + value);
                    }

                    @Override
                    public void overloaded(String value) {
                        seen.add("String " + value);
                    }

                    @Override
                    public void quote(Messages.Quote quote) {
                        throw new AssertionError();
                    }
                },
                Mixed.class);
        assertEquals(
                List.of("1 2 3.5 true s sell 4 [x] null", "insert [1, 2.5, x, null]", "int 7", "String seven"), seen);
    }

    @Test
    void aDecoderUsesItsMutableArgumentAgain() {
        MethodWriter writer = wire.methodWriter(sink, Mixed.class);
        Messages.Quote quote = new Messages.Quote("A", 1, Messages.Side.BUY, 2, 3, null);
        writer.as(Mixed.class).quote(quote);
        CallDecoder decoder = wire.callDecoder(writer.calls().get(sink.methods.get(0)), Mixed.class)
                .orElseThrow();
        CallDecoder another = wire.callDecoder(writer.calls().get(sink.methods.get(0)), Mixed.class)
                .orElseThrow();
        List<Messages.Quote> seen = new ArrayList<>();
        Mixed target = (Mixed) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Mixed.class}, (proxy, method, args) -> {
                    seen.add((Messages.Quote) args[0]);
                    return null;
                });
        decoder.call(BinaryInput.of(sink.bytes.get(0)), target);
        decoder.call(BinaryInput.of(sink.bytes.get(0)), target);
        another.call(BinaryInput.of(sink.bytes.get(0)), target);
        assertEquals(quote, seen.get(0));
        assertSame(seen.get(0), seen.get(1));
        assertNotSame(seen.get(0), seen.get(2));
    }

    @Test
    void oneWriterServesSeveralInterfacesAndTheirParents() {
        MethodWriter writer = wire.methodWriter(sink, Trades.class, Mixed.class);
        assertEquals(
                List.of("endOfInput", "on", "trade", "twice", "args", "mixed", "overloaded", "overloaded", "quote"),
                writer.calls().stream().map(CallSchema::methodName).toList());
        assertEquals(wire.calls(Trades.class, Mixed.class), writer.calls());
        assertSame(writer.as(Trades.class), writer.as(Handler.class));
        assertThrows(WireTypeException.class, () -> writer.as(Runnable.class));
        assertEquals(
                "MethodWriter[" + Mixed.class.getName() + "]",
                writer.as(Mixed.class).toString());
        assertTrue(writer.as(Mixed.class).equals(writer.as(Mixed.class)));
    }

    @Test
    void aMethodThatReturnsSomethingIsRefusedByName() {
        WireException e = assertThrows(WireTypeException.class, () -> wire.calls(Wrong.class));
        assertTrue(e.getMessage().contains("MethodCallsTest$Wrong.answer"), e.getMessage());
    }

    @Test
    void aCallThatCannotBeEncodedIsAbortedAndTheErrorNamesTheParameter() {
        MethodWriter writer = wire.methodWriter(sink, Mixed.class);
        WireException e = assertThrows(
                WireException.class, () -> writer.as(Mixed.class).args("sql", new Object[] {new Thread()}));
        assertEquals(1, sink.aborted);
        assertTrue(sink.methods.isEmpty());
        assertTrue(e.getMessage().contains("type=java.lang.Thread"), e.getMessage());
        assertTrue(e.getMessage().contains("field=args"), e.getMessage());
    }

    @Test
    void aCallThatNoInterfaceHasIsEmpty() {
        CallSchema schema = new CallSchema("x.Y", "unknown", List.of(), List.of());
        assertTrue(wire.callDecoder(schema, Mixed.class).isEmpty());
    }

    @Test
    void whatTheTargetThrowsIsItsOwnAffair() {
        MethodWriter writer = wire.methodWriter(sink, Runnable.class, Handler.class);
        writer.as(Runnable.class).run();
        CallDecoder decoder =
                wire.callDecoder(writer.calls().get(0), Runnable.class).orElseThrow();
        IllegalStateException mine = new IllegalStateException("mine");
        Runnable target = () -> {
            throw mine;
        };
        assertSame(
                mine,
                assertThrows(IllegalStateException.class, () -> decoder.call(BinaryInput.of(new byte[0]), target)));
        WireException e = assertThrows(WireException.class, () -> decoder.call(BinaryInput.of(new byte[1]), target));
        assertTrue(e.getMessage().contains("java.lang.Runnable.run"), e.getMessage());
    }
}
