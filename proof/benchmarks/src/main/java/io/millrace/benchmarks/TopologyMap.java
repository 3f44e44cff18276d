package io.millrace.benchmarks;

import io.millrace.journal.Durability;
import io.millrace.kafka.KafkaGateway;
import io.millrace.kafka.KafkaSource;
import io.millrace.kafka.RecordFormat;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;

/** A topology of a source, a component and a gateway, with its usual threads. */
final class TopologyMap implements RecordMap {
    private final RunningTopology running;

    private TopologyMap(RunningTopology running) {
        this.running = running;
    }

    static TopologyMap start(String from, String to, Path directory) {
        Topology topology = Topology.builder("map")
                .channel("in", ChannelSpec.journal())
                .channel("out", ChannelSpec.journal().withDurability(Durability.SYNCED))
                .channel("published", ChannelSpec.journal().withDurability(Durability.SYNCED))
                .component(
                        "source",
                        ComponentSpec.of(KafkaSource.class)
                                .writes("in")
                                .argument("servers", KafkaSuite.servers())
                                .argument("topic", from)
                                .argument("partition", 0)
                                .argument("calls", Payloads.class.getName())
                                .argument("format", RecordFormat.BYTES.name()))
                .component(
                        "map", ComponentSpec.of(PayloadMapper.class).reads("in").writes("out"))
                .component(
                        "gateway",
                        ComponentSpec.of(KafkaGateway.class)
                                .reads("out")
                                .writes("published")
                                .argument("servers", KafkaSuite.servers())
                                .argument("topic", to)
                                .argument("format", RecordFormat.BYTES.name()))
                .thread("map", ThreadSpec.running("source", "map"))
                .thread("gateway", ThreadSpec.running("gateway"))
                .build();
        RunningTopology running = TopologyRunner.open(topology, RunOptions.in(directory.resolve("data")));
        try {
            running.start();
            return new TopologyMap(running);
        } catch (RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    @Override
    public void close() {
        running.stop();
        try {
            running.failure().ifPresent(failure -> {
                throw failure;
            });
        } finally {
            running.close();
        }
    }
}
