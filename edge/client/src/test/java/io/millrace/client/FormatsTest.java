package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import io.millrace.wire.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages in BINARY and DELTA are the same as in JSON, for both kinds of handlers. */
class FormatsTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int ORDERS = 6_000;

    /** More keys than a server keeps. */
    private static final int SYMBOLS = 1_500;

    @TempDir
    private Path data;

    private static ClientOptions options(String address) {
        return ClientOptions.at(address)
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(100))
                .withListeners(_ -> {}, _ -> {});
    }

    private static String tcp(RunningTopology running) {
        return "tcp://" + EchoTopology.detail(running, "tcpAddress");
    }

    private static void order(MillraceClient client, int from, int to) {
        Random random = new Random(from);
        Orders orders = client.writer("orders", Orders.class);
        for (int i = from; i < to; i++) {
            String symbol = random.nextInt(50) == 0 ? "long".repeat(600) + i % 3 : "S" + random.nextInt(SYMBOLS);
            orders.order(i % 97 == 0 ? null : symbol, random.nextInt(20) == 0 ? 0 : random.nextInt(1_000));
            if (i % 500 == 0) {
                client.flush(LONG);
            }
        }
        client.flush(LONG);
    }

    private static FollowOptions options(WireFormat format, String key) {
        return key == null
                ? FollowOptions.oldest().withFormat(format)
                : FollowOptions.oldest().withFormat(format, key);
    }

    @ParameterizedTest
    @CsvSource({"BINARY,", "DELTA,", "DELTA,symbol", "DELTA,other"})
    void messagesAreTheSameAsInJson(WireFormat format, String key) throws Exception {
        List<Message> expected = Collections.synchronizedList(new ArrayList<>());
        List<Message> messages = Collections.synchronizedList(new ArrayList<>());
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client =
                        MillraceClient.connect(options(tcp(running)).withMaxPending(ORDERS));
                MillraceClient other = MillraceClient.connect(options(tcp(running)))) {
            client.follow("prices", expected::add, FollowOptions.oldest());
            other.follow("prices", messages::add, options(format, key));
            client.follow("prices", Prices.class, prices(calls), options(format, key));
            order(client, 1, ORDERS / 2);
            FollowOptions some = options(format, key).withMethods("price").withCredit(1);
            List<Message> slow = Collections.synchronizedList(new ArrayList<>());
            Subscription[] one = new Subscription[1];
            synchronized (slow) {
                one[0] = other.follow(
                        "prices",
                        message -> {
                            synchronized (slow) {
                                slow.add(message);
                                one[0].more(1);
                            }
                        },
                        some);
            }
            order(client, ORDERS / 2, ORDERS + 1);
            Await.until("all messages", () -> expected.size() == ORDERS && messages.size() == ORDERS);
            Await.until("all calls", () -> calls.size() == ORDERS);
            List<Message> prices = expected.stream()
                    .filter(message -> message.method().equals("price"))
                    .toList();
            Await.until("all prices", () -> slow.size() == prices.size());
            assertEquals(prices, slow);
        }
        assertEquals(expected, messages);
        assertEquals(
                expected.stream()
                        .map(message -> message.method() + message.arguments())
                        .toList(),
                calls);
    }

    @Test
    void aFollowerMayBeginWithAnotherMethodThanTheOnesBeforeIt() throws Exception {
        List<Message> first = Collections.synchronizedList(new ArrayList<>());
        List<Message> second = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(tcp(running)));
                MillraceClient other = MillraceClient.connect(options(tcp(running)))) {
            client.follow("prices", first::add, options(WireFormat.BINARY, null));
            Orders orders = client.writer("orders", Orders.class);
            orders.order("A", 1);
            orders.order("A", 0);
            Await.until("both messages", () -> first.size() == 2);
            assertNotEquals(first.getFirst().method(), first.getLast().method());
            other.follow(
                    "prices",
                    second::add,
                    FollowOptions.after(first.getFirst().position()).withFormat(WireFormat.BINARY));
            Await.until("the second message", () -> !second.isEmpty());
        }
        assertEquals(List.of(first.getLast()), second);
    }

    private static Prices prices(List<String> calls) {
        return new Prices() {
            @Override
            public void price(String symbol, double value) {
                calls.add("price{" + (symbol == null ? "" : "\"symbol\":\"" + symbol + "\",") + "\"value\":" + value
                        + "}");
            }

            @Override
            public void closed() {
                calls.add("closed{}");
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"BINARY,", "DELTA,symbol"})
    void aNewConnectionGoesOnAfterTheLastMessage(WireFormat format, String key) throws Exception {
        int port = FreePorts.next();
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        try (MillraceClient client = MillraceClient.connect(options("tcp://127.0.0.1:" + port))) {
            client.follow("prices", Prices.class, prices(calls), options(format, key));
            for (int run = 0; run < 3; run++) {
                try (RunningTopology running = EchoTopology.start(data, EchoTopology.clients(0, port))) {
                    Orders orders = client.writer("orders", Orders.class);
                    for (int i = 1; i <= 10; i++) {
                        orders.order("S" + i % 3, run * 10L + i);
                    }
                    client.flush(LONG);
                    int all = (run + 1) * 10;
                    Await.until("the prices of a run", () -> calls.size() == all);
                    assertEquals(RunEnd.RUNNING, running.end());
                }
            }
        }
        assertEquals("price{\"symbol\":\"S1\",\"value\":10.0}", calls.get(9));
        assertEquals("price{\"symbol\":\"S1\",\"value\":30.0}", calls.get(29));
        assertEquals(30, calls.stream().distinct().count());
    }

    /** An interface of a reader that does not know everything that is written; BINARY has the names of parameters. */
    interface Values {
        /** A price, with another type and a value that is not written. */
        void price(double value, String venue);
    }

    @Test
    void aHandlerMayHaveAnotherVersionOfTheMethods() throws Exception {
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(tcp(running)))) {
            for (WireFormat format : List.of(WireFormat.JSON, WireFormat.BINARY, WireFormat.DELTA)) {
                client.follow(
                        "prices",
                        Values.class,
                        (value, venue) -> calls.add(value + " " + venue),
                        FollowOptions.oldest().withFormat(format));
            }
            client.append("orders", "order", "{\"symbol\":\"A\",\"quantity\":1}");
            Await.until("a call in each format", () -> calls.size() == 3);
        }
        assertEquals(List.of("1.0 null", "1.0 null", "1.0 null"), calls);
    }

    @Test
    void whatCannotBeIsRefusedAtOnce() {
        assertEquals(
                "messages come as one of [JSON, BINARY, DELTA] format=RAW",
                assertThrows(ClientException.class, () -> FollowOptions.newest().withFormat(WireFormat.RAW))
                        .getMessage());
        assertEquals(
                "a key is for the format DELTA format=BINARY key=[a]",
                assertThrows(ClientException.class, () -> FollowOptions.newest().withFormat(WireFormat.BINARY, "a"))
                        .getMessage());
    }
}
