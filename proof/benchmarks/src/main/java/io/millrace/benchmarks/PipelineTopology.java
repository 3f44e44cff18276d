package io.millrace.benchmarks;

import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The topology of a process of a pipeline, by the arguments of {@link PipelineMain}. */
final class PipelineTopology {
    private static final String AFTER = "after-";
    private static final String HOST = "host-";

    /** Separates hosts, and the address of each from its threads. */
    private static final String BETWEEN_HOSTS = "\\|";

    private static final String BETWEEN_ADDRESS_AND_THREADS = "@";

    static final String DIRECT = "direct";
    static final String QUEUE = "queue";
    static final String JOURNAL = "journal";

    /** The part whose output may be something else than a journal. */
    private static final int DISTANT = 1;

    private final String threads;
    private final String idle;
    private final String payload;
    private final long count;
    private final String warmUp;
    private final String intervalNs;
    private final String others;

    /** How calls travel from the first service to the second. */
    private final String kind;

    private PipelineTopology(String... args) {
        this.threads = args[1];
        this.idle = args[2];
        this.payload = args[3];
        this.count = Long.parseLong(args[4]);
        this.warmUp = args[5];
        this.intervalNs = args[6];
        this.others = args[7];
        this.kind = args[8];
    }

    /** Returns the last argument of processes that are hosts: the address and the threads of each. */
    static String hosts(List<String> addresses, List<List<String>> processes) {
        List<String> hosts = new ArrayList<>();
        for (int i = 0; i < addresses.size(); i++) {
            hosts.add(addresses.get(i) + BETWEEN_ADDRESS_AND_THREADS + String.join(",", processes.get(i)));
        }
        return String.join("|", hosts);
    }

    static Topology of(String... args) {
        return new PipelineTopology(args).build();
    }

    /** Returns the options: hosts have a directory each, below that of all. */
    static RunOptions options(String... args) {
        PipelineTopology topology = new PipelineTopology(args);
        Path directory = Path.of(args[0]);
        if (!topology.isOnHosts()) {
            return RunOptions.in(directory);
        }
        String host = HOST + topology.hostsThreads().indexOf(topology.threads);
        return RunOptions.in(directory.resolve(host)).withHost(host).withNotices(_ -> {});
    }

    private boolean isOnHosts() {
        return others.contains(BETWEEN_ADDRESS_AND_THREADS);
    }

    private List<String> hostsThreads() {
        return Arrays.stream(others.split(BETWEEN_HOSTS, -1))
                .map(host -> host.split(BETWEEN_ADDRESS_AND_THREADS, -1)[1])
                .toList();
    }

    private Topology build() {
        TopologyBuilder builder = Topology.builder("pipeline");
        if (!isOnHosts()) {
            threads(builder, threads, "");
            channels(builder, parts(threads));
            return builder.build();
        }
        List<String> hosts = List.of(others.split(BETWEEN_HOSTS, -1));
        for (int i = 0; i < hosts.size(); i++) {
            String[] words = hosts.get(i).split(BETWEEN_ADDRESS_AND_THREADS, -1);
            builder.host(HOST + i, HostSpec.at(words[0]));
            threads(builder, words[1], HOST + i);
        }
        channels(builder, parts(String.join(",", hostsThreads())));
        return builder.build();
    }

    private static List<String> parts(String threads) {
        return Arrays.stream(threads.split(",", -1))
                .flatMap(thread -> Arrays.stream(thread.split("\\+", -1)))
                .toList();
    }

    private void threads(TopologyBuilder builder, String its, String host) {
        parts(its).forEach(part -> builder.component(part, component(part)));
        for (String thread : its.split(",", -1)) {
            String[] runs = thread.split("\\+", -1);
            ThreadSpec spec = ThreadSpec.running(withoutCalled(runs)).withIdle(idle);
            builder.thread("runs-" + runs[0], host.isEmpty() ? spec : spec.onHost(host));
        }
    }

    /** Returns the parts that a thread polls: one that is called directly runs where its caller does. */
    private String[] withoutCalled(String... runs) {
        return Arrays.stream(runs)
                .filter(part -> !kind.equals(DIRECT) || !part.equals(PipelineMain.PARTS.get(DISTANT + 1)))
                .toArray(String[]::new);
    }

    private ComponentSpec component(String part) {
        int at = PipelineMain.PARTS.indexOf(part);
        ComponentSpec spec = ComponentSpec.of(at == 0 ? PipelineSource.class : PipelineStage.class)
                .writes(channel(at))
                .argument("count", count)
                .argument("warmUp", warmUp);
        return at == 0
                ? spec.argument("intervalNs", intervalNs).argument("payload", payload)
                : spec.reads(channel(at - 1)).argument("every", at == PipelineMain.PARTS.size() - 1 ? count : 1);
    }

    private void channels(TopologyBuilder builder, List<String> parts) {
        Set<Integer> writers = new TreeSet<>();
        for (String part : parts) {
            int at = PipelineMain.PARTS.indexOf(part);
            writers.add(at);
            if (at > 0) {
                writers.add(at - 1);
            }
        }
        for (int writer : writers) {
            boolean isOwn = parts.contains(PipelineMain.PARTS.get(writer));
            boolean isReadHere = writer == PipelineMain.PARTS.size() - 1
                    || parts.contains(PipelineMain.PARTS.get(writer + 1))
                    || others.equals(PipelineMain.ALONE);
            boolean isInside = isOnHosts() || (isOwn && isReadHere);
            builder.channel(channel(writer), writer == DISTANT ? distant(isInside) : journal(isInside));
        }
    }

    private ChannelSpec distant(boolean isInside) {
        return switch (kind) {
            case DIRECT -> ChannelSpec.direct();
            case QUEUE -> ChannelSpec.queue();
            default -> journal(isInside);
        };
    }

    private static ChannelSpec journal(boolean isInside) {
        return ChannelSpec.journal().withOwnership(isInside ? Ownership.SINGLE : Ownership.SHARED);
    }

    private static String channel(int writer) {
        return AFTER + PipelineMain.PARTS.get(writer);
    }
}
