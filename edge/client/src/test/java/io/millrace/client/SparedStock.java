package io.millrace.client;

import io.millrace.clients.ClientsSpec;
import io.millrace.clients.TcpSpec;
import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.util.Arrays;

/** The stock on the host {@code a}, whose spare is {@code s}. */
final class SparedStock {

    private SparedStock() {}

    /** Returns the topology; the ports are those of the two hosts, and of clients by WebSocket and TCP. */
    static Topology topology(String... ports) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return Topology.builder("stock")
                .host("a", HostSpec.at("127.0.0.1:" + ports[0]).withReplicas("s"))
                .host("s", HostSpec.at("127.0.0.1:" + ports[1]))
                .channel(
                        "stock",
                        small.withOwnership(Ownership.SHARED)
                                .withDurability(Durability.SYNCED)
                                .onHost("a"))
                .channel("events", small)
                .component(
                        "room",
                        ComponentSpec.of(StockRoom.class)
                                .reads("stock")
                                .writes("events")
                                .onHost("a"))
                .section(ClientsSpec.at(Integer.parseInt(ports[2]))
                        .withTcp(TcpSpec.at(Integer.parseInt(ports[3])))
                        .withFollow("events")
                        .withAppend("stock"))
                .build();
    }

    /** Returns how a host runs on a machine. */
    static RunOptions options(Path directory, String host, String machine) {
        return RunOptions.in(directory.resolve(machine)).withHost(host).withNotices(_ -> {});
    }

    static RunningTopology start(String[] ports, RunOptions options) {
        RunningTopology running = TopologyRunner.open(topology(ports), options);
        running.start();
        return running;
    }

    /** Runs the host {@code a} until the process is killed: its data directory, and the ports. */
    public static void main(String[] arguments) throws InterruptedException {
        Path data = Path.of(arguments[0]);
        String[] ports = Arrays.copyOfRange(arguments, 1, arguments.length);
        try (RunningTopology _ = start(ports, options(data.getParent(), "a", "a"))) {
            System.out.println("clients");
            Thread.currentThread().join();
        }
    }
}
