package io.millrace.benchmarks;

import io.millrace.client.ClientOptions;
import io.millrace.client.MillraceClient;
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
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A component that answers, and our client. */
public final class MillracePortsWorkload extends PortsWorkload {
    private static final int SEGMENT_BYTES = 1 << 26;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    boolean has(ClientsSuite.Wire wire) {
        return true;
    }

    @Override
    Requests connect(Path directory, ClientsSuite.Wire wire, PortsSuite.Kind kind) {
        ChannelSpec journal = ChannelSpec.journal().withSegmentSize(SEGMENT_BYTES);
        ChannelSpec durable = kind == PortsSuite.Kind.SYNCED ? journal.withDurability(Durability.SYNCED) : journal;
        Topology topology = Topology.builder("ports")
                .channel("orders", durable.withOwnership(Ownership.SHARED))
                .channel("totals", durable)
                .component(
                        "desk",
                        ComponentSpec.of(TotalKeeper.class).reads("orders").writes("totals"))
                .section(ClientsSpec.at(0)
                        .withTcp(TcpSpec.at(0))
                        .withFollow("totals")
                        .withAppend("orders"))
                .build();
        RunningTopology running = TopologyRunner.open(topology, RunOptions.in(directory));
        try {
            running.start();
            MillraceClient client = MillraceClient.connect(ClientOptions.at(address(running, wire)));
            return new Asked(running, client, kind);
        } catch (RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    @Override
    ClientsServer follow(Path directory) {
        return ServedChannel.start(directory, ServedChannel.Section.CLIENTS);
    }

    private static String address(RunningTopology running, ClientsSuite.Wire wire) {
        boolean isTcp = wire == ClientsSuite.Wire.TCP;
        String text = running.health().sections().get("clients").details().get(isTcp ? "tcpAddress" : "address");
        return isTcp ? "tcp://" + text : text.replaceFirst("^http", "ws");
    }

    private static final class Asked extends CallbackRequests {
        private final RunningTopology running;
        private final MillraceClient client;
        private final PortsSuite.Kind kind;
        private final TotalDesk desk;
        private final TotalDeskAsked asked;

        Asked(RunningTopology running, MillraceClient client, PortsSuite.Kind kind) {
            this.running = running;
            this.client = client;
            this.kind = kind;
            this.desk = client.port("orders", TotalDesk.class);
            this.asked = client.port("orders", TotalDeskAsked.class);
        }

        @Override
        void one() {
            switch (kind) {
                case QUERY -> desk.total("EURUSD", 7);
                case CALL, SYNCED -> desk.order("EURUSD", 7);
                case APPEND -> {
                    desk.note("EURUSD", 7);
                    client.flush(PATIENCE);
                }
            }
        }

        @Override
        void start() {
            CompletionStage<Long> stage = switch (kind) {
                case QUERY -> asked.total("EURUSD", 7);
                case CALL, SYNCED -> asked.order("EURUSD", 7);
                case APPEND -> {
                    desk.note("EURUSD", 7);
                    yield client.acknowledged("orders");
                }
            };
            var _ = stage.whenComplete((_, error) -> {
                if (error == null) {
                    answered();
                } else {
                    failed(error);
                }
            });
        }

        @Override
        public void close() {
            try (running) {
                client.close();
            }
        }
    }
}
