package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.ParkingIdleStrategy;
import io.millrace.fixtures.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueriesTest {

    private static final String ANNA = ClientName.issue("anna", 1, new UUID(1, 1));

    @TempDir
    Path root;

    private static PortQuery query(String method, String arguments, PortListener listener) {
        return new PortQuery(StockShop.schema(method), StockShop.encoded(method, arguments), listener);
    }

    @Test
    void aQueryWaitsForTheInputThatItAsksFor() {
        try (StockShop shop = new StockShop(root)) {
            shop.settle();
            List<String> told = new ArrayList<>();
            PortListener listener =
                    (index, status, reason, schema, result) -> told.add(status + " " + StockShop.text(schema, result)
                            + (index == shop.output.journal().orElseThrow().lastIndex()));
            long index = shop.calls.journal().orElseThrow().lastIndex() + 1;
            assertTrue(shop.port().query(query("left", "\"nut\"", listener).least("calls", index)));
            shop.task.poll();
            assertEquals(List.of(), told);
            shop.call(ANNA, 1, "delivered", "[\"nut\", 5]");
            shop.settle();
            assertEquals(List.of("VALUE left: 5true"), told);
        }
    }

    @Test
    void aQueryHasTheIndexThatItsStateDependsOnAlsoWhereInputsHadNoOutput() {
        try (StockShop shop = new StockShop(root)) {
            shop.call(ANNA, 1, "delivered", "[\"nut\", 5]");
            shop.settle();
            long before = shop.output.journal().orElseThrow().lastIndex();
            List<Long> indexes = new ArrayList<>();
            shop.port().query(query("left", "\"nut\"", (index, _, _, _, _) -> indexes.add(index)));
            shop.task.poll();
            assertTrue(indexes.getFirst() > before, "index=" + indexes + " before=" + before);
        }
    }

    @Test
    void aCancelledQueryIsNotMadeAndTooManyAreRefused() {
        try (StockShop shop = new StockShop(root)) {
            List<String> told = new ArrayList<>();
            PortListener listener = (_, status, _, _, _) -> told.add(status.name());
            for (int i = 0; i < PortQueue.MAX_WAITING; i++) {
                PortQuery query = query("left", "\"nut\"", listener).least("calls", Long.MAX_VALUE);
                assertTrue(shop.port().query(query));
                query.cancel();
            }
            assertFalse(shop.port().query(query("left", "\"nut\"", listener)));
            shop.settle();
            while (shop.task.poll() > 0) {
                assertTrue(told.size() <= PortQueue.MAX_WAITING);
            }
            assertTrue(told.stream().allMatch("AWAY"::equals), told.toString());
            assertTrue(shop.port().query(query("left", "\"nut\"", listener)));
            shop.task.poll();
            assertEquals("VALUE", told.getLast());
        }
    }

    @Test
    void whoAsksWhenTheComponentHasEndedIsTold() {
        StockShop shop = new StockShop(root);
        ComponentPort port = shop.port();
        List<String> told = new ArrayList<>();
        PortListener listener = (_, status, _, _, _) -> told.add(status.name());
        assertTrue(port.query(query("left", "\"nut\"", listener)));
        shop.close();
        assertEquals(List.of("AWAY"), told);
        assertFalse(port.query(query("left", "\"nut\"", listener)));
    }

    @Test
    void aQueryOverItsBudgetIsNamedWithItsStackAndOthersAreNotAccepted() throws InterruptedException {
        StockShop shop = new StockShop(root, 0, settings -> settings.queryBudget(Duration.ofMillis(20)));
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        AtomicReference<Thread> answers = new AtomicReference<>();
        PortListener listener = (_, status, _, _, _) -> {
            if (status == AnswerStatus.VALUE) {
                answers.set(Thread.currentThread());
            }
            told.add(status.name());
        };
        EventLoopOptions options = EventLoopOptions.defaults()
                .withIdle(() -> new ParkingIdleStrategy(Duration.ofHours(1).toNanos()));
        try (shop;
                EventLoop loop = EventLoop.start("shop", options, List.of(shop.task))) {
            assertTrue(shop.port().query(query("left", "\"nut\"", listener)));
            String first = told.take();
            while (first.equals("AWAY")) { // it is still restarting
                shop.port().query(query("left", "\"nut\"", listener));
                first = told.take();
            }
            assertEquals("VALUE", first, "a query wakes a parked loop");
            assertTrue(shop.port().query(query("sleeps", "60000", listener)));
            Await.until(
                    "the stack of the query is shown",
                    () -> shop.port()
                            .overdue()
                            .filter(query -> query.stack().toString().contains("StockKeeper.sleeps"))
                            .isPresent());
            String method = shop.port().overdue().orElseThrow().method();
            assertTrue(method.endsWith("Stock.sleeps"), method);
            String error = shop.task.health().lastError().orElse("");
            assertTrue(error.contains("query=io.millrace.service.Stock.sleeps"), error);
            assertTrue(shop.port().query(query("left", "\"nut\"", listener)));
            assertEquals("BUSY", told.take());
            answers.get().interrupt();
            assertEquals("VALUE", told.take());
            assertEquals(Optional.empty(), shop.port().overdue());
            loop.stop();
        }
    }
}
