package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyRunner;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/**
 * A process that runs parts of a pipeline. Its arguments are the data directory, the parts of each thread as
 * {@code source+first,second}, the idle strategy, the payload, the numbers of calls, of calls that warm up, and of
 * nanoseconds between two calls, and {@code together} or {@code alone}. It takes orders by its standard input and
 * answers each with a line, see {@link OtherEnd}:
 *
 * <ul>
 *   <li>{@code start} starts the parts;
 *   <li>{@code warm PART} waits until the calls that warm up have arrived at a part;
 *   <li>{@code go} tells the source to continue, {@code end PART} waits until all calls have arrived;
 *   <li>{@code times PART} answers with the nanoseconds of its start and its end and, for a service, with two
 *       histograms.
 * </ul>
 */
public final class PipelineMain {
    /** All parts: each reads the channel that the one before it writes. */
    static final List<String> PARTS = List.of("source", "first", "second", "third", "sink");

    /** Says that all parts of the pipeline run at the same time. */
    static final String TOGETHER = "together";

    /** Says that the other parts run at other times, so that no channel has two processes. */
    static final String ALONE = "alone";

    private static final String AFTER = "after-";

    /** The payload of calls with two times only. */
    static final String TIMES = "times";

    /** The payload of calls with an order of 28 fields. */
    static final String ORDER = "order";

    private final RunningTopology running;

    private PipelineMain(RunningTopology running) {
        this.running = running;
    }

    /**
     * Serves until the parent ends.
     *
     * @param args see above
     * @throws Exception any failure
     */
    public static void main(String[] args) throws Exception {
        try (RunningTopology running = TopologyRunner.open(topology(args), RunOptions.in(Path.of(args[0])))) {
            PipelineMain main = new PipelineMain(running);
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                System.out.println(OtherEndMain.ANSWER + main.answer(order.split(" ", 2)));
                System.out.flush();
            }
        }
    }

    private static Topology topology(String... args) {
        List<String> threads = List.of(args[1].split(",", -1));
        long count = Long.parseLong(args[4]);
        TopologyBuilder builder = Topology.builder("pipeline");
        Set<String> channels = new TreeSet<>();
        List<String> parts = threads.stream()
                .flatMap(thread -> Arrays.stream(thread.split("\\+", -1)))
                .toList();
        for (String part : parts) {
            int at = PARTS.indexOf(part);
            boolean source = at == 0;
            ComponentSpec spec = ComponentSpec.of(source ? PipelineSource.class : PipelineStage.class)
                    .writes(channel(at))
                    .argument("count", count)
                    .argument("warmUp", args[5]);
            spec = source
                    ? spec.argument("intervalNs", args[6]).argument("payload", args[3])
                    : spec.reads(channel(at - 1)).argument("every", at == PARTS.size() - 1 ? count : 1);
            builder.component(part, spec);
            channels.add(channel(at));
            if (!source) {
                channels.add(channel(at - 1));
            }
        }
        channels.forEach(channel -> {
            int writer = PARTS.indexOf(channel.substring(AFTER.length()));
            boolean inside = parts.contains(PARTS.get(writer))
                    && (writer == PARTS.size() - 1 || parts.contains(PARTS.get(writer + 1)) || args[7].equals(ALONE));
            builder.channel(channel, ChannelSpec.journal().withOwnership(inside ? Ownership.SINGLE : Ownership.SHARED));
        });
        for (String thread : threads) {
            String[] runs = thread.split("\\+", -1);
            builder.thread("runs-" + runs[0], ThreadSpec.running(runs).withIdle(args[2]));
        }
        return builder.build();
    }

    private static String channel(int writer) {
        return AFTER + PARTS.get(writer);
    }

    private String answer(String... order) throws InterruptedException {
        switch (order[0]) {
            case "start" -> running.start();
            case "warm" -> stage(order[1]).awaitWarm();
            case "go" -> source().sendRest();
            case "end" -> stage(order[1]).awaitEnd();
            case "times" -> {
                return times(order[1]);
            }
            default -> throw new BenchmarkException("order is not known order=" + Arrays.toString(order));
        }
        return "done";
    }

    private String times(String part) throws InterruptedException {
        if (PARTS.indexOf(part) == 0) {
            while (source().endNs() == 0) {
                Thread.sleep(1);
            }
            return source().startNs() + " " + source().endNs();
        }
        PipelineStage stage = stage(part);
        stage.awaitEnd();
        return stage.warmNs() + " " + stage.endNs() + " " + text(stage.hop()) + " " + text(stage.total());
    }

    private PipelineSource source() {
        return (PipelineSource) running.services().get(PARTS.getFirst()).component();
    }

    private PipelineStage stage(String part) {
        return (PipelineStage) running.services().get(part).component();
    }

    private static String text(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        byte[] bytes = new byte[histogram.encodeIntoCompressedByteBuffer(buffer)];
        buffer.flip().get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
