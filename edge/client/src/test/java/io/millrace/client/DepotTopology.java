package io.millrace.client;

import io.millrace.clients.ClientsSpec;
import io.millrace.clients.TcpSpec;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;

/** A topology with a {@link Depot}, in this process or in one of its own. */
final class DepotTopology {

    private DepotTopology() {}

    static RunningTopology start(Path data, int port, int tcpPort) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return start(data, port, tcpPort, small, small);
    }

    /** Starts it with a channel of inputs, and another channel for each of the others. */
    static RunningTopology start(Path data, int port, int tcpPort, ChannelSpec inputs, ChannelSpec small) {
        Topology topology = Topology.builder("depot")
                .channel("depot", inputs.withOwnership(Ownership.SHARED))
                .channel("amounts", small)
                .channel("others", small.withOwnership(Ownership.SHARED))
                .channel("other-amounts", small)
                .component(
                        "depot", ComponentSpec.of(DepotMap.class).reads("depot").writes("amounts"))
                .component(
                        "other",
                        ComponentSpec.of(DepotMap.class).reads("others").writes("other-amounts"))
                .thread("first", ThreadSpec.running("depot"))
                .thread("second", ThreadSpec.running("other"))
                .section(ClientsSpec.at(port)
                        .withTcp(TcpSpec.at(tcpPort))
                        .withFollow("amounts", "other-amounts")
                        .withAppend("depot", "others"))
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
