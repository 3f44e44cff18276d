package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import io.millrace.journal.PeriodPolicy;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a component knows of many clients after a restart, retention, an upgrade and the end of a period; {@code
 * -Dmillrace.answers.clients} makes more of them.
 */
@Tag("proof")
class ManyClientsTest {

    private static final int CLIENTS = Integer.getInteger("millrace.answers.clients", 100);
    private static final int CALLS = 4;
    private static final int STOCK = 1_000_000;
    private static final int FILL = 1_000;
    private static final RetentionPolicy WHEN_READ = RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ);
    private static final RetentionPolicy CLOSED = RetentionPolicy.keepAll().withPeriods(PeriodPolicy.REMOVE_CLOSED);

    @TempDir
    Path root;

    /** The newest number of the client that only fills segments. */
    private long filled;

    private static String client(int number) {
        return ClientName.issue("p" + number, 1 + number, new UUID(7, number));
    }

    /** Makes all calls of all clients: in turns, or once more, each with its number. */
    private static void callAll(StockShop shop) {
        for (int number = 2; number <= CALLS; number++) {
            for (int client = 0; client < CLIENTS; client++) {
                shop.call(client(client), number, "take", "[\"nut\", 1]");
            }
            shop.settle();
        }
    }

    private static void stock(StockShop shop) {
        for (int client = 0; client < CLIENTS; client++) {
            shop.call(client(client), 1, "delivered", "[\"nut\", " + (client == 0 ? STOCK : 0) + "]");
        }
    }

    /** Checks that each call has its answer, and that nothing happens where all are made again. */
    private static void check(StockShop shop) {
        shop.settle();
        String left = shop.query("left", "\"nut\"");
        assertEquals("VALUE left: " + (STOCK - (CALLS - 1) * CLIENTS), left);
        for (int number = 2; number <= CALLS; number++) {
            for (int client = 0; client < CLIENTS; client++) {
                int expected = STOCK - (number - 2) * CLIENTS - client - 1;
                assertEquals("VALUE take: " + expected, shop.find(client(client), number));
            }
        }
        callAll(shop);
        assertEquals(left, shop.query("left", "\"nut\""));
    }

    @Test
    void eachRepeatGetsItsAnswerAfterARestartRetentionAndAnUpgrade() {
        int every = CLIENTS;
        try (StockShop shop = new StockShop(root, every, UnaryOperator.identity())) {
            stock(shop);
            callAll(shop);
        }
        try (StockShop shop = new StockShop(root, every, UnaryOperator.identity())) {
            check(shop);
            remove(shop, shop.calls, WHEN_READ);
            remove(shop, shop.output, WHEN_READ);
        }
        try (StockShop shop = new StockShop(root, every, UnaryOperator.identity())) {
            check(shop);
        }
        SequencedMap<String, RunDescription.Part> parts = new LinkedHashMap<>();
        parts.put("stock", new RunDescription.Part(ComponentKind.COMPONENT, "", List.of("calls"), "answers"));
        new RunDescription("shop", List.of(), parts).write(root);
        Upgrades.in(root).order("stock", "alice", "results are greater");
        for (int run = 0; run < 2; run++) {
            try (StockShop shop =
                    new StockShop(root, every, settings -> settings.upgrades(Upgrades.in(root)), StockKeeper::later)) {
                check(shop);
            }
        }
    }

    /** Lets one more client fill segments until retention has removed some. */
    private void remove(StockShop shop, Channel channel, RetentionPolicy policy) {
        var journal = channel.journal().orElseThrow();
        while (journal.messagesBefore(Index.NONE) == 0) {
            fill(shop);
            journal.retain(policy);
        }
    }

    private void fill(StockShop shop) {
        for (int call = 0; call < FILL; call++) {
            shop.call(client(CLIENTS + 1), ++filled, "who", "[]");
        }
        shop.settle();
    }

    @Test
    void anOpeningOfAPeriodHasTheAnswersAndTheOpenReplies() {
        String anna = client(CLIENTS);
        try (StockShop shop = closing()) {
            stock(shop);
            shop.call(anna, 1, "order", "[\"nut\", 1]");
            callAll(shop);
            fill(shop);
            shop.call(anna, 2, "delivered", "[\"" + ClosingKeeper.END + "\", 1]");
            shop.settle();
            remove(shop, shop.output, CLOSED);
        }
        try (StockShop shop = closing()) {
            check(shop);
            assertEquals("OPEN", shop.find(anna, 1));
            shop.call(anna, 3, "paid", "1");
            shop.settle();
            assertEquals("VALUE order: paid 1", shop.find(anna, 1));
        }
        try (StockShop shop = closing()) {
            check(shop);
            assertEquals("VALUE order: paid 1", shop.find(anna, 1));
            assertTrue(shop.answers().stream().anyMatch(answer -> answer.startsWith(anna)));
        }
    }

    private StockShop closing() {
        return new StockShop(root, 0, UnaryOperator.identity(), ClosingKeeper::new);
    }
}
