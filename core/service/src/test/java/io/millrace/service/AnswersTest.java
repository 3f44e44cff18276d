package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.EpochClock;
import io.millrace.leaks.ExpectedLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswersTest {

    private static final String ANNA = ClientName.issue("anna", 1, new UUID(1, 1));
    private static final String BOB = ClientName.issue("bob", 2, new UUID(1, 2));

    @TempDir
    Path root;

    @Test
    void aResultIsARecordInTheGroupOfItsCall() {
        try (StockShop shop = new StockShop(root)) {
            shop.call(ANNA, 1, "delivered", "[\"nut\", 5]");
            shop.call(ANNA, 2, "take", "[\"nut\", 3]");
            shop.call(BOB, 1, "who", "[]");
            shop.settle();
            assertEquals(List.of(ANNA + "#2 VALUE take: 2", BOB + "#1 VALUE who: bob 1"), shop.answers());
            assertEquals(List.of("taken: [nut, 3, anna]"), shop.outputs());
        }
    }

    @Test
    void aRefusalIsAnAnswerAndChangesNothing() {
        try (StockShop shop = new StockShop(root)) {
            shop.call(ANNA, 1, "take", "[\"nut\", 3]");
            shop.settle();
            assertEquals(List.of(ANNA + "#1 REFUSED not in stock item=nut"), shop.answers());
            assertEquals(1, shop.task.inputs());
        }
    }

    @Test
    @ExpectedLog("an error was recorded")
    void theReplyOfARefusedCallIsNotOpen() {
        try (StockShop shop = new StockShop(root)) {
            shop.call(ANNA, 1, "order", "[\"nut\", -1]");
            shop.call(BOB, 1, "paid", "1");
            shop.settle();
            assertEquals(
                    ANNA + "#1 REFUSED amount must be positive amount=-1",
                    shop.answers().getFirst());
            String paid = shop.answers().getLast();
            assertTrue(paid.startsWith(BOB + "#1 FAILED a reply is not open"), paid);
        }
    }

    @Test
    void aRepeatedCallIsAnsweredFromTheTableAndNotMadeAgain() {
        try (StockShop shop = new StockShop(root)) {
            shop.call(ANNA, 1, "delivered", "[\"nut\", 5]");
            shop.call(ANNA, 2, "take", "[\"nut\", 3]");
            shop.call(ANNA, 2, "take", "[\"nut\", 3]");
            shop.settle();
            assertEquals(1, shop.answers().size());
            assertEquals("VALUE take: 2", shop.find(ANNA, 2));
            assertEquals("FORGOTTEN", shop.find(ANNA, 1));
            assertEquals("AHEAD", shop.find(ANNA, 3));
            assertEquals("VALUE left: 2", shop.query("left", "\"nut\""));
        }
    }

    @Test
    void theTableSurvivesARestartWithAndWithoutASnapshot() {
        for (long every : new long[] {1_000, 1}) {
            Path directory = root.resolve("every" + every);
            try (StockShop shop = new StockShop(directory)) {
                shop.call(ANNA, 1, "delivered", "[\"nut\", 5]");
                shop.call(ANNA, 2, "take", "[\"nut\", 3]");
                shop.call(ANNA, 3, "order", "[\"nut\", 1]");
            }
            for (int run = 0; run < 3; run++) {
                try (StockShop shop = shopWithSnapshots(directory, every)) {
                    shop.settle();
                    assertEquals("VALUE take: 2", shop.find(ANNA, 2));
                    assertEquals("OPEN", shop.find(ANNA, 3));
                    shop.call(ANNA, 2, "take", "[\"nut\", 1]");
                    shop.settle();
                    assertEquals("VALUE left: 2", shop.query("left", "\"nut\""));
                }
            }
            try (StockShop shop = shopWithSnapshots(directory, every)) {
                shop.call(BOB, 1, "paid", "1");
                shop.settle();
                assertEquals("VALUE order: paid 1", shop.find(ANNA, 3));
                assertEquals(List.of(ANNA + "#2 VALUE take: 2", ANNA + "#3 VALUE order: paid 1"), shop.answers());
            }
        }
    }

    private static StockShop shopWithSnapshots(Path directory, long every) {
        return new StockShop(directory, every, UnaryOperator.identity());
    }

    @Test
    @ExpectedLog("an error was recorded")
    void aThrowableIsAnAnswerAndTheComponentIsMadeAgain() {
        try (StockShop shop = new StockShop(root)) {
            shop.call(ANNA, 1, "delivered", "[\"nut\", 5]");
            shop.call(BOB, 1, "take", "[\"nut\", -1]");
            shop.call(BOB, 2, "recurse", "0");
            shop.call(BOB, 3, "delivered", "[\"nut\", -1]");
            shop.call(ANNA, 2, "take", "[\"nut\", 1]");
            shop.settle();
            assertEquals(4, shop.made, "it was made again after each failure");
            assertEquals("VALUE left: 4", shop.query("left", "\"nut\""));
            assertEquals("VALUE left: 0", shop.query("left", "\"depth\""));
            assertEquals(
                    List.of(
                            BOB + "#1 FAILED java.lang.IllegalArgumentException: amount must be positive amount=-1",
                            BOB + "#2 FAILED java.lang.StackOverflowError",
                            BOB + "#3 FAILED java.lang.IllegalArgumentException: amount must be positive amount=-1",
                            ANNA + "#2 VALUE take: 4"),
                    shop.answers());
        }
        try (StockShop shop = new StockShop(root)) {
            shop.settle();
            assertEquals("VALUE left: 4", shop.query("left", "\"nut\""));
            assertTrue(shop.find(BOB, 2).startsWith("FAILED"));
            assertEquals(1, shop.made, "what has failed is not called again");
        }
    }

    @Test
    @ExpectedLog("an error was recorded")
    void aPrincipalWhoseCallsFailTooOftenIsRefused() {
        AnswerLimits limits = AnswerLimits.defaults().withFailures(2);
        for (int run = 0; run < 2; run++) {
            try (StockShop shop = new StockShop(root, 0, settings -> settings.answers(limits))) {
                for (int i = 0; run == 0 && i < 4; i++) {
                    shop.call(BOB, i, "recurse", "0");
                }
                shop.call("bob/other", 1 + run, "who", "[]");
                shop.call(ANNA, 1 + run, "who", "[]");
                shop.settle();
                assertEquals("REFUSED calls of this principal have failed too often", shop.find(BOB, 3));
                assertTrue(shop.find("bob/other", 1 + run).startsWith("REFUSED"));
                assertTrue(shop.find(ANNA, 1 + run).startsWith("VALUE"));
            }
        }
    }

    @Test
    void aPrincipalWhoseCallsFailIsToldOnceAndOnceMoreWhenItIsRefused() {
        List<String> told = new ArrayList<>();
        AnswerLimits limits = AnswerLimits.defaults().withFailures(4);
        try (StockShop shop = new StockShop(
                root,
                0,
                settings -> settings.answers(limits)
                        .errorHandler((_, _, error) ->
                                told.add(error.getMessage().replaceAll(".*(principal=.*):.*", "$1"))))) {
            for (int i = 1; i <= 6; i++) {
                shop.call(BOB, i, "recurse", "0");
                shop.call("bob/other", i, "recurse", "0");
            }
            shop.settle();
        }
        assertEquals(List.of("principal=bob failures=1 most=4", "principal=bob failures=4 most=4"), told);
    }

    @Test
    void failuresOfManyClientsWithoutAPrincipalAreForgotten() {
        AnswerLimits limits = AnswerLimits.defaults().withClients(2);
        AnswerTable table = new AnswerTable(limits);
        try (StockShop shop =
                new StockShop(root, 0, settings -> settings.answers(limits).errorHandler((_, _, _) -> {}))) {
            for (int i = 1; i <= 3; i++) {
                shop.call(ClientName.issue("", i, new UUID(3, i)), 1, "recurse", "0");
            }
            shop.settle();
            AnswerReader reader = new AnswerReader();
            try (ChannelCursor cursor = shop.output.cursor()) {
                for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                    if (entry == Entry.CALL && reader.read(cursor)) {
                        table.add(reader);
                    }
                }
            }
        }
        assertEquals(0, table.failures(ClientName.issue("", 1, new UUID(3, 1))));
        assertEquals(1, table.failures(ClientName.issue("", 2, new UUID(3, 2))));
        assertEquals(1, table.failures(ClientName.issue("", 3, new UUID(3, 3))));
    }

    @Test
    void anAnswerThatIsTooLargeEndsAtItsCaller() {
        for (int run = 0; run < 2; run++) {
            try (StockShop shop = new StockShop(root)) {
                if (run == 0) {
                    shop.call(ANNA, 1, "picture", Integer.toString(2 << 20));
                }
                shop.settle();
                assertTrue(shop.find(ANNA, 1).startsWith("TOO_LARGE carried out"), shop.find(ANNA, 1));
                assertEquals("VALUE left: 1", shop.query("left", "\"pictures\""));
            }
        }
    }

    @Test
    void aQueryThatWritesIsRefusedAndNothingIsWritten() {
        try (StockShop shop = new StockShop(root)) {
            shop.settle();
            assertTrue(shop.query("writes", "\"nut\"").contains("a query makes no output call"));
            assertEquals(List.of(), shop.outputs());
        }
    }

    @Test
    void aForgottenClientIsRefusedAndANewOneAccepted() {
        AnswerLimits limits = AnswerLimits.defaults().withClients(2);
        try (StockShop shop = new StockShop(root, 0, settings -> settings.answers(limits))) {
            String first = ClientName.issue("", 1, new UUID(2, 1));
            shop.call(first, 1, "who", "[]");
            shop.call("old", 1, "who", "[]");
            shop.call("older", 1, "who", "[]");
            shop.call(first, 2, "who", "[]");
            String later = ClientName.issue("", EpochClock.system().nowNs(), new UUID(2, 2));
            shop.call(later, 1, "who", "[]");
            shop.settle();
            assertEquals("UNKNOWN_CLIENT", shop.find(first, 2));
            assertTrue(shop.answers().contains(first + "#2 REFUSED the component does not know the client any more"));
            assertEquals("VALUE who: \" 1\"", shop.find(later, 1));
        }
    }

    @Test
    void whatCannotAnswerIsRefusedAtTheStart() {
        try (var calls = Flow.channel(root, "calls");
                var queue = io.millrace.channel.Channel.queue(
                        "queue", 1 << 13, io.millrace.channel.ChannelOptions.defaults())) {
            ServiceException error = assertThrows(
                    ServiceException.class,
                    () -> Service.component("stock").reads(calls).writes(queue).create(StockKeeper::of));
            assertTrue(error.getMessage().contains("not kept"), error.getMessage());
        }
    }
}
