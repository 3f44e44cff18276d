package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Arguments of calls in DELTA, with keys that are fields of messages within. */
class CallDeltaTest {

    record Instrument(String symbol, int venue) {}

    record Tick(Instrument instrument, double price, long volume) {}

    interface Ticks {
        void tick(Tick tick);

        void two(String symbol, long value, Tick tick);

        Next to(String symbol);
    }

    interface Next {
        void then(String symbol, long value);
    }

    private final RecordingSink sink = new RecordingSink();
    private final MethodWriter methods = Wire.of(WireTypes.none()).methodWriter(sink, Ticks.class);
    private final Ticks writer = methods.as(Ticks.class);

    private CallSchema schema() {
        assertEquals(1, sink.methods.stream().distinct().count());
        return methods.calls().get(sink.methods.getFirst());
    }

    private long throughDelta(String... key) {
        CallSchema schema = schema();
        DeltaOptions options = DeltaOptions.defaults();
        Transcoder there = Transcoders.delta(schema.arguments(), List.of(key), options, WireLimits.defaults());
        Transcoder back = Transcoders.delta(schema.arguments(), List.of(), options, WireLimits.defaults());
        BinaryOutput changes = BinaryOutput.allocate(64);
        BinaryOutput binary = BinaryOutput.allocate(64);
        long bytes = 0;
        for (byte[] call : sink.bytes) {
            changes.reset();
            there.fromBinary(BinaryInput.of(call), changes);
            bytes += changes.length();
            binary.reset();
            back.toBinary(BinaryInput.of(changes.toByteArray()), binary);
            assertArrayEquals(call, binary.toByteArray());
        }
        return bytes;
    }

    private void ticks() {
        Random random = new Random(5);
        long[] volumes = new long[10];
        for (int i = 0; i < 2_000; i++) {
            int symbol = random.nextInt(volumes.length);
            volumes[symbol] += random.nextInt(5);
            writer.tick(
                    random.nextInt(100) == 0
                            ? null
                            : new Tick(
                                    random.nextInt(100) == 0 ? null : new Instrument("SYMBOL" + symbol, symbol % 2),
                                    100 * symbol + random.nextInt(3) / 100.0,
                                    1_000_000L * symbol + volumes[symbol]));
        }
    }

    @Test
    void aKeyMayLieInAMessageWithin() {
        ticks();
        long binary = sink.bytes.stream().mapToLong(call -> call.length).sum();
        long without = throughDelta();
        long bySymbol = throughDelta("tick.instrument.symbol");
        assertTrue(bySymbol * 2 < without, "bySymbol=" + bySymbol + " without=" + without + " binary=" + binary);
        assertEquals(without, throughDelta("instrument.symbol", "tickk", "other"), "no such fields");
    }

    @Test
    void severalArgumentsAreComparedTogether() {
        for (int i = 0; i < 300; i++) {
            writer.two("S" + i % 3, i, i % 4 == 0 ? null : new Tick(new Instrument("I", i), i / 10.0, 7));
        }
        assertTrue(throughDelta("symbol", "tick.instrument.symbol") > 0);
        assertTrue(throughDelta() > 0);
    }

    @Test
    void namesMayComeTwiceInAChain() {
        for (int i = 0; i < 100; i++) {
            writer.to("A" + i % 2).then("B" + i % 3, i);
        }
        Schema arguments = schema().arguments();
        MessageType message = (MessageType) arguments.rootType();
        assertEquals(
                List.of("symbol", "symbol#1", "value"),
                message.fields().stream().map(Field::name).toList());
        assertTrue(throughDelta("symbol") > 0);
    }
}
