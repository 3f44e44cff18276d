package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Matching of written calls to methods and parameters, and hooks around calls. */
class CallMatchingTest {
    private final Wire wire = Wire.of(WireTypes.none());
    private final RecordingSink sink = new RecordingSink();
    private final List<String> seen = new ArrayList<>();

    interface First {
        void limits(int low, int high);
    }

    interface Swapped {
        void limits(int high, int low);
    }

    interface Grown {
        void limits(@Default("-1") int step, int low, String note, long high);
    }

    interface Shrunk {
        void limits(int high);
    }

    interface Renamed {
        void limits(int minimum, int high);
    }

    interface Aliased {
        void limits(@Alias("high") int most, @Alias("low") int least);
    }

    interface Replaced {
        void limits(String name, int high);
    }

    private void write() {
        wire.methodWriter(sink, First.class).as(First.class).limits(1, 9);
    }

    private void read(Class<?> type, Object target) {
        CallSchema schema = wire.calls(First.class).getFirst();
        wire.callDecoder(schema, type).orElseThrow().call(BinaryInput.of(sink.bytes.getFirst()), target);
    }

    @Test
    void parametersAreMatchedByName() {
        write();
        read(Swapped.class, (Swapped) (high, low) -> seen.add(low + ".." + high));
        read(Grown.class, (Grown) (step, low, note, high) -> seen.add(step + ":" + low + ".." + high + note));
        read(Shrunk.class, (Shrunk) high -> seen.add(".." + high));
        assertEquals(List.of("1..9", "-1:1..9null", "..9"), seen);
    }

    @Test
    void aParameterMayBeRenamed() {
        write();
        read(Renamed.class, (Renamed) (minimum, high) -> seen.add(minimum + ".." + high));
        read(Aliased.class, (Aliased) (most, least) -> seen.add(least + ".." + most));
        assertEquals(List.of("1..9", "1..9"), seen);
    }

    @Test
    void aParameterOfAnotherNameAndTypeIsAnother() {
        write();
        read(Replaced.class, (Replaced) (name, high) -> seen.add(name + ".." + high));
        assertEquals(List.of("null..9"), seen);
    }

    @Test
    void withoutNamesThePlaceDecides() {
        write();
        CallSchema named = wire.calls(First.class).getFirst();
        CallSchema unnamed = new CallSchema(
                named.interfaceName(),
                named.methodName(),
                List.of(
                        new Field("arg0", named.parameters().get(0).type()),
                        new Field("arg1", named.parameters().get(1).type())),
                List.of());
        wire.callDecoder(unnamed, Swapped.class).orElseThrow().call(BinaryInput.of(sink.bytes.getFirst()), (Swapped)
                (high, low) -> seen.add(high + "," + low));
        assertEquals(List.of("1,9"), seen);
    }

    interface Numbered {
        @MethodId(7)
        void before(String value);

        @MethodId(8)
        default void optional(String value) {
            throw new AssertionError(value);
        }
    }

    interface Renumbered {
        @MethodId(8)
        void before(String value);

        @MethodId(7)
        void after(String value);
    }

    @Test
    void aNumberIdentifiesAMethodWhateverItsName() {
        MethodWriter writer = wire.methodWriter(sink, Numbered.class);
        writer.as(Numbered.class).before("a");
        writer.as(Numbered.class).optional("b");
        Renumbered target = new Renumbered() {
            @Override
            public void before(String value) {
                seen.add("before " + value);
            }

            @Override
            public void after(String value) {
                seen.add("after " + value);
            }
        };
        for (int i = 0; i < 2; i++) {
            byte[] encoded = writer.calls().get(sink.methods.get(i)).encode();
            CallSchema schema = CallSchema.decode(MemorySegment.ofArray(encoded), 0, encoded.length);
            wire.callDecoder(schema, Renumbered.class).orElseThrow().call(BinaryInput.of(sink.bytes.get(i)), target);
        }
        assertEquals(List.of("after a", "before b"), seen);
    }

    interface Twice {
        @MethodId(1)
        void one();

        @MethodId(1)
        void two();
    }

    interface Zero {
        @MethodId(0)
        void zero();
    }

    @Test
    void aNumberIsUsedOnceAndPositive() {
        WireTypeException twice = assertThrows(WireTypeException.class, () -> wire.calls(Twice.class));
        assertTrue(
                twice.getMessage().contains("Twice.one") && twice.getMessage().contains("Twice.two"));
        assertThrows(WireTypeException.class, () -> wire.calls(Zero.class));
    }

    interface LaterOptional {
        void limits(int low, int high);

        default void amend(String note) {
            limits(note.length(), note.length());
        }

        default int unrelated(Thread thread) {
            return thread.hashCode();
        }
    }

    interface Amending {
        void amend(String note);
    }

    @Test
    void aDefaultMethodTakesCallsOfWritersThatLeftItOpen() {
        MethodWriter writer = wire.methodWriter(sink, Amending.class);
        writer.as(Amending.class).amend("abc");
        wire.callDecoder(writer.calls().getFirst(), LaterOptional.class)
                .orElseThrow()
                .call(BinaryInput.of(sink.bytes.getFirst()), (LaterOptional) (low, high) -> seen.add(low + "," + high));
        assertEquals(List.of("3,3"), seen);
    }

    interface Both extends First, Amending {}

    @Test
    void oneReaderServesSeveralInterfaces() {
        MethodWriter writer = wire.methodWriter(sink, First.class, Amending.class);
        writer.as(Amending.class).amend("x");
        writer.as(First.class).limits(1, 2);
        Both both = new Both() {
            @Override
            public void limits(int low, int high) {
                seen.add(low + "," + high);
            }

            @Override
            public void amend(String note) {
                seen.add(note);
            }
        };
        for (int i = 0; i < 2; i++) {
            wire.callDecoder(writer.calls().get(sink.methods.get(i)), First.class, Amending.class)
                    .orElseThrow()
                    .call(BinaryInput.of(sink.bytes.get(i)), both);
        }
        assertEquals(List.of("x", "1,2"), seen);
    }

    interface Symbols {
        void price(String symbol, double price);
    }

    @Test
    void aFilterSeesTheFirstArgumentBeforeTheOthersAreDecoded() {
        MethodWriter writer = wire.methodWriter(sink, Symbols.class);
        writer.as(Symbols.class).price("A", 1);
        writer.as(Symbols.class).price("B", 2);
        CallHooks hooks = CallHooks.none().withFilter((call, first) -> "A".equals(first.readString()));
        CallDecoder decoder = wire.callDecoder(writer.calls().getFirst(), hooks, Symbols.class)
                .orElseThrow();
        Symbols target = (symbol, price) -> seen.add(symbol + price);
        decoder.call(BinaryInput.of(sink.bytes.get(0)), target);
        decoder.call(BinaryInput.of(java.util.Arrays.copyOf(sink.bytes.get(1), 3)), target);
        assertEquals(List.of("A1.0"), seen);
    }

    @Test
    void anInterceptorStandsAroundCallsAndTheUnknownAreHandled() {
        write();
        CallSchema schema = wire.calls(First.class).getFirst();
        CallHooks hooks = CallHooks.none()
                .withInterceptor((call, next, arguments, target) -> {
                    seen.add("before " + call.path());
                    next.call(arguments, target);
                    seen.add("after");
                })
                .withUnknown((call, arguments) -> seen.add("unknown " + call.path() + " " + arguments.readInt()));
        byte[] bytes = sink.bytes.getFirst();
        wire.callDecoder(schema, hooks, First.class).orElseThrow().call(BinaryInput.of(bytes), (First)
                (low, high) -> seen.add(low + "," + high));
        wire.callDecoder(schema, hooks, Symbols.class).orElseThrow().call(BinaryInput.of(bytes), null);
        assertEquals(List.of("before limits", "1,9", "after", "unknown limits 1"), seen);
        assertEquals(Optional.empty(), wire.callDecoder(schema, Symbols.class));
    }
}
