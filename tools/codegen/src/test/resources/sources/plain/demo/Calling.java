package demo;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;

/** Writes calls and reads them. */
final class Calling {
    private static final Wire WIRE = Wire.of(WireTypes.none());

    private Calling() {}

    /** Keeps the number and the arguments of each call. */
    record Kept(List<Object> calls, BinaryOutput out) implements CallSink {

        @Override
        public BinaryOutput begin(int method) {
            out.reset();
            return out;
        }

        @Override
        public void end(int method) {
            calls.add(method);
            calls.add(out.toByteArray());
        }

        @Override
        public void abort(int method, Throwable error) {
            calls.add("abort " + method + " " + error.getMessage());
        }
    }

    /** The number and the arguments of each call, and what went wrong. */
    static List<Object> write(long seed) {
        Random random = new Random(seed);
        Kept kept = new Kept(new ArrayList<>(), BinaryOutput.allocate(64));
        Orders orders = WIRE.methodWriter(kept, Orders.class).as(Orders.class);
        Order.Leg leg = new Order.Leg();
        for (int i = 0; i < 20; i++) {
            leg.id = random.nextLong();
            leg.venue = "v" + random.nextInt(3);
            orders.none();
            orders.many(true, (byte) i, (short) -i, 'z', random.nextInt(), random.nextLong(), 0.5f, 1.0 / i);
            orders.objects("t", new byte[i], i % 2 == 0 ? Order.Side.BUY : null, List.of("a"), Map.of("k", i));
            orders.quote(Quote.random(random), i, OptionalInt.of(i));
            orders.quote("n", random.nextLong(), "view" + i);
            orders.to(i % 3 == 0 ? null : "d", i).last(new Quote.Last(i, null));
            orders.to("d", i).at(i).handle(new Quote.Last(i, null));
            orders.handle(leg);
            orders.twice(leg);
        }
        try {
            orders.handle(new Order.Leg() {});
        } catch (WireException e) {
            kept.calls().add(e.getMessage());
        }
        kept.calls().add(orders.toString() + orders.to("x", 1));
        return kept.calls();
    }

    /** What a target is told of calls that were written under schemas. */
    static List<String> read(List<CallSchema> schemas, List<?> calls) {
        Orders.Recorder target = new Orders.Recorder();
        List<io.millrace.wire.CallDecoder> decoders = schemas.stream()
                .map(schema -> WIRE.callDecoder(schema, Orders.class).orElseThrow())
                .toList();
        for (int i = 0; i + 1 < calls.size(); i += 2) {
            if (calls.get(i) instanceof Integer number && calls.get(i + 1) instanceof byte[] bytes) {
                try {
                    decoders.get(number).call(BinaryInput.of(bytes), target);
                } catch (WireException e) {
                    target.calls().add(e.getMessage());
                }
            }
        }
        return target.calls();
    }

    static List<CallSchema> schemas() {
        return WIRE.calls(Orders.class);
    }
}
