package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * A process that runs parts of a pipeline. Its arguments are the data directory, the parts of each thread as
 * {@code source+first,second}, the idle strategy, the payload, the numbers of calls, of calls that warm up, and of
 * nanoseconds between two calls, and {@code together}, {@code alone} or, where the processes are hosts, the address and
 * the threads of each, and the kind of the channel from the first service to the second, or {@code chronicle} for
 * queues of the peer. It takes orders by its standard input and answers each with a line, see {@link OtherEnd}:
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

    /** The payload of calls with two times only. */
    static final String TIMES = "times";

    /** The payload of calls with an order of 28 fields. */
    static final String ORDER = "order";

    /** The kind of channels of the peer. */
    static final String CHRONICLE = "chronicle";

    private final PipelineParts parts;

    private PipelineMain(PipelineParts parts) {
        this.parts = parts;
    }

    /**
     * Serves until the parent ends.
     *
     * @param args see above
     * @throws Exception any failure
     */
    public static void main(String[] args) throws Exception {
        try (PipelineParts parts = open(args)) {
            PipelineMain main = new PipelineMain(parts);
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                System.out.println(OtherEndMain.ANSWER + main.answer(order.split(" ", 2)));
                System.out.flush();
            }
        }
    }

    private static PipelineParts open(String... args) {
        return args[8].equals(CHRONICLE) ? ChroniclePipeline.open(args) : TopologyParts.open(args);
    }

    private String answer(String... order) throws InterruptedException {
        switch (order[0]) {
            case "start" -> parts.start();
            case "warm" -> parts.stage(order[1]).awaitWarm();
            case "go" -> parts.source().sendRest();
            case "end" -> parts.stage(order[1]).awaitEnd();
            case "times" -> {
                return times(order[1]);
            }
            default -> throw new BenchmarkException("order is not known order=" + Arrays.toString(order));
        }
        return "done";
    }

    private String times(String part) throws InterruptedException {
        if (PARTS.indexOf(part) == 0) {
            while (parts.source().endNs() == 0) {
                Thread.sleep(1);
            }
            return parts.source().startNs() + " " + parts.source().endNs();
        }
        PipelineStage stage = parts.stage(part);
        stage.awaitEnd();
        return stage.warmNs() + " " + stage.endNs() + " " + text(stage.hop()) + " " + text(stage.total());
    }

    private static String text(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        byte[] bytes = new byte[histogram.encodeIntoCompressedByteBuffer(buffer)];
        buffer.flip().get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
