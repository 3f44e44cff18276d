package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of one of several hosts. */
class HostClientsTest {

    @TempDir
    private Path directory;

    private static HostSpec host() {
        return HostSpec.at("127.0.0.1:" + FreePorts.next());
    }

    private FutureTask<RunningTopology> start(Topology topology, String host) {
        FutureTask<RunningTopology> started = new FutureTask<>(() -> {
            RunningTopology running = TopologyRunner.open(
                    topology,
                    RunOptions.in(directory.resolve(host)).withHost(host).withNotices(_ -> {}));
            running.start();
            return running;
        });
        Thread.ofPlatform().name("start-" + host).start(started);
        return started;
    }

    @Test
    void clientsOfAHostAppendWhatAComponentOfAnotherTakes() throws Exception {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        Topology topology = Topology.builder("echo")
                .host("a", host())
                .host("b", host())
                .channel("orders", small.withOwnership(Ownership.SHARED).onHost("a"))
                .channel("prices", small)
                .component(
                        "echo",
                        ComponentSpec.of(Echo.class)
                                .reads("orders")
                                .writes("prices")
                                .onHost("b"))
                .section(ClientsSpec.at(0).withAppend("orders"), "a")
                .build();
        FutureTask<RunningTopology> first = start(topology, "a");
        try (RunningTopology b = start(topology, "b").get();
                RunningTopology a = first.get();
                TestClient client = TestClient.connect(EchoTopology.uri(a), "")) {
            assertTrue(b.health().sections().isEmpty(), b.health()::toString);
            client.ask("{'request':'hello'}");
            String order = "'channel':'orders','method':'order','arguments':{'symbol':'A','quantity':";
            assertEquals(
                    "{'channel':'orders','appended':1}", client.ask("{'request':'append','number':1," + order + "7}}"));
            Await.until(
                    "the call has reached the other host",
                    () -> b.health().components().get("echo").outputs() > 0,
                    () -> "health=" + b.health());
            String refused = client.ask("{'request':'call','number':2," + order + "8}}");
            assertTrue(refused.contains("no component of this process answers the calls of this channel"), refused);
        }
    }
}
