package io.millrace.client;

import io.millrace.clients.ClientsSpec;
import io.millrace.clients.TcpSpec;
import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;

/** A topology with a component that answers clients, in this process or in one of its own. */
final class StockTopology {

    private StockTopology() {}

    static RunningTopology start(Path data, int port, int tcpPort) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        Topology topology = Topology.builder("stock")
                .channel("stock", small.withOwnership(Ownership.SHARED).withDurability(Durability.SYNCED))
                .channel("events", small)
                .component(
                        "room", ComponentSpec.of(StockRoom.class).reads("stock").writes("events"))
                .section(ClientsSpec.at(port)
                        .withTcp(TcpSpec.at(tcpPort))
                        .withFollow("events")
                        .withAppend("stock"))
                .build();
        RunningTopology running = TopologyRunner.open(topology, RunOptions.in(data));
        running.start();
        return running;
    }

    /** Runs until the process is killed: data directory and ports. */
    public static void main(String[] arguments) throws InterruptedException {
        try (RunningTopology running =
                start(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]))) {
            System.out.println("clients: " + EchoTopology.detail(running, "address") + " tcp://"
                    + EchoTopology.detail(running, "tcpAddress"));
            Thread.currentThread().join();
        }
    }
}
