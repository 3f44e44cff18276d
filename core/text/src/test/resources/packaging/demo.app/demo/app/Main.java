package demo.app;

import demo.model.Event;
import demo.model.Events;
import demo.model.Order;
import demo.model.Side;
import io.millrace.text.Yaml;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSink;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.util.ArrayList;
import java.util.List;

/** Prints what came back of a few calls. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.out.println(run());
    }

    public static String run() {
        Order order = Order.of("EURUSD", 1.25, Side.SELL);
        List<Event> list = List.of(new Event.Filled("EURUSD", 2), new Event.Rejected("GBPUSD", "late"));
        List<Object> seen = new ArrayList<>();
        exchange(order, list, new Events() {
            @Override
            public void order(Order each) {
                seen.add(each.equals(order));
            }

            @Override
            public void events(List<Event> each, long timeNs) {
                seen.add(each.equals(list));
                seen.add(timeNs);
            }
        });
        seen.add(Yaml.fromYaml(Order.class, Yaml.toYaml(order)).equals(order));
        return "seen=" + seen;
    }

    /** The same without equals of records. */
    public static String use() {
        Order order = Order.of("EURUSD", 1.25, Side.SELL);
        List<Event> list = List.of(new Event.Filled("EURUSD", 2), new Event.Rejected("GBPUSD", "late"));
        int[] seen = new int[1];
        exchange(order, list, new Events() {
            @Override
            public void order(Order each) {
                seen[0]++;
            }

            @Override
            public void events(List<Event> each, long timeNs) {
                seen[0] += each.size();
            }
        });
        return Yaml.toYaml(Yaml.fromYaml(Order.class, Yaml.toYaml(order))) + seen[0];
    }

    private static void exchange(Order order, List<Event> list, Events target) {
        Wire wire = Wire.of(WireTypes.none());
        Sink sink = new Sink();
        MethodWriter writer = wire.methodWriter(sink, Events.class);
        Events events = writer.as(Events.class);
        events.order(order);
        events.events(list, 7);
        for (int i = 0; i < sink.calls.size(); i++) {
            wire.callDecoder(writer.calls().get(sink.methods.get(i)), Events.class)
                    .orElseThrow()
                    .call(BinaryInput.of(sink.calls.get(i)), target);
        }
    }

    private static final class Sink implements CallSink {
        private final BinaryOutput out = BinaryOutput.allocate(64);
        private final List<byte[]> calls = new ArrayList<>();
        private final List<Integer> methods = new ArrayList<>();

        @Override
        public BinaryOutput begin(int method) {
            out.reset();
            return out;
        }

        @Override
        public void end(int method) {
            calls.add(out.toByteArray());
            methods.add(method);
        }

        @Override
        public void abort(int method, Throwable error) {
            throw new IllegalStateException(error);
        }
    }
}
