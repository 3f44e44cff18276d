package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.fixtures.Await;
import io.millrace.journal.Index;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.leaks.ExpectedLog;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswersRecoveryTest {

    private static final String ANNA = ClientName.issue("anna", 1, new UUID(1, 1));
    private static final String BOB = ClientName.issue("bob", 2, new UUID(1, 2));
    private static final RetentionPolicy WHEN_READ = RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ);

    @TempDir
    Path root;

    @Test
    void afterRetentionARepeatStillGetsItsAnswer() {
        int last = 3_000;
        try (StockShop shop = new StockShop(root, 100, UnaryOperator.identity())) {
            shop.call(BOB, 1, "take", "[\"nut\", 0]");
            shop.call(ANNA, 1, "delivered", "[\"nut\", 100000]");
            for (int number = 2; number <= last; number++) {
                shop.call(ANNA, number, "take", "[\"nut\", 1]");
                if (number % 100 == 0) {
                    shop.settle();
                }
            }
            shop.settle();
            awaitRemoval(shop.calls);
            awaitRemoval(shop.output);
        }
        try (StockShop shop = new StockShop(root, 100, UnaryOperator.identity())) {
            shop.settle();
            assertEquals("VALUE take: 0", shop.find(BOB, 1));
            for (int number = last - 1023; number <= last; number++) {
                assertEquals("VALUE take: " + (100_001 - number), shop.find(ANNA, number));
            }
            assertEquals("FORGOTTEN", shop.find(ANNA, last - 1024));
            shop.call(ANNA, last, "take", "[\"nut\", 1]");
            shop.call(BOB, 1, "take", "[\"nut\", 1]");
            shop.settle();
            assertEquals("VALUE left: " + (100_001 - last), shop.query("left", "\"nut\""));
        }
    }

    /** Describes the run, as a topology does; orders are checked against it. */
    private void describe() {
        SequencedMap<String, RunDescription.Part> parts = new LinkedHashMap<>();
        parts.put("stock", new RunDescription.Part(ComponentKind.COMPONENT, "", List.of("calls"), "answers"));
        new RunDescription("shop", List.of(), parts).write(root);
    }

    private static void awaitRemoval(Channel channel) {
        var journal = channel.journal().orElseThrow();
        Await.until(
                "messages are removed",
                () -> {
                    journal.retain(WHEN_READ);
                    return journal.messagesBefore(Index.NONE) > 0;
                },
                () -> "heldBy=" + journal.retain(WHEN_READ).heldBy());
    }

    @Test
    void afterAnUpgradeTheRecordedAnswersStay() {
        try (StockShop shop = new StockShop(root)) {
            shop.call(ANNA, 1, "delivered", "[\"nut\", 10]");
            shop.call(ANNA, 2, "take", "[\"nut\", 1]");
            shop.call(ANNA, 3, "order", "[\"nut\", 1]");
            shop.settle();
        }
        describe();
        Upgrades.in(root).order("stock", "alice", "results are greater");
        try (StockShop shop = later()) {
            shop.settle();
            assertEquals("VALUE take: 9", shop.find(ANNA, 2));
            shop.call(ANNA, 2, "take", "[\"nut\", 1]");
            shop.call(ANNA, 4, "take", "[\"nut\", 1]");
            shop.call(BOB, 1, "paid", "1");
            shop.settle();
            assertEquals("VALUE take: 1008", shop.find(ANNA, 4));
            assertEquals("VALUE order: paid 1", shop.find(ANNA, 3));
        }
        try (StockShop shop = later()) {
            shop.settle();
            assertEquals("VALUE take: 9", shop.find(ANNA, 2));
            assertEquals("VALUE take: 1008", shop.find(ANNA, 4));
        }
    }

    private StockShop later() {
        return new StockShop(root, 0, settings -> settings.upgrades(Upgrades.in(root)), StockKeeper::later);
    }

    @Test
    void aSkippedCallAnswersItsClient() {
        long index;
        try (StockShop shop = new StockShop(root)) {
            shop.call(ANNA, 1, "delivered", "[\"nut\", 10]");
            shop.settle();
            index = shop.call(ANNA, 2, "take", "[\"nut\", 1]");
        }
        describe();
        Skips.in(root).order("stock", "calls@" + Index.toText(index), "alice", "it was a mistake");
        for (int run = 0; run < 2; run++) {
            try (StockShop shop = new StockShop(root, 0, settings -> settings.skips(Skips.in(root)))) {
                shop.settle();
                assertEquals("PASSED_OVER it was a mistake", shop.find(ANNA, 2));
                assertEquals("VALUE left: 10", shop.query("left", "\"nut\""));
            }
        }
    }

    @Test
    @ExpectedLog("an error was recorded")
    void aReplayComparesAnswersAndPassesOverWhatHasFailed() {
        try (StockShop shop = new StockShop(root, 2, UnaryOperator.identity())) {
            shop.call(ANNA, 1, "delivered", "[\"nut\", 10]");
            shop.call(ANNA, 2, "take", "[\"nut\", 1]");
            shop.call(ANNA, 2, "take", "[\"nut\", 1]");
            shop.call(ANNA, 3, "recurse", "0");
            shop.call(ANNA, 4, "take", "[\"bolt\", 1]");
            shop.call(ANNA, 5, "order", "[\"nut\", 1]");
            shop.call(ANNA, 6, "paid", "1");
            shop.settle();
            ReplayReport same = replay(shop, StockKeeper::of);
            assertEquals(0, same.differences(), same.shown().toString());
            ReplayReport other = replay(shop, StockKeeper::later);
            assertEquals(1, other.differences(), other.shown().toString());
            assertTrue(
                    other.shown().getFirst().toString().contains("1009"),
                    other.shown().toString());
        }
    }

    private static ReplayReport replay(StockShop shop, ComponentFactory<?> factory) {
        return Service.replay("stock")
                .reads(shop.calls)
                .comparesWith(shop.output)
                .run(factory);
    }

    @Test
    void theFirstAnswersOfAClientAreGivenUpForTheBytesOfLaterOnes() {
        AnswerLimits limits = AnswerLimits.defaults().withBytes(2_000);
        for (int run = 0; run < 2; run++) {
            try (StockShop shop = new StockShop(root, 1, settings -> settings.answers(limits))) {
                for (int number = 1; run == 0 && number <= 3; number++) {
                    shop.call(ANNA, number, "picture", "900");
                }
                shop.settle();
                assertEquals("FORGOTTEN", shop.find(ANNA, 1));
                assertTrue(shop.find(ANNA, 2).startsWith("VALUE"));
                assertTrue(shop.find(ANNA, 3).startsWith("VALUE"));
            }
        }
    }

    @Test
    void tooManyOpenRepliesAreRefused() {
        AnswerLimits limits = AnswerLimits.defaults().withOpenReplies(1);
        try (StockShop shop = new StockShop(root, 0, settings -> settings.answers(limits))) {
            shop.call(ANNA, 1, "order", "[\"nut\", 1]");
            shop.call(ANNA, 2, "order", "[\"nut\", 1]");
            shop.call(ANNA, 3, "paid", "1");
            shop.call(ANNA, 4, "order", "[\"nut\", 1]");
            shop.settle();
            assertEquals(
                    List.of(
                            ANNA + "#2 REFUSED too many calls wait for their answers limit=1",
                            ANNA + "#1 VALUE order: paid 1"),
                    shop.answers());
            assertEquals("OPEN", shop.find(ANNA, 4));
        }
    }
}
