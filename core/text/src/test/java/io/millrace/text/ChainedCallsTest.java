package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.RecordingSink;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypeException;
import io.millrace.wire.WireTypes;
import java.io.StringReader;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls after other calls that say which object they go to. */
class ChainedCallsTest {
    private final Wire wire = Wire.of(WireTypes.none());
    private final RecordingSink sink = new RecordingSink();

    record Order(String symbol, long quantity) {}

    interface Orders {
        void order(Order order);

        void cancel(long id, String name);
    }

    interface Handler<T> {
        void on(T message);
    }

    interface Routed extends Orders {
        Orders to(String name);

        Urgent from(int desk, String name);

        Handler<Order> copy();
    }

    interface Urgent {
        Orders urgent();
    }

    /** Records the calls made on it. */
    private record Told(String before, List<String> calls) implements Routed, Urgent, Handler<Order> {
        @Override
        public void order(Order order) {
            calls.add(before + order);
        }

        @Override
        public void cancel(long id, String name) {
            calls.add(before + id + name);
        }

        @Override
        public Orders to(String name) {
            return name.equals("nobody") ? null : new Told(before + "to " + name + " ", calls);
        }

        @Override
        public Urgent from(int desk, String name) {
            return new Told(before + "from " + desk + name + " ", calls);
        }

        @Override
        public Orders urgent() {
            return new Told(before + "urgent ", calls);
        }

        @Override
        public Handler<Order> copy() {
            return new Told(before + "copy ", calls);
        }

        @Override
        public void on(Order message) {
            calls.add(before + "on " + message);
        }
    }

    private MethodWriter write() {
        MethodWriter writer = wire.methodWriter(sink, Routed.class);
        Routed routed = writer.as(Routed.class);
        routed.order(new Order("A", 1));
        routed.to("london").order(new Order("B", 2));
        routed.to("paris").cancel(7, "x");
        routed.from(3, "d").urgent().cancel(8, "y");
        routed.copy().on(new Order("C", 3));
        Orders kept = routed.to("kept");
        routed.to("other").cancel(1, "o");
        kept.cancel(2, "k");
        return writer;
    }

    private static final List<String> EXPECTED = List.of(
            "Order[symbol=A, quantity=1]",
            "to london Order[symbol=B, quantity=2]",
            "to paris 7x",
            "from 3d urgent 8y",
            "copy on Order[symbol=C, quantity=3]",
            "to other 1o",
            "to kept 2k");

    @Test
    void chainedCallsArriveAsTheyWereMade() {
        MethodWriter writer = write();
        Told told = new Told("", new ArrayList<>());
        for (int i = 0; i < sink.methods.size(); i++) {
            CallSchema schema = writer.calls().get(sink.methods.get(i));
            byte[] encoded = schema.encode();
            CallSchema decoded = CallSchema.decode(MemorySegment.ofArray(encoded), 0, encoded.length);
            assertEquals(schema, decoded);
            wire.callDecoder(decoded, Routed.class).orElseThrow().call(BinaryInput.of(sink.bytes.get(i)), told);
        }
        assertEquals(EXPECTED, told.calls());
    }

    @Test
    void chainedCallsHaveAKeyForEachMethodInText() {
        MethodWriter writer = write();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sink.methods.size(); i++) {
            CallSchema schema = writer.calls().get(sink.methods.get(i));
            text.append(Yaml.ofCall(schema, BinaryInput.of(sink.bytes.get(i)))).append("---\n");
        }
        assertTrue(text.toString().contains("---\nto: london\norder:\n  symbol: B\n"), text.toString());
        assertTrue(text.toString().contains("---\nfrom: [3, d]\nurgent: []\ncancel: [8, y]\n"), text.toString());
        YamlCalls calls = YamlCalls.read(new StringReader(text.toString()), writer.calls(), TextOptions.strict());
        Told told = new Told("", new ArrayList<>());
        BinaryOutput out = BinaryOutput.allocate(64);
        while (calls.next()) {
            out.reset();
            calls.arguments(out);
            wire.callDecoder(writer.calls().get(calls.call()), Routed.class)
                    .orElseThrow()
                    .call(BinaryInput.of(out.toByteArray()), told);
        }
        assertEquals(EXPECTED, told.calls());
    }

    @Test
    void anUnknownChainIsAnErrorWithItsPosition() {
        YamlCalls calls =
                YamlCalls.read(new StringReader("to: x\nordre: 1\n"), wire.calls(Routed.class), TextOptions.strict());
        TextException e = assertThrows(TextException.class, calls::next);
        assertTrue(e.getMessage().contains("method=to.ordre"), e.getMessage());
        assertTrue(e.getMessage().contains("to.order"), e.getMessage());
    }

    @Test
    void aTargetThatReturnsNothingSkipsTheRest() {
        MethodWriter writer = wire.methodWriter(sink, Routed.class);
        writer.as(Routed.class).to("nobody").order(new Order("A", 1));
        byte[] damaged = sink.bytes.getFirst();
        damaged[damaged.length - 1] = 0; // a skipped call is not decoded
        Told told = new Told("", new ArrayList<>());
        wire.callDecoder(writer.calls().get(sink.methods.getFirst()), Routed.class)
                .orElseThrow()
                .call(BinaryInput.of(damaged), told);
        assertEquals(List.of(), told.calls());
    }

    /** Accepts all calls and keeps none. */
    private static final class Silent implements Routed {
        private long last;

        @Override
        public void order(Order order) {}

        @Override
        public void cancel(long id, String name) {
            last += id;
        }

        @Override
        public Orders to(String name) {
            return this;
        }

        @Override
        public Urgent from(int desk, String name) {
            return () -> this;
        }

        @Override
        public Handler<Order> copy() {
            return message -> {};
        }
    }

    @Test
    void readingAChainedCallAllocatesNothing() {
        MethodWriter writer = wire.methodWriter(sink, Routed.class);
        writer.as(Routed.class).to("london").cancel(5, "name");
        CallDecoder decoder = wire.callDecoder(writer.calls().get(sink.methods.getFirst()), Routed.class)
                .orElseThrow();
        BinaryInput in = new BinaryInput();
        byte[] padded = java.util.Arrays.copyOf(sink.bytes.getFirst(), 256);
        MemorySegment memory = MemorySegment.ofArray(padded);
        Silent silent = new Silent();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = allocated();
            for (int i = 0; i < 20_000; i++) {
                decoder.call(in.wrap(memory, 0, sink.bytes.getFirst().length), silent);
            }
            least = Math.min(least, allocated() - before);
        }
        assertTrue(least < 20_000, "allocated=" + least);
        assertEquals(5 * 5L * 20_000, silent.last);
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    interface Endless {
        Endless more(String name);
    }

    interface Answering {
        String answer(int question);
    }

    interface Unwritable {
        void first(int number, List<Thread> threads);
    }

    record Deep(Thread thread) {}

    interface DeepUnwritable {
        void nested(String name, Deep deep);
    }

    @Test
    void whatCannotBeACallNamesInterfaceMethodAndParameter() {
        assertContains(Endless.class, "Endless.more.more.more.more", "a chain of calls is too long");
        assertContains(Answering.class, "Answering.answer", "returns=java.lang.String");
        assertContains(Unwritable.class, "Unwritable.first(threads)", "type=java.lang.Thread");
        assertContains(
                DeepUnwritable.class,
                "DeepUnwritable",
                "method=nested",
                "parameter=deep",
                "Deep.thread",
                "type=java.lang.Thread");
    }

    private void assertContains(Class<?> type, String... parts) {
        WireTypeException e = assertThrows(WireTypeException.class, () -> wire.methodWriter(sink, type));
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), () -> "part=" + part + " message=" + e.getMessage());
        }
    }
}
