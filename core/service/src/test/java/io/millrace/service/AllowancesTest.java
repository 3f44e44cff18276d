package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders by which calls of a principal are taken again that a component refuses. */
class AllowancesTest {

    private static final String ANNA = ClientName.issue("anna", 1, new UUID(1, 1));
    private static final String BOB = ClientName.issue("bob", 2, new UUID(1, 2));
    private static final String REFUSED = "REFUSED calls of this principal have failed too often";

    @TempDir
    private Path root;

    @BeforeEach
    void describeTheRun() {
        SequencedMap<String, RunDescription.Part> parts = new LinkedHashMap<>();
        parts.put("stock", new RunDescription.Part(ComponentKind.COMPONENT, "", List.of("calls"), "answers"));
        parts.put("gateway", new RunDescription.Part(ComponentKind.GATEWAY, "", List.of("calls"), "outcomes"));
        new RunDescription("shop", List.of(), parts).write(root);
    }

    private StockShop shop(long snapshotEvery) {
        AnswerLimits limits = AnswerLimits.defaults().withFailures(2);
        return new StockShop(
                root,
                snapshotEvery,
                settings ->
                        settings.answers(limits).allowances(Allowances.in(root)).errorHandler((_, _, _) -> {}));
    }

    /** Bars bob by calls 1 and 2, of which the third one is refused. */
    private void bar(long snapshotEvery) {
        try (StockShop shop = shop(snapshotEvery)) {
            for (int i = 1; i <= 3; i++) {
                shop.call(BOB, i, "recurse", "0");
            }
            shop.settle();
            assertEquals(REFUSED, shop.find(BOB, 3));
        }
    }

    private List<AllowState> states() {
        return Allowances.in(root).list().stream().map(Allowance::state).toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void callsAreTakenAgainFromTheNextStartOnAndInEachRestart(long snapshotEvery) {
        bar(snapshotEvery);
        try (StockShop shop = shop(snapshotEvery)) {
            AllowOrder order = Allowances.in(root).order("stock", "bob", "alice", "his program is repaired");
            assertEquals("bob", order.principal());
            shop.call(BOB, 4, "who", "[]");
            shop.settle();
            assertEquals(REFUSED, shop.find(BOB, 4), "a run carries out what it has seen at its start");
        }
        assertEquals(List.of(AllowState.PENDING), states());
        try (StockShop shop = shop(snapshotEvery)) {
            shop.call(ANNA, 1, "delivered", "[\"nut\", 5]");
            shop.call(BOB, 5, "take", "[\"nut\", 2]");
            shop.call("bob/other", 1, "who", "[]");
            shop.settle();
            assertEquals("VALUE take: 3", shop.find(BOB, 5));
            assertTrue(shop.find("bob/other", 1).startsWith("VALUE"));
        }
        assertEquals(List.of(AllowState.DONE), states());
        try (StockShop shop = shop(snapshotEvery)) {
            shop.call(BOB, 6, "take", "[\"nut\", 1]");
            shop.settle();
            assertEquals("VALUE take: 3", shop.find(BOB, 5));
            assertEquals("VALUE take: 2", shop.find(BOB, 6));
            assertEquals(REFUSED, shop.find(BOB, 4), "what was refused stays so");
            ReplayReport replayed = Service.replay("stock")
                    .reads(shop.calls)
                    .comparesWith(shop.output)
                    .answers(AnswerLimits.defaults().withFailures(2))
                    .run(StockKeeper::of);
            assertEquals(0, replayed.differences());
        }
        assertEquals(List.of(AllowState.DONE), states());
    }

    @Test
    void theFirstCallMayFailOrBeRefused() {
        for (String[] first :
                new String[][] {{"recurse", "0", "FAILED"}, {"take", "[\"none\", 1]", "REFUSED not in stock"}}) {
            int from = states().size() * 10;
            try (StockShop shop = shop(0)) {
                for (int i = 1; i <= 3; i++) {
                    shop.call(BOB, from + i, "recurse", "0");
                }
                shop.settle();
                assertEquals(REFUSED, shop.find(BOB, from + 3));
            }
            Allowances.in(root).order("stock", "bob", "alice", "again");
            try (StockShop shop = shop(0)) {
                shop.call(BOB, from + 4, first[0], first[1]);
                shop.call(BOB, from + 5, "who", "[]");
                shop.settle();
                assertTrue(shop.find(BOB, from + 4).startsWith(first[2]), shop.find(BOB, from + 4));
                assertTrue(shop.find(BOB, from + 5).startsWith("VALUE"));
            }
            try (StockShop shop = shop(0)) {
                shop.settle();
                assertTrue(shop.find(BOB, from + 5).startsWith("VALUE"));
            }
            assertEquals(AllowState.DONE, states().getLast());
        }
    }

    @Test
    void anOrderThatCannotBeMarkedIsMarkedByTheNextStart() throws IOException {
        bar(0);
        Allowances.in(root).order("stock", "bob", "alice", "again");
        List<String> warnings = new ArrayList<>();
        Path orders = root.resolve("millrace.allowances");
        Path away = root.resolve("away");
        AnswerLimits limits = AnswerLimits.defaults().withFailures(2);
        try (StockShop shop = new StockShop(
                root,
                0,
                settings -> settings.answers(limits)
                        .allowances(Allowances.in(root))
                        .errorHandler((severity, _, error) -> warnings.add(severity + " " + error.getMessage())))) {
            Files.move(orders, away);
            Files.createFile(orders); // nothing can be written there
            shop.call(BOB, 4, "who", "[]");
            shop.settle();
            assertTrue(shop.find(BOB, 4).startsWith("VALUE"), shop.find(BOB, 4));
            assertEquals(1, warnings.size(), warnings::toString);
            assertTrue(
                    warnings.getFirst()
                            .startsWith("WARNING an order was carried out but cannot be marked; the next start marks it"
                                    + " service=stock principal=bob: "),
                    warnings::toString);
        } finally {
            Files.deleteIfExists(orders);
            Files.move(away, orders);
        }
        assertEquals(List.of(AllowState.PENDING), states());
        try (StockShop shop = shop(0)) {
            shop.settle();
            assertTrue(shop.find(BOB, 4).startsWith("VALUE"));
        }
        assertEquals(List.of(AllowState.NOT_NEEDED), states());
    }

    @Test
    void anOrderThatIsNotNeededEndsAtTheNextStart() {
        Allowances.in(root).order("stock", "anna", "alice", "perhaps");
        try (StockShop shop = shop(0)) {
            shop.call(ANNA, 1, "who", "[]");
            shop.settle();
        }
        assertEquals(List.of(AllowState.NOT_NEEDED), states());
    }

    @Test
    void wrongOrdersAreRefusedAndAnOrderCanBeWithdrawn() {
        Allowances allowances = Allowances.in(root);
        for (String component : List.of("stok", "gateway")) {
            String message = assertThrows(
                            ServiceException.class, () -> allowances.order(component, "bob", "alice", "why"))
                    .getMessage();
            assertTrue(message.startsWith("there is no such component component=" + component), message);
        }
        assertThrows(ServiceException.class, () -> allowances.withdraw("stock", "bob", "alice"));
        allowances.order("stock", "bob", "alice", "why");
        assertTrue(assertThrows(ServiceException.class, () -> allowances.order("stock", "bob", "carol", "why"))
                .getMessage()
                .startsWith("this was ordered before, and the next start carries it out"));
        allowances.withdraw("stock", "bob", "carol");
        assertEquals(List.of(AllowState.WITHDRAWN), states());
        bar(0);
        try (StockShop shop = shop(0)) {
            shop.call(BOB, 4, "who", "[]");
            shop.settle();
            assertEquals(REFUSED, shop.find(BOB, 4));
        }
    }
}
