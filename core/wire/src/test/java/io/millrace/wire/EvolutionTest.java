package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Writers and readers of different versions of a type: here, of different types whose fields correspond. */
class EvolutionTest {
    private final Wire wire = Wire.of(WireTypes.none());
    private final BinaryOutput out = BinaryOutput.allocate(64);

    record Old(String symbol, int count, float price, Integer box, List<Integer> list, long gone) {}

    record Reordered(List<Integer> list, float price, String symbol, int count, Integer box, long gone) {}

    record Added(String symbol, int count, String venue, double fee, Optional<String> note, Map<String, Old> more) {}

    record Renamed(
            @Alias({"ticker", "symbol"}) String instrument,
            @Alias("count") int size) {}

    record Widened(String symbol, long count, double price, Long box, Set<Long> list, Double gone) {}

    record Retyped(String symbol, boolean count) {}

    record Primitive(int box) {}

    record Boxed(Integer count, Long gone) {}

    record Numbers(byte b, short s, char c, int i, float f) {}

    record Wider(long b, double s, int c, double i, Double f) {}

    record Narrow(int gone) {}

    static final class Mutable {
        String symbol = "none";
        int count = -1;
        String venue = "default";
    }

    @Test
    void fieldsMayBeReorderedRemovedAndAdded() {
        Old old = new Old("A", 1, 2.5f, null, List.of(3), 4);
        assertEquals(new Reordered(List.of(3), 2.5f, "A", 1, null, 4), read(old, Reordered.class));
        assertEquals(new Added("A", 1, null, 0, Optional.empty(), null), read(old, Added.class));
    }

    @Test
    void aFieldMayBeRenamedWithAnAlias() {
        assertEquals(new Renamed("A", 7), read(new Old("A", 7, 0, 0, null, 0), Renamed.class));
    }

    @Test
    void numbersMayWidenWhereNothingCanBeLost() {
        Widened widened = read(new Boxes("A", 1, 2.5f, 3, List.of(4)), Widened.class);
        assertEquals(new Widened("A", 1, 2.5, 3L, Set.of(4L), null), widened);
        assertEquals(
                new Wider(-1, -2, 'x', Integer.MIN_VALUE, 1.5),
                read(new Numbers((byte) -1, (short) -2, 'x', Integer.MIN_VALUE, 1.5f), Wider.class));
        assertEquals(new Boxed(9, 8L), read(new Old(null, 9, 0, null, null, 8), Boxed.class));
    }

    record Boxes(String symbol, int count, float price, Integer box, List<Integer> list) {}

    @Test
    void whatCannotBeConvertedNamesTypeFieldOffsetAndValue() {
        WireException e =
                assertThrows(WireTypeException.class, () -> read(new Old("A", 77, 0, 0, null, 0), Retyped.class));
        assertContains(e, "written=INT", "declared=boolean", "value=77", "offset=2", "field=count");
        assertContains(e, "type=io.millrace.wire.EvolutionTest$Retyped");
        WireException narrow =
                assertThrows(WireTypeException.class, () -> read(new Old("A", 1, 0, 0, null, 5), Narrow.class));
        assertContains(narrow, "written=LONG", "declared=int", "value=5", "field=gone");
    }

    @Test
    void nullForAPrimitiveNamesTypeFieldOffsetAndValue() {
        assertEquals(new Primitive(5), read(new Old("A", 1, 0, 5, null, 0), Primitive.class));
        WireException e =
                assertThrows(WireTypeException.class, () -> read(new Old("A", 1, 0, null, null, 0), Primitive.class));
        assertContains(e, "value=null", "offset=7", "field=box", "type=io.millrace.wire.EvolutionTest$Primitive");
    }

    @Test
    void aMutableMessageGetsItsOwnDefaultForAFieldThatWasNotWritten() {
        Old old = new Old("A", 1, 0, 0, null, 0);
        BinaryCodec<Old> codec = wire.codec(Old.class);
        codec.write(out, old);
        BinaryDecoder<Mutable> decoder = wire.decoder(Mutable.class, codec.schema());
        Mutable first = decoder.read(BinaryInput.of(out.toByteArray()));
        assertEquals("default", first.venue);
        assertEquals("A", first.symbol);
        first.venue = "changed";
        Mutable second = decoder.read(BinaryInput.of(out.toByteArray()), first);
        assertNotSame(first, second);
        assertEquals("default", second.venue);
    }

    enum Before {
        ONE,
        TWO,
        THREE
    }

    enum After {
        @Alias("TWO")
        ZWEI,
        ONE
    }

    record UsesBefore(Before value, int next) {}

    record UsesAfter(After value, int next) {}

    @Test
    void enumConstantsAreMatchedByNameAndUnknownOnesReported() {
        assertEquals(new UsesAfter(After.ONE, 5), read(new UsesBefore(Before.ONE, 5), UsesAfter.class));
        assertEquals(new UsesAfter(After.ZWEI, 5), read(new UsesBefore(Before.TWO, 5), UsesAfter.class));
        assertNull(read(new UsesBefore(null, 5), UsesAfter.class).value());
        WireException e =
                assertThrows(WireTypeException.class, () -> read(new UsesBefore(Before.THREE, 5), UsesAfter.class));
        assertContains(e, "value=THREE", "declared=io.millrace.wire.EvolutionTest$After", "offset=0", "field=value");
    }

    sealed interface Event permits Opened, Closed, Moved {}

    record Opened(String name) implements Event {}

    record Closed(int code) implements Event {}

    record Moved(int by) implements Event {}

    record Holder(List<Event> events) {}

    @Test
    void familyMembersAreMatchedByNameAndUnknownOnesReported() {
        assertEquals(
                new LaterEvents.Holder(List.of(new LaterEvents.Ended(7), new LaterEvents.Opened("x", 0))),
                read(new Holder(List.of(new Closed(7), new Opened("x"))), LaterEvents.Holder.class));
        WireException e = assertThrows(
                WireTypeException.class, () -> read(new Holder(List.of(new Moved(1))), LaterEvents.Holder.class));
        assertContains(
                e, "value=io.millrace.wire.EvolutionTest$Moved", "offset=1", "field=events", "nothing was created");
    }

    record One(Opened event) {}

    record Any(Event event) {}

    @Test
    void aFieldOfOneTypeMayBecomeOneOfAFamily() {
        assertEquals(new Any(new Opened("x")), read(new One(new Opened("x")), Any.class));
        assertNull(read(new One(null), Any.class).event());
    }

    interface OldCalls {
        void event(Opened event, int count);
    }

    interface NewCalls {
        @Alias("event")
        void opened(LaterEvents.Opened event, long count);
    }

    @Test
    void aMethodMayBeRenamedAndItsParametersEvolve() {
        RecordingSink sink = new RecordingSink();
        MethodWriter writer = wire.methodWriter(sink, OldCalls.class);
        writer.as(OldCalls.class).event(new Opened("x"), 3);
        StringBuilder seen = new StringBuilder();
        NewCalls target = (event, count) -> seen.append(event).append(count);
        wire.callDecoder(writer.calls().get(0), NewCalls.class)
                .orElseThrow()
                .call(BinaryInput.of(sink.bytes.get(0)), target);
        assertEquals("Opened[name=x, extra=0]3", seen.toString());
    }

    @Test
    void theConstructorOfARecordMayRefuseWhatWasRead() {
        WireException e = assertThrows(WireException.class, () -> read(new Closed(-1), Positive.class));
        assertContains(e, "IllegalArgumentException: code=-1", "type=io.millrace.wire.EvolutionTest$Positive");
    }

    record Positive(int code) {
        Positive {
            if (code < 0) {
                throw new IllegalArgumentException("code=" + code);
            }
        }
    }

    private <W, R> R read(W message, Class<R> type) {
        @SuppressWarnings("unchecked") // the class of a W
        BinaryCodec<W> codec = wire.codec((Class<W>) message.getClass());
        out.reset();
        codec.write(out, message);
        byte[] bytes = codec.schema().encode();
        Schema schema = Schema.decode(java.lang.foreign.MemorySegment.ofArray(bytes), 0, bytes.length);
        BinaryInput in = BinaryInput.of(out.toByteArray());
        R read = wire.decoder(type, schema).read(in);
        in.expectEnd();
        return read;
    }

    private static void assertContains(Exception e, String... parts) {
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), () -> "part=" + part + " message=" + e.getMessage());
        }
    }
}
