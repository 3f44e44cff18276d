package io.millrace.wire;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** For each change of a type that the table of evolution names: the type before and after, and a message of each. */
@SuppressWarnings("SameNameButDifferent") // both versions of a type have its name
final class EvolutionCases {
    private EvolutionCases() {}

    /**
     * A change.
     *
     * @param name as in the table
     * @param before a message of the type before
     * @param after a message of the type after
     * @param beforeAsAfter what a reader of the type after makes of the message before, in BINARY
     * @param afterAsBefore what a reader of the type before makes of the message after, in BINARY
     */
    record Change(String name, Object before, Object after, Object beforeAsAfter, Object afterAsBefore) {}

    interface Before {
        record Order(String symbol, int quantity) {}

        record Renamed(String symbol, int quantity) {}

        record Sized(int size) {}

        record Priced(float price) {}

        record Counted(Integer count) {}

        record Sided(Side side) {}

        record Guarded(Guard side) {}

        record Happened(Event event) {}

        record Listed(List<Integer> items) {}

        record Held(Event.Opened event) {}

        record Timed(long at) {}

        record Noted(String note) {}

        enum Side {
            BUY,
            SELL,
            NONE
        }

        enum Guard {
            BUY,
            SELL,
            @Unknown
            OTHER
        }

        sealed interface Event {
            record Opened(int at) implements Event {}

            record Closed(int at) implements Event {}
        }
    }

    interface After {
        record Order(
                String symbol,
                int quantity,
                String venue,
                @Default("-1") long limit) {}

        record Renamed(@Alias("symbol") String instrument, int quantity) {}

        record Sized(long size) {}

        record Priced(double price) {}

        record Counted(int count) {}

        record Sided(Side side) {}

        record Guarded(Guard side) {}

        record Happened(Event event) {}

        record Listed(Set<Integer> items) {}

        record Held(Event event) {}

        record Timed(@Shown(NumberForm.EPOCH_NANOS) long at) {}

        record Noted(Optional<String> note) {}

        enum Side {
            SELL,
            @Alias("BUY")
            BID,
            SHORT
        }

        enum Guard {
            BUY,
            SELL,
            SHORT,
            @Unknown
            OTHER
        }

        sealed interface Event {
            record Opened(int at) implements Event {}

            record Closed(int at) implements Event {}

            record Moved(int at) implements Event {}
        }
    }

    interface Lost {
        record Order(String ticker, int quantity) {}

        record Sized(String size) {}

        record Timed(double at) {}
    }

    interface Swapped {
        record Order(int quantity, String symbol) {}
    }

    interface Mutable {
        final class Order {
            String symbol;
            int quantity;

            @Override
            public boolean equals(Object other) {
                return other instanceof Order that && symbol.equals(that.symbol) && quantity == that.quantity;
            }

            @Override
            public int hashCode() {
                return quantity;
            }
        }
    }

    @Alias("io.millrace.wire.EvolutionCases$Before$Order")
    record Trade(String symbol, int quantity) {}

    private static final Before.Order ORDER = new Before.Order("A", 5);

    private static Mutable.Order mutable() {
        Mutable.Order order = new Mutable.Order();
        order.symbol = "A";
        order.quantity = 5;
        return order;
    }

    /** All of them; null where a reader refuses. */
    static List<Change> all() {
        return Stream.of(ofFields(), ofEnumsAndFamilies(), ofForms())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Change> ofFields() {
        return List.of(
                new Change(
                        "field added",
                        ORDER,
                        new After.Order("A", 5, "X", 9),
                        new After.Order("A", 5, null, -1),
                        ORDER),
                new Change("fields reordered", ORDER, new Swapped.Order(5, "A"), new Swapped.Order(5, "A"), ORDER),
                new Change(
                        "field renamed, with an alias",
                        new Before.Renamed("A", 5),
                        new After.Renamed("A", 5),
                        new After.Renamed("A", 5),
                        new Before.Renamed(null, 5)),
                new Change(
                        "field renamed, without",
                        ORDER,
                        new Lost.Order("A", 5),
                        new Lost.Order(null, 5),
                        new Before.Order(null, 5)),
                new Change("int to long", new Before.Sized(5), new After.Sized(5), new After.Sized(5), null),
                new Change(
                        "float to double", new Before.Priced(1.5f), new After.Priced(1.5), new After.Priced(1.5), null),
                new Change("long to double", new Before.Timed(5), new Lost.Timed(5.5), null, null),
                new Change("int to String", new Before.Sized(5), new Lost.Sized("five"), null, null),
                new Change(
                        "nullable to primitive, no null in it",
                        new Before.Counted(5),
                        new After.Counted(5),
                        new After.Counted(5),
                        new Before.Counted(5)),
                new Change(
                        "nullable to primitive, null in it",
                        new Before.Counted(null),
                        new After.Counted(5),
                        null,
                        new Before.Counted(5)),
                new Change(
                        "nullable to Optional",
                        new Before.Noted("x"),
                        new After.Noted(Optional.of("x")),
                        new After.Noted(Optional.of("x")),
                        new Before.Noted("x")));
    }

    private static List<Change> ofEnumsAndFamilies() {
        return List.of(
                new Change(
                        "constants reordered",
                        new Before.Sided(Before.Side.SELL),
                        new After.Sided(After.Side.SELL),
                        new After.Sided(After.Side.SELL),
                        new Before.Sided(Before.Side.SELL)),
                new Change(
                        "constant renamed, with an alias",
                        new Before.Sided(Before.Side.BUY),
                        new After.Sided(After.Side.BID),
                        new After.Sided(After.Side.BID),
                        null),
                new Change(
                        "constant removed and another added",
                        new Before.Sided(Before.Side.NONE),
                        new After.Sided(After.Side.SHORT),
                        null,
                        null),
                new Change(
                        "constant added, one is @Unknown",
                        new Before.Guarded(Before.Guard.SELL),
                        new After.Guarded(After.Guard.SHORT),
                        new After.Guarded(After.Guard.SELL),
                        new Before.Guarded(Before.Guard.OTHER)),
                new Change(
                        "member added, not in the message",
                        new Before.Happened(new Before.Event.Closed(1)),
                        new After.Happened(new After.Event.Closed(1)),
                        new After.Happened(new After.Event.Closed(1)),
                        new Before.Happened(new Before.Event.Closed(1))),
                new Change(
                        "member added",
                        new Before.Happened(new Before.Event.Opened(1)),
                        new After.Happened(new After.Event.Moved(1)),
                        new After.Happened(new After.Event.Opened(1)),
                        null),
                new Change(
                        "type to a family with it",
                        new Before.Held(new Before.Event.Opened(1)),
                        new After.Held(new After.Event.Opened(1)),
                        new After.Held(new After.Event.Opened(1)),
                        null));
    }

    private static List<Change> ofForms() {
        return List.of(
                new Change(
                        "list to set",
                        new Before.Listed(List.of(3, 1)),
                        new After.Listed(Set.of(3)),
                        new After.Listed(Set.of(1, 3)),
                        new Before.Listed(List.of(3))),
                new Change("record to mutable class", ORDER, mutable(), mutable(), ORDER),
                new Change(
                        "number shown as a moment",
                        new Before.Timed(1_000_000_000),
                        new After.Timed(1_000_000_000),
                        new After.Timed(1_000_000_000),
                        new Before.Timed(1_000_000_000)),
                new Change("class renamed, with an alias", ORDER, new Trade("A", 5), new Trade("A", 5), ORDER));
    }
}
