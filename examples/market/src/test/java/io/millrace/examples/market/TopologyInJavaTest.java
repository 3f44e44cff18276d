package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.CountSpec;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Summary;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topology in Java that the page on topologies shows, which quotes this file. */
class TopologyInJavaTest {

    @TempDir
    private Path directory;

    private static Topology topology() {
        return Topology.builder("bars")
                .parameter("input", ParameterSpec.of(ParameterType.PATH).withHelp("The file of trades"))
                .channel("trades", ChannelSpec.journal().withSegmentSize(1 << 20))
                .channel("bars", ChannelSpec.journal().withSegmentSize(1 << 20).withDurability(Durability.SYNCED))
                .component(
                        "feed",
                        ComponentSpec.of(TradeFeed.class)
                                .writes("trades")
                                .argument("input", "${input}")
                                .argument("onError", "stop"))
                .component(
                        "bar-builder",
                        ComponentSpec.of(BarBuilder.class).reads("trades").writes("bars"))
                .summary("bars", CountSpec.calls("bars", "bar"))
                .build();
    }

    private static Summary run(Topology topology, Path data, Path input) throws InterruptedException {
        RunOptions options = RunOptions.in(data).withParameters(Map.of("input", input.toString()));
        try (RunningTopology running = TopologyRunner.open(topology, options)) {
            running.start();
            running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
            return running.summary();
        }
    }

    @Test
    void itRunsToItsEndAndHasNothingNewAfterwards() throws Exception {
        Path input = Fixtures.file(directory, "timestamp,price,amount\n5,1,1\n65,2,1\n66,3,1\n");
        Path data = directory.resolve("data");
        assertEquals(Map.of("bars", 2L), run(topology(), data, input).counts());
        assertTrue(run(topology(), data, input).nothingNew());
    }
}
