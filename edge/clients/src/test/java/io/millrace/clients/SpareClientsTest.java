package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelText;
import io.millrace.channel.Poll;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of a host with a spare: calls are answered once the spare holds them. */
class SpareClientsTest {

    private static final String HELLO = "{'request':'hello'}";
    private static final String PING = "{'request':'ping'}";
    private static final ClientLimits FIVE_WAITING =
            new ClientLimits(256, 64, 5, 0, 256, 64 << 10, Duration.ofSeconds(20));
    private static final String PONG = "{'pong':true}";

    @TempDir
    private Path directory;

    private static Topology topology(ClientLimits limits, UnaryOperator<HostSpec> choices) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        HostSpec host = HostSpec.at("127.0.0.1:" + FreePorts.next()).withReplicas("s");
        return Topology.builder("echo")
                .host("a", choices.apply(host))
                .host("s", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .channel(
                        "orders",
                        small.withOwnership(Ownership.SHARED)
                                .withDurability(Durability.SYNCED)
                                .onHost("a"))
                .channel("prices", small)
                .component(
                        "echo",
                        ComponentSpec.of(Echo.class)
                                .reads("orders")
                                .writes("prices")
                                .onHost("a"))
                .section(ClientsSpec.at(0)
                        .withFollow("prices")
                        .withAppend("orders")
                        .withLimits(limits))
                .build();
    }

    private RunOptions options(String machine) {
        return RunOptions.in(directory.resolve(machine)).withHost(machine).withNotices(_ -> {});
    }

    private SpareRun spare(Topology topology) {
        return SpareRun.open(topology, options("s"));
    }

    /** Starts the host and waits until its spare is complete. */
    private RunningTopology start(Topology topology, SpareRun spare) throws InterruptedException {
        RunningTopology running = TopologyRunner.open(topology, options("a"));
        running.start();
        Await.until("the spare is complete", () -> {
            assertEquals(SpareRun.End.RUNNING, spare.await(Duration.ofMillis(5)));
            return HostStatus.ask(topology, "s").spare().equals(HostStatus.COMPLETE);
        });
        return running;
    }

    private static String append(long number) {
        return "{'request':'append','channel':'orders','number':" + number
                + ",'method':'order','arguments':{'symbol':'A','quantity':" + number + "}}";
    }

    private boolean hasOrders(String machine) {
        return Journal.exists(directory.resolve(machine).resolve("orders"));
    }

    private int orders(String machine) {
        int orders = 0;
        try (ChannelText text = ChannelText.open(directory.resolve(machine).resolve("orders"))) {
            while (text.next() == Poll.MESSAGE) {
                orders++;
            }
        }
        return orders;
    }

    private void awaitOrders(int count) {
        Await.until("the host has " + count + " orders", () -> orders("a") >= count, () -> "orders=" + orders("a"));
    }

    private static String appended(long number) {
        return "{'channel':'orders','appended':" + number + "}";
    }

    @Test
    void aCallIsAnsweredOnceTheSpareHoldsIt() throws Exception {
        Topology topology = topology(ClientLimits.defaults(), host -> host);
        SpareRun spare = spare(topology);
        try (RunningTopology running = start(topology, spare);
                TestClient client = TestClient.connect(EchoTopology.uri(running), "")) {
            String name = client.ask(HELLO).replaceAll("\\{'client':'([^']*)'.*", "$1");
            assertEquals(appended(1), client.ask(append(1)));
            assertEquals(1, orders("s"));
            spare.close();
            client.send(append(2));
            client.send(append(3));
            awaitOrders(3);
            for (int pings = 0; pings < 20; pings++) { // each would come after the answer to the calls
                assertEquals(PONG, client.ask(PING));
            }
            try (TestClient again = TestClient.connect(EchoTopology.uri(running), "")) {
                again.send("{'request':'hello','client':'" + name + "'}");
                assertEquals(PONG, again.ask(PING), "what it has appended is not certain yet");
                assertEquals(1, orders("s"));
                spare = spare(topology);
                assertEquals("{'client':'" + name + "','appended':{'orders':3},'maxBytes':1048576}", again.next());
                assertEquals(3, orders("s"));
                assertEquals(appended(4), again.ask(append(4)));
            }
        } finally {
            spare.close();
        }
    }

    @Test
    void aPromotedSpareServesTheClientsOfItsHost() throws Exception {
        Topology topology = topology(ClientLimits.defaults(), host -> host);
        String name;
        SpareRun spare = spare(topology);
        try (RunningTopology running = start(topology, spare);
                TestClient client = TestClient.connect(EchoTopology.uri(running), "")) {
            name = client.ask(HELLO).replaceAll("\\{'client':'([^']*)'.*", "$1");
            assertEquals(appended(1), client.ask(append(1)));
        } finally {
            spare.close();
        }
        new HostTakeover(topology, "a", directory.resolve("s"), _ -> {}, _ -> {})
                .promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED);
        RunOptions atSpare = RunOptions.in(directory.resolve("s")).withHost("a").withNotices(_ -> {});
        try (RunningTopology running = TopologyRunner.open(topology, atSpare)) {
            running.start();
            try (TestClient client = TestClient.connect(EchoTopology.uri(running), "")) {
                assertEquals(
                        "{'client':'" + name + "','appended':{'orders':1},'maxBytes':1048576}",
                        client.ask("{'request':'hello','client':'" + name + "'}"));
                assertEquals(appended(1), client.ask(append(1)), "it was sent again");
                assertEquals(appended(2), client.ask(append(2)));
            }
        }
        assertEquals(2, orders("s"));
    }

    @Test
    void aHostThatContinuesWithoutItsSpareAnswersItsClients() throws Exception {
        Topology topology = topology(ClientLimits.defaults(), host -> host.withDegradeAfter(Duration.ofMillis(200)));
        SpareRun spare = spare(topology);
        try (RunningTopology running = start(topology, spare);
                TestClient client = TestClient.connect(EchoTopology.uri(running), "")) {
            client.ask(HELLO);
            assertEquals(appended(1), client.ask(append(1)));
            // Where the spare was paused for a moment, the answer did not wait for it.
            Await.until("the spare has the order", () -> hasOrders("s") && orders("s") >= 1);
            spare.close();
            assertEquals(appended(2), client.ask(append(2)));
            assertEquals(1, orders("s"));
        } finally {
            spare.close();
        }
    }

    @Test
    void aClientWhoseCallsWaitForTheSpareIsEndedWhenTheyAreTooMany() throws Exception {
        Topology topology = topology(FIVE_WAITING, host -> host);
        SpareRun spare = spare(topology);
        try (RunningTopology running = start(topology, spare);
                TestClient client = TestClient.connect(EchoTopology.uri(running), "")) {
            client.ask(HELLO);
            assertEquals(appended(1), client.ask(append(1)));
            spare.close();
            for (int number = 2; number <= 7; number++) {
                client.send(append(number));
                awaitOrders(number);
            }
            String end = client.next();
            assertTrue(end.startsWith("closed 1008 more than 5 calls wait for the disk, or for the spare"), end);
        } finally {
            spare.close();
        }
    }
}
