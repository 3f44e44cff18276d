package demo;

import io.millrace.wire.Converted;
import io.millrace.wire.Default;
import io.millrace.wire.MethodId;
import io.millrace.wire.Precompiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Calls of every kind. */
@Precompiled
public interface Orders extends Routing.Handler<Order.Leg> {
    /** Without arguments. */
    void none();

    /** Without an object. */
    void many(boolean open, byte small, short shorter, char letter, int count, long number, float ratio, double price);

    /** Objects. */
    @MethodId(7)
    void objects(String text, byte[] raw, Order.Side side, List<String> names, Map<String, Integer> counts);

    /** A record. */
    void quote(Quote quote, @Default("5") int count, OptionalInt limit);

    /** The same name. */
    void quote(String name, @Converted(Order.Ticks.class) long ticks, CharSequence view);

    /** A chain. */
    Routing.Routed<Quote.Last> to(String destination, int hops);

    /** A call whose body runs where it is read. */
    default void twice(Order.Leg leg) {
        handle(leg);
        handle(leg);
    }

    /** Not a call. */
    static void nothing() {}

    /** What is called, as text. */
    record Recorder(List<String> calls) implements Orders {
        Recorder() {
            this(new ArrayList<>());
        }

        private void add(Object... parts) {
            StringBuilder text = new StringBuilder();
            for (Object part : parts) {
                text.append(part instanceof byte[] bytes ? List.of(bytes.length) : part).append(' ');
            }
            calls.add(text.toString());
        }

        @Override
        public void none() {
            add("none");
        }

        @Override
        public void many(boolean open, byte small, short shorter, char letter, int count, long n, float r, double p) {
            add("many", open, small, shorter, letter, count, n, r, p);
        }

        @Override
        public void objects(String text, byte[] raw, Order.Side side, List<String> names, Map<String, Integer> counts) {
            add("objects", text, raw, side, names, counts);
        }

        @Override
        public void quote(Quote quote, int count, OptionalInt limit) {
            add("quote", quote.id(), quote.venue(), quote.price(), count, limit);
        }

        @Override
        public void quote(String name, long ticks, CharSequence view) {
            add("quote", name, ticks, view);
        }

        @Override
        public void handle(Order.Leg leg) {
            add("handle", leg.id, leg.venue);
        }

        @Override
        public Routing.Routed<Quote.Last> to(String destination, int hops) {
            if (destination == null) {
                return null;
            }
            return new Routing.Routed<>() {
                @Override
                public void last(Quote.Last last) {
                    add("to", destination, hops, last);
                }

                @Override
                public Routing.Handler<Quote.Last> at(long price) {
                    return last -> add("to", destination, hops, price, last);
                }
            };
        }
    }
}
