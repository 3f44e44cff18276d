package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostSpec;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of a topology that answers orders with prices. */
class ClientsTest {

    private static final String HELLO = "{'request':'hello'}";

    @TempDir
    private Path data;

    private RunningTopology run() {
        return run(ClientsSpec.at(0).withFollow("prices").withAppend("orders"));
    }

    private RunningTopology run(ClientsSpec clients) {
        return EchoTopology.start(data, clients);
    }

    private static String uri(RunningTopology running) {
        return EchoTopology.uri(running);
    }

    private static String client(String welcome) {
        return welcome.replaceAll("\\{'client':'([^']*)'.*", "$1");
    }

    private static String append(long number, String symbol, long quantity) {
        return "{'request':'append','channel':'orders','number':" + number
                + ",'refused':1,'method':'order','arguments':{'symbol':'" + symbol + "','quantity':" + quantity + "}}";
    }

    private String journal(String channel) {
        try (Channel read = Channel.readOnly(data.resolve(channel))) {
            return read.journal().orElseThrow().id().toString();
        }
    }

    private List<String> orders() {
        List<String> orders = new ArrayList<>();
        try (Channel channel = Channel.readOnly(data.resolve("orders"));
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    orders.add(cursor.json() + " " + cursor.history().index(0));
                }
            }
        }
        return orders;
    }

    @Test
    void anOrderIsAppendedAndItsPriceComesBack() throws Exception {
        try (RunningTopology running = run();
                TestClient client = TestClient.connect(uri(running), "")) {
            assertTrue(client.ask(HELLO).matches("\\{'client':'[0-9a-f-]{53}','appended':\\{},'maxBytes':1048576}"));
            assertEquals(
                    "{'as':1,'following':'prices','position':'" + journal("prices") + "/START'}",
                    client.ask("{'request':'follow','channel':'prices','as':1,'first':'OLDEST'}"));
            client.send(append(1, "EURUSD", 7));
            List<String> both = new ArrayList<>(List.of(client.next(), client.next()));
            both.sort(null);
            assertTrue(
                    both.getFirst()
                            .matches("\\{'as':1,'position':'[0-9a-f-]+/0:[0-9]+','time':'[^']+Z','method':'price',"
                                    + "'arguments':\\{'symbol':'EURUSD','value':7.0}}"),
                    both::toString);
            assertEquals("{'channel':'orders','appended':1}", both.getLast());
        }
        assertEquals(List.of("[\"EURUSD\",7] 1"), orders());
    }

    @Test
    void aClientThatConnectsAgainAppendsNothingTwice() throws Exception {
        String name;
        try (RunningTopology running = run();
                TestClient client = TestClient.connect(uri(running), "")) {
            name = client(client.ask(HELLO));
            assertEquals("{'channel':'orders','appended':1}", client.ask(append(1, "A", 1)));
            assertEquals("{'channel':'orders','appended':5}", client.ask(append(5, "A", 5)), "a gap is fine");
            assertEquals("{'channel':'orders','appended':5}", client.ask(append(5, "A", 5)), "it is there");
            assertEquals("{'channel':'orders','appended':2}", client.ask(append(2, "A", 2)), "it is passed");
        }
        try (RunningTopology running = run();
                TestClient client = TestClient.connect(uri(running), "")) {
            assertEquals(
                    "{'client':'" + name + "','appended':{'orders':5},'maxBytes':1048576}",
                    client.ask("{'request':'hello','client':'" + name + "'}"));
            assertEquals("{'channel':'orders','appended':5}", client.ask(append(5, "A", 5)));
            assertEquals("{'channel':'orders','appended':6}", client.ask(append(6, "A", 6)));
            try (TestClient same = TestClient.connect(uri(running), "")) {
                assertTrue(
                        same.ask("{'request':'hello','client':'" + name + "'}").contains("'orders':6"));
                assertEquals("closed 1008 the client has connected again", client.next());
            }
            try (TestClient other = TestClient.connect(uri(running), "")) {
                assertEquals(
                        "{'error':'the client is not remembered client=someone'}",
                        other.ask("{'request':'hello','client':'someone'}"));
            }
        }
        assertEquals(List.of("[\"A\",1] 1", "[\"A\",5] 5", "[\"A\",6] 6"), orders());
    }

    @Test
    void aClientFollowsFromItsTokenAndAsFarAsItHasAsked() throws Exception {
        try (RunningTopology running = run();
                TestClient client = TestClient.connect(uri(running), "")) {
            client.ask(HELLO);
            for (int number = 1; number <= 5; number++) {
                client.ask(append(number, "A", number == 3 ? 0 : number));
            }
            client.ask("{'request':'follow','channel':'prices','as':1,'first':'OLDEST','credit':2}");
            assertTrue(client.next().endsWith("'arguments':{'symbol':'A','value':1.0}}"));
            String second = client.next();
            assertTrue(second.endsWith("'arguments':{'symbol':'A','value':2.0}}"), second);
            assertEquals("{'pong':true}", client.ask("{'request':'ping'}"), "there is no credit for a third");
            client.send("{'request':'more','as':1,'credit':1}");
            assertTrue(client.next().contains("'method':'closed','arguments':{}"));
            assertEquals("{'as':1,'ended':'cancelled'}", client.ask("{'request':'cancel','as':1}"));

            String token = second.replaceAll(".*'position':'([^']*)'.*", "$1");
            assertEquals(
                    "{'as':2,'following':'prices','position':'" + token + "'}",
                    client.ask("{'request':'follow','channel':'prices','as':2,'methods':'price','after':'" + token
                            + "'}"));
            assertTrue(
                    client.next().endsWith("'arguments':{'symbol':'A','value':4.0}}"), "the call closed is left out");
            assertTrue(client.next().endsWith("'arguments':{'symbol':'A','value':5.0}}"));
        }
    }

    @Test
    void whatIsWrongIsAnsweredAndAppendsNothing() throws Exception {
        try (RunningTopology running = run();
                TestClient client = TestClient.connect(uri(running), "")) {
            assertEquals(
                    "{'channel':'orders','refused':1,'error':'the client has not said hello'}",
                    client.ask(append(1, "A", 1)));
            client.ask(HELLO);
            assertEquals(
                    "{'channel':'prices','refused':1,'error':'clients may not append to this channel channel=prices"
                            + " known=[orders]'}",
                    client.ask(append(1, "A", 1).replace("orders", "prices")));
            assertTrue(client.ask(append(1, "A", 1).replace("'order'", "'ordre'"))
                    .endsWith("'error':'channel has no such call channel=orders method=ordre known=[order]'}"));
            assertTrue(client.ask(append(1, "A", 1).replace("'quantity':1", "'quantity':'x'"))
                    .contains("'refused':1,'error':'arguments do not fit the call method=order: "));
            assertTrue(client.ask(append(1, "A", 1).replace("'quantity':1", "'quantity':9223372036854775808"))
                    .contains("'refused':1"));
            assertEquals(
                    "{'error':'the member number is no whole number from 0 number=-1'}",
                    client.ask(append(-1, "A", 1)));
            assertEquals(
                    "{'as':1,'error':'clients may not follow this channel channel=orders known=[prices]'}",
                    client.ask("{'request':'follow','channel':'orders','as':1}"));
            assertTrue(client.ask("{'request':'follow','channel':'prices','as':1,'after':'x/0:1'}")
                    .contains("after is no position of this channel after=x/0:1"));
            assertTrue(client.ask("{'request':'follow','channel':'prices','as':1,'first':'MIDDLE'}")
                    .contains("first is neither OLDEST nor NEWEST first=MIDDLE"));
            assertTrue(client.ask("{'request':'shout'}").contains("there is no such request request=shout"));
            assertEquals(
                    "{'error':'the client follows nothing of this number as=9'}",
                    client.ask("{'request':'cancel','as':9}"));
        }
        assertEquals(List.of(), orders());
    }

    @Test
    void afterARefusalNothingIsAppendedUntilTheClientKnows() throws Exception {
        try (RunningTopology running = run();
                TestClient client = TestClient.connect(uri(running), "")) {
            client.ask(HELLO);
            assertTrue(client.ask(append(2, "A", 1).replace("'quantity':1", "'quantity':true"))
                    .contains("'refused':2"));
            assertEquals(
                    "{'channel':'orders','refused':3,'after':2,'error':'a call before it was refused, which the client"
                            + " did not"
                            + " know number=2'}",
                    client.ask(append(3, "A", 3)));
            assertEquals(
                    "{'channel':'orders','appended':4}",
                    client.ask(append(4, "A", 4).replace("'refused':1", "'refused':3")));
            assertEquals(
                    "2",
                    running.health().sections().get("clients").details().get("refusedCalls"),
                    "the refused call, and the one after it");
        }
        assertEquals(List.of("[\"A\",4] 4"), orders());
    }

    @Test
    void aNumberIsAppendedAsItWasSent() throws Exception {
        try (RunningTopology running = run();
                TestClient client = TestClient.connect(uri(running), "")) {
            client.ask(HELLO);
            client.ask(append(1, "A", Long.MAX_VALUE));
        }
        assertEquals(List.of("[\"A\",9223372036854775807] 1"), orders());
    }

    @Test
    void aCallThatTheJournalCannotHoldIsRefusedAndTheRunContinues() throws Exception {
        try (RunningTopology running = run();
                TestClient client = TestClient.connect(uri(running), "")) {
            client.ask(HELLO);
            String answer = client.ask(append(1, "A".repeat(40_000), 1));
            assertTrue(answer.startsWith("{'channel':'orders','refused':1,'error':'the call cannot be kept: "), answer);
            assertEquals("{'channel':'orders','appended':2}", client.ask(append(2, "A", 2)));
            assertEquals(RunEnd.RUNNING, running.end());
        }
        assertEquals(List.of("[\"A\",2] 2"), orders());
    }

    @Test
    void textThatIsNoRequestEndsItsSessionAlone() throws Exception {
        try (RunningTopology running = run();
                TestClient good = TestClient.connect(uri(running), "")) {
            for (String wrong : List.of(
                    "rubbish",
                    "[]",
                    "{'request':'ping'} {}",
                    "{'request':'ping','request':'ping'}",
                    "{'say':'hello'}",
                    "{}",
                    "{'request':'ping'",
                    "{'request':'append','arguments':" + "[".repeat(300) + "]".repeat(300) + "}")) {
                try (TestClient client = TestClient.connect(uri(running), "")) {
                    String answer = client.ask(wrong);
                    assertTrue(answer.startsWith("{'error':'a request "), answer);
                    assertTrue(client.next().startsWith("closed 1008 a request "), wrong);
                }
            }
            assertEquals("{'pong':true}", good.ask("{'request':'ping'}"));
        }
    }

    @Test
    void whoHasNoTokenDoesNotConnect() throws IOException {
        Path token = Files.createFile(
                data.resolve("token"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, "0123456789abcdef\n");
        try (RunningTopology running =
                run(ClientsSpec.at(0).withFollow("prices").withTokenFile(token.toString()))) {
            String uri = uri(running);
            assertThrows(
                    CompletionException.class, () -> TestClient.connect(uri, "").close());
            assertThrows(
                    CompletionException.class,
                    () -> TestClient.connect(uri, "0123456789abcdeg").close());
            TestClient.connect(uri, "0123456789abcdef").close();
        }
    }

    @Test
    void aSectionThatDoesNotFitIsRefused() {
        assertRefused(ClientsSpec.at(0), "clients may follow no channel and append to none");
        assertRefused(ClientsSpec.at(0).withFollow("price"), "clients follow channel=price, which does not exist");
        assertRefused(
                ClientsSpec.at(0).withAppend("prices"),
                "clients append to channel=prices, which needs ownership SHARED");
    }

    @Test
    void clientsAreOnAHostThatHasTheirChannels() {
        ClientsSpec clients = ClientsSpec.at(0).withFollow("prices").withAppend("orders");
        assertHostsRefuse(builder -> builder.section(clients), "clients are on no host; name the one that serves them");
        assertHostsRefuse(
                builder -> builder.section(clients.withFollow("placed"), "a"),
                "clients on host=a follow channel=placed, which is not there");
        assertHostsRefuse(
                builder -> builder.section(clients, "b"),
                "clients on host=b append to channel=orders, which is written on another host");
        hosts().section(clients, "a").build();
    }

    /** Returns hosts of which a writes prices and orders, and b reads these. */
    private static TopologyBuilder hosts() {
        ChannelSpec shared = ChannelSpec.journal().withOwnership(Ownership.SHARED);
        return Topology.builder("echo")
                .host("a", HostSpec.at("127.0.0.1:7100"))
                .host("b", HostSpec.at("127.0.0.1:7101"))
                .channel("orders", shared.onHost("a"))
                .channel("prices", ChannelSpec.journal())
                .channel("placed", ChannelSpec.journal())
                .component(
                        "echo",
                        ComponentSpec.of(Echo.class)
                                .reads("orders")
                                .writes("prices")
                                .onHost("a"))
                .component(
                        "desk",
                        ComponentSpec.of(PlacingDesk.class)
                                .reads("orders", "prices")
                                .writes("placed")
                                .onHost("b"));
    }

    private static void assertHostsRefuse(UnaryOperator<TopologyBuilder> section, String message) {
        TopologyBuilder builder = section.apply(hosts());
        String text = assertThrows(TopologyException.class, builder::build).getMessage();
        assertTrue(text.contains(message), text);
    }

    private static void assertRefused(ClientsSpec clients, String message) {
        TopologyBuilder builder = EchoTopology.topology().section(clients);
        String text = assertThrows(TopologyException.class, builder::build).getMessage();
        assertTrue(text.contains(message), text);
    }
}
