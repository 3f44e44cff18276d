package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.clients.ClientsSpec;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.topology.RunningTopology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for clients over every transport, with a topology in the same process. */
abstract class ClientContract {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    private Path data;

    /** Returns the address of the server for clients of a run. */
    abstract String address(RunningTopology running);

    /** Returns the address at a port of loopback. */
    abstract String addressAt(int port);

    private ClientOptions options(RunningTopology running) {
        return options(address(running));
    }

    private ClientOptions options(String uri) {
        return ClientOptions.at(uri)
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(100))
                .withListeners(_ -> {}, errors::add);
    }

    private Prices prices() {
        return new Prices() {
            @Override
            public void price(String symbol, double value) {
                seen.add(symbol + " " + value);
            }

            @Override
            public void closed() {
                seen.add("closed");
            }
        };
    }

    private static String price(int value) {
        return "{\"symbol\":\"A\",\"value\":" + value + ".0}";
    }

    private static String reason(CompletionStage<?> stage) {
        return assertThrows(
                        CompletionException.class,
                        () -> stage.toCompletableFuture().join())
                .getCause()
                .getMessage();
    }

    @Test
    void callsOfATypedWriterAreAppendedAndTheAnswersCallAHandler() throws Exception {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(running))) {
            client.follow("prices", Prices.class, prices(), FollowOptions.oldest());
            Orders orders = client.writer("orders", Orders.class);
            orders.order("EURUSD", 7);
            orders.order("EURUSD", 0);
            orders.order("GBPUSD", Long.MAX_VALUE);
            client.flush(LONG);
            assertEquals(
                    3L,
                    client.acknowledged("orders").toCompletableFuture().join().longValue());
            Await.until("three prices", () -> seen.size() == 3);
        }
        assertEquals(List.of("EURUSD 7.0", "closed", "GBPUSD 9.223372036854776E18"), seen);
        assertEquals(
                List.of("order[\"EURUSD\",7]", "order[\"EURUSD\",0]", "order[\"GBPUSD\",9223372036854775807]"),
                EchoTopology.calls(data, "orders"));
        assertEquals(List.of(), errors);
    }

    @Test
    void messagesComeAsTextAsFarAsTheClientHasAsked() throws Exception {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(running))) {
            for (int i = 1; i <= 5; i++) {
                client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":" + (i == 3 ? 0 : i) + "}");
            }
            client.flush(LONG);
            List<Message> messages = Collections.synchronizedList(new ArrayList<>());
            Subscription two = client.follow(
                    "prices", messages::add, FollowOptions.oldest().withCredit(2));
            Await.until("two messages", () -> messages.size() == 2);
            client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":6}");
            client.flush(LONG); // on the same connection: a third message would have come before
            assertEquals(2, messages.size());
            two.more(1);
            Await.until("a third message", () -> messages.size() == 3);
            assertEquals("closed", messages.get(2).method());
            assertEquals("{}", messages.get(2).arguments());
            assertEquals("{\"symbol\":\"A\",\"value\":2.0}", messages.get(1).arguments());
            two.cancel();
            assertEquals("cancelled", two.ended().orElseThrow());

            FollowOptions after = FollowOptions.after(messages.get(1).position())
                    .withMethods("price")
                    .withOnBegin(from -> seen.add("from " + from.position()));
            client.follow("prices", message -> seen.add(message.arguments()), after);
            Await.until("three messages", () -> seen.size() == 4);
            assertEquals("from " + messages.get(1).position(), seen.getFirst());
            assertEquals(List.of(price(4), price(5), price(6)), seen.subList(1, 4));
        }
    }

    @Test
    void aClientGetsTheFieldsThatItWants() throws Exception {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(running))) {
            var _ = client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}");
            var _ = client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":0}");
            FollowOptions named = FollowOptions.oldest().withFields(Map.of("value", "v", "other", "o"));
            client.follow("prices", message -> seen.add(message.method() + message.arguments()), named);
            Await.until("both messages", () -> seen.size() == 2);
            assertEquals(List.of("price{\"v\":1.0}", "closed{}"), seen);
        }
    }

    @Test
    void whatIsRefusedEndsWithItsReasonOnce() throws Exception {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(running))) {
            assertTrue(reason(client.append("orders", "ordre", "{}")).contains("channel has no such call"));
            assertTrue(reason(client.append("prices", "price", "{\"symbol\":\"A\",\"value\":1}"))
                    .contains("clients may not append to this channel"));
            assertTrue(reason(client.append("orders", "order", "{\"symbol\":7}"))
                    .contains("arguments do not fit the call"));
            assertTrue(reason(client.acknowledged("orders")).contains("channel has no such call"), "the first error");
            client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}")
                    .toCompletableFuture()
                    .join();
            assertEquals(
                    "the call is too long for the server maxBytes=1048576",
                    reason(client.append("orders", "remark", "{\"text\":\"" + "ä".repeat(600_000) + "\"}")));
            assertTrue(reason(client.acknowledged("prices")).contains("clients may not append to this channel"));
            ClientException flushed = assertThrows(ClientException.class, () -> client.flush(LONG));
            assertEquals("the call is too long for the server maxBytes=1048576", flushed.getMessage());
            client.flush(LONG); // an error is told once
            client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":2}")
                    .toCompletableFuture()
                    .join();

            Subscription none =
                    client.follow("orders", _ -> {}, FollowOptions.newest().withOnEnd(reason -> seen.add(reason)));
            Await.until("the end", () -> seen.size() == 1);
            assertTrue(seen.getFirst().startsWith("clients may not follow this channel channel=orders"));
            assertEquals(seen.getFirst(), none.ended().orElseThrow());
        }
        assertEquals(List.of("order[\"A\",1]", "order[\"A\",2]"), EchoTopology.calls(data, "orders"));
    }

    @Test
    void aHandlerThatFailsEndsItsSubscriptionAlone() throws Exception {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(running))) {
            Subscription failing = client.follow(
                    "prices",
                    _ -> {
                        throw new StackOverflowError("mine");
                    },
                    FollowOptions.newest().withOnEnd(seen::add));
            client.follow("prices", Prices.class, prices(), FollowOptions.oldest());
            client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}");
            client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":2}");
            Await.until("both prices and an end", () -> seen.size() == 3);
            assertTrue(failing.ended().orElseThrow().contains("reason=java.lang.StackOverflowError: mine"));
            assertTrue(seen.containsAll(List.of("A 1.0", "A 2.0")));
        }
    }

    @Test
    void manyCallsAtOnceAreSentInAWindow() {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(running).withMaxPending(5_000))) {
            Orders orders = client.writer("orders", Orders.class);
            for (int i = 1; i <= 5_000; i++) {
                orders.order("A", i);
            }
            client.flush(LONG);
        }
        List<String> calls = EchoTopology.calls(data, "orders");
        assertEquals(5_000, calls.size());
        assertEquals("order[\"A\",5000]", calls.getLast());
        assertEquals(List.of(), errors);
    }

    @Test
    void whatWaitsEndsOnceWhenTheClientIsClosed() {
        int port = FreePorts.next();
        MillraceClient client = MillraceClient.connect(options(addressAt(port)).withMaxPending(2));
        Subscription followed =
                client.follow("prices", _ -> {}, FollowOptions.newest().withOnEnd(seen::add));
        CompletionStage<Long> one = client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}");
        CompletionStage<Long> two = client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":2}");
        ClientException tooMany = assertThrows(
                ClientException.class, () -> client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":3}"));
        assertEquals("too many calls wait for their acknowledgement maxPending=2", tooMany.getMessage());
        ClientException late = assertThrows(ClientException.class, () -> client.flush(Duration.ofMillis(1)));
        assertTrue(late.getMessage().startsWith("calls were not acknowledged in time"));
        assertFalse(one.toCompletableFuture().isDone());
        client.close();
        client.close();
        String reason = "the client was closed before the server has acknowledged the call";
        assertEquals(reason, reason(one));
        assertEquals(reason, reason(two));
        assertEquals(List.of("the client was closed"), seen);
        assertEquals("the client was closed", followed.ended().orElseThrow());
        assertThrows(
                ClientException.class, () -> client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":4}"));
    }

    @Test
    void aClientWithoutAConnectionGivesUpInTime() throws Exception {
        int port = FreePorts.next();
        ClientOptions hurried = options(addressAt(port)).withGiveUpAfter(Duration.ofMillis(50));
        try (MillraceClient client = MillraceClient.connect(hurried)) {
            assertTrue(reason(client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}"))
                    .startsWith("the call was not sent: there was no connection"));
            Await.until("the error of the first attempt", () -> !errors.isEmpty()); // which may end later
        }
        assertEquals(1, errors.size(), errors::toString);
    }

    @Test
    void aClientMayCloseItselfInAHandlerAndMayNotWaitThere() throws Exception {
        try (RunningTopology running = EchoTopology.start(data)) {
            MillraceClient client = MillraceClient.connect(options(running));
            client.follow(
                    "prices",
                    _ -> {
                        try {
                            client.flush(LONG);
                        } catch (ClientException e) {
                            seen.add(e.getMessage());
                        }
                        client.close();
                    },
                    FollowOptions.oldest().withOnEnd(seen::add));
            client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}");
            Await.until("the end", () -> seen.size() == 2);
            assertEquals(List.of("a thread of the client cannot wait for the client", "the client was closed"), seen);
            client.close();
        }
    }

    @Test
    void aTokenIsShown() throws Exception {
        Path token = Files.createFile(
                data.resolve("token"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, "0123456789abcdef\n");
        ClientsSpec guarded = EchoTopology.clients(0, 0).withTokenFile(token.toString());
        try (RunningTopology running = EchoTopology.start(data, guarded)) {
            try (MillraceClient client = MillraceClient.connect(options(running).withToken("0123456789abcdeg"))) {
                client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}");
                Await.until("an error", () -> !errors.isEmpty());
                assertTrue(
                        errors.getFirst().endsWith("status=401")
                                || errors.getFirst().startsWith("token is missing or wrong"),
                        errors.getFirst());
            }
            try (MillraceClient client = MillraceClient.connect(options(running).withToken("0123456789abcdef"))) {
                client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":2}")
                        .toCompletableFuture()
                        .join();
            }
        }
        assertEquals(List.of("order[\"A\",2]"), EchoTopology.calls(data, "orders"));
    }
}
