package io.millrace.benchmarks;

import io.millrace.concurrent.IdleStrategies;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.service.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.queue.ChronicleQueue;

/**
 * The parts of a pipeline on Chronicle Queue: the same source and services, between its method writers and readers. A
 * thread polls its parts in turn and waits as an event loop of ours does. The peer records no history, and nothing of
 * it is restarted.
 */
final class ChroniclePipeline implements PipelineParts {
    /** How many calls a part takes before the next one is polled, as in an event loop. */
    private static final int BATCH = 64;

    private final Path directory;
    private final String idle;
    private final long count;
    private final long warmUp;
    private final long intervalNs;
    private final Map<Integer, ChronicleQueue> queues = new HashMap<>();
    private final Map<String, PipelineStage> stages = new HashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private PipelineSource source;
    private volatile boolean stopping;

    private ChroniclePipeline(String... args) {
        this.directory = Path.of(args[0]);
        this.idle = args[2];
        this.count = Long.parseLong(args[4]);
        this.warmUp = Long.parseLong(args[5]);
        this.intervalNs = Long.parseLong(args[6]);
    }

    /** Opens queues, and prepares the parts of each thread, by the arguments of {@link PipelineMain}. */
    static ChroniclePipeline open(String... args) {
        ChroniclePipeline pipeline = new ChroniclePipeline(args);
        for (String parts : args[1].split(",", -1)) {
            List<Polled> polled = new ArrayList<>();
            for (String part : parts.split("\\+", -1)) {
                polled.add(pipeline.polled(part));
            }
            pipeline.threads.add(Thread.ofPlatform()
                    .name("runs-" + parts)
                    .uncaughtExceptionHandler((_, error) -> fail(error))
                    .unstarted(() -> pipeline.run(polled)));
        }
        return pipeline;
    }

    /** Ends the process, whose parent waits for answers. */
    private static void fail(Throwable error) {
        System.getLogger(ChroniclePipeline.class.getPackageName())
                .log(System.Logger.Level.ERROR, "a part has failed", error);
        Runtime.getRuntime().halt(1);
    }

    /** A part that is polled. */
    private interface Polled {
        /** Takes some calls and returns how many. */
        int poll();
    }

    private Polled polled(String part) {
        int at = PipelineMain.PARTS.indexOf(part);
        PipelineCalls out = writing(ChronicleQueues.writer(queue(at), ChronicleStep.Steps.class));
        if (at == 0) {
            source = new PipelineSource(out, count, warmUp, intervalNs, PipelineMain.TIMES);
            source.open(-1);
            return this::send;
        }
        PipelineStage stage = new PipelineStage(out, count, warmUp, at == PipelineMain.PARTS.size() - 1 ? count : 1);
        stages.put(part, stage);
        ChronicleStep.Steps taking = step -> stage.step(step.dueNs, step.sentNs);
        MethodReader reader = ChronicleQueues.reader(queue(at - 1), taking);
        return () -> take(reader);
    }

    private ChronicleQueue queue(int writer) {
        return queues.computeIfAbsent(
                writer, at -> ChronicleSettings.open(directory.resolve("after-" + PipelineMain.PARTS.get(at))));
    }

    private static PipelineCalls writing(ChronicleStep.Steps steps) {
        ChronicleStep message = new ChronicleStep();
        return new PipelineCalls() {
            @Override
            public void step(long dueNs, long sentNs) {
                message.dueNs = dueNs;
                message.sentNs = sentNs;
                steps.step(message);
            }

            @Override
            public void order(long dueNs, long sentNs, OrderSingle order) {
                throw new UnsupportedOperationException("the peer sends times alone");
            }
        };
    }

    private int send() {
        int sent = 0;
        while (sent < BATCH && source.poll() == Progress.EMITTED) {
            sent++;
        }
        return sent;
    }

    private static int take(MethodReader reader) {
        int taken = 0;
        while (taken < BATCH && reader.readOne()) {
            taken++;
        }
        return taken;
    }

    private void run(List<Polled> parts) {
        IdleStrategy waiting = IdleStrategies.named(idle);
        while (!stopping) {
            int work = 0;
            for (Polled part : parts) {
                work += part.poll();
            }
            waiting.idle(work);
        }
    }

    @Override
    public void start() {
        threads.forEach(Thread::start);
    }

    @Override
    public PipelineSource source() {
        return source;
    }

    @Override
    public PipelineStage stage(String part) {
        return stages.get(part);
    }

    @Override
    public void close() {
        stopping = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        queues.values().forEach(ChronicleQueue::close);
    }
}
