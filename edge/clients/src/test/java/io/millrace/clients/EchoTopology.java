package io.millrace.clients;

import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;

/** A topology that answers orders with prices. */
final class EchoTopology {

    private EchoTopology() {}

    static TopologyBuilder topology() {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return Topology.builder("echo")
                .channel("orders", small.withOwnership(Ownership.SHARED).withDurability(Durability.SYNCED))
                .channel("prices", small)
                .component("echo", ComponentSpec.of(Echo.class).reads("orders").writes("prices"))
                .channel("placing", small.withOwnership(Ownership.SHARED))
                .channel("placed", ChannelSpec.journal().withSegmentSize(1 << 18))
                .component(
                        "desk",
                        ComponentSpec.of(PlacingDesk.class).reads("placing").writes("placed"));
    }

    static RunningTopology start(Path data, ClientsSpec clients) {
        RunningTopology running =
                TopologyRunner.open(topology().section(clients).build(), RunOptions.in(data));
        running.start();
        return running;
    }

    static String uri(RunningTopology running) {
        return running.health().sections().get("clients").details().get("address");
    }
}
