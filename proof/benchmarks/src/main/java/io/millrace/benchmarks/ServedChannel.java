package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.clients.ClientLimits;
import io.millrace.clients.ClientsSpec;
import io.millrace.clients.TcpSpec;
import io.millrace.harness.BenchmarkException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyRunner;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** A run whose channel of orders clients follow and append to; or without clients. */
final class ServedChannel implements ClientsServer {
    private static final int SEGMENT_BYTES = 1 << 26;
    private static final int MAX_SESSIONS = 2_000;
    private static final int FILL_CHARS = 4_000;
    private static final long LOOK_MS = 100;
    private static final long QUIET_NS = 50_000_000;
    private static final long PATIENCE_NS = 120_000_000_000L;

    private final RunningTopology running;
    private final Channel channel;
    private final ChannelWriter writer;

    private ServedChannel(RunningTopology running, Channel channel) {
        this.running = running;
        this.channel = channel;
        this.writer = channel.writer();
    }

    /** What a run has. */
    enum Section {
        CLIENTS,
        NONE
    }

    static ServedChannel start(Path directory, Section section) {
        ChannelSpec journal = ChannelSpec.journal().withSegmentSize(SEGMENT_BYTES);
        TopologyBuilder builder = Topology.builder("served")
                .channel("orders", journal.withOwnership(Ownership.SHARED))
                .channel("filled", journal)
                .component(
                        "desk",
                        ComponentSpec.of(OrderDesk.class).reads("orders").writes("filled"));
        if (section == Section.CLIENTS) {
            ClientLimits patient = ClientLimits.defaults()
                    .withMaxSessions(MAX_SESSIONS)
                    .withReadTimeout(Duration.ofMinutes(10)); // a stalled client stays for the round
            builder.section(ClientsSpec.at(0)
                    .withTcp(TcpSpec.at(0))
                    .withFollow("orders")
                    .withAppend("orders")
                    .withLimits(patient));
        }
        RunningTopology running = TopologyRunner.open(builder.build(), RunOptions.in(directory));
        try {
            running.start();
            Path orders = directory.resolve("orders");
            return new ServedChannel(
                    running,
                    Channel.journal(
                            "orders",
                            orders,
                            ChannelOptions.defaults()
                                    .withJournal(JournalOptions.defaults()
                                            .withOwnership(Ownership.SHARED)
                                            .withSegmentSizeBytes(SEGMENT_BYTES))));
        } catch (RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    @Override
    public InetSocketAddress address(ClientsSuite.Wire wire) {
        String name = wire == ClientsSuite.Wire.TCP ? "tcpAddress" : "address";
        String text = running.health().sections().get("clients").details().get(name);
        URI uri = URI.create(text.startsWith("http") ? text : "tcp://" + text);
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    /** Appends messages, as fast as it can. */
    @Override
    public void fanOut(long messages) {
        OrderEntry orders = writer.as(OrderEntry.class);
        for (long i = 0; i < messages; i++) {
            orders.order("EURUSD", i);
        }
    }

    /** Appends long messages, and waits until the process is quiet: followers that do not read have stalled. */
    void fill(int messages) throws InterruptedException {
        OrderEntry orders = writer.as(OrderEntry.class);
        String symbol = "A".repeat(FILL_CHARS);
        for (int i = 0; i < messages; i++) {
            orders.order(symbol, i);
        }
        OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long startNs = System.nanoTime();
        long usedNs = Long.MAX_VALUE;
        while (usedNs > QUIET_NS) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new BenchmarkException("followers do not come to rest cpuNs=" + usedNs);
            }
            long beforeNs = process.getProcessCpuTime();
            Thread.sleep(LOOK_MS);
            usedNs = process.getProcessCpuTime() - beforeNs;
        }
    }

    @Override
    public void close() {
        try (channel) {
            writer.close();
        } finally {
            running.close();
        }
    }
}
