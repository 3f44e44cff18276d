package io.millrace.examples.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.testing.ComponentCases;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class VenueTest {

    @TestFactory
    Stream<DynamicNode> orders() {
        return ComponentCases.of(outputs -> new Venue(outputs.as(Events.class), "IBM"))
                .in(Path.of("src/test/data/venue"));
    }

    @Test
    void aPageAsksForBooksAndForTheOrdersOfATrader() {
        Events none = (Events)
                Proxy.newProxyInstance(Events.class.getClassLoader(), new Class<?>[] {Events.class}, (_, _, _) -> null);
        Venue venue = new Venue(none, "IBM,SAP");
        venue.newOrderSingle("ann", new NewOrderSingle("a1", "IBM", '1', 100, '2', 1_010_000));
        venue.newOrderSingle("bob", new NewOrderSingle("b1", "IBM", '2', 40, '2', 1_010_000));
        venue.newOrderSingle("bob", new NewOrderSingle("b2", "SAP", '2', 7, '2', 900_000));
        assertEquals(
                List.of(
                        new Book("IBM", List.of(new Book.Level(1_010_000, 60)), List.of()),
                        new Book("SAP", List.of(), List.of(new Book.Level(900_000, 7)))),
                venue.books());
        assertEquals(List.of("ann", "bob"), venue.traders());
        assertEquals(List.of(new Books.Waiting("bob", "3", "b2", "SAP", "2", 900_000, 7)), venue.waiting("bob"));
        assertEquals(List.of(), venue.waiting("eve"));
    }

    @TestFactory
    Stream<DynamicNode> reports() {
        return ComponentCases.of(outputs -> new Publisher(outputs.as(Reports.class), "IBM", "FIX.4.4:XCHG->DROP"))
                .in(Path.of("src/test/data/publisher"));
    }
}
