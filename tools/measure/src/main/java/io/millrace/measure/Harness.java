package io.millrace.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/**
 * Measures code inside this JVM, a call or a pipeline over many threads, at a given rate. Operations begin by a
 * schedule that nothing puts off, and each is timed from when it should have begun:
 *
 * <pre>
 *   intended          started                     completed
 *      |--- NAME-wt ---|--------- NAME-st ---------|
 *      |------------------ NAME-rt ----------------|
 * </pre>
 *
 * <p>These are the tags of waiting, service and response time. A stage probe records the time from the intended start
 * under its own name. {@code NAME-err-rt} holds failures apart, {@code NAME-unissued} the ages of what never began, and
 * {@code gc} and {@code hiccup} what the machine did meanwhile. In a log an operation belongs to the interval in
 * which it ended.
 *
 * <p>A run ends when its operations are complete or its time to drain is over, whatever the pipeline does: what was
 * lost is counted, not waited for. One thread makes the harness, its probes and the run; any thread samples probes.
 */
public final class Harness {
    private final HarnessOptions options;
    private final NanoClock clock;
    private final AllocationMeter allocation = new AllocationMeter();
    private final InFlightOperations operations;
    private final List<LatencyRecorder> recorders = new ArrayList<>();
    private final Machine machine;
    private final Probe completion;
    private boolean hasStages;
    private long nextSequence;

    /**
     * Creates a harness.
     *
     * @param options what it does
     * @param clock the clock of the runs
     */
    public Harness(HarnessOptions options, NanoClock clock) {
        this.options = Objects.requireNonNull(options);
        this.clock = Objects.requireNonNull(clock);
        operations = new InFlightOperations(options.name(), options.inFlight(), allocation::enter);
        machine = new Machine(options, clock);
        recorders.addAll(operations.recorders());
        recorders.addAll(machine.recorders());
        completion = new Probe(operations, clock, null);
    }

    /**
     * Adds a stage of the pipeline, before the first run.
     *
     * @param stage its name in tables and logs
     * @throws MeasureException if the name cannot be a tag, or is taken
     */
    public Probe probe(String stage) {
        if (recorders.stream().anyMatch(recorder -> recorder.tag().equals(stage))) {
            throw new MeasureException("duplicate probe name stage=" + stage);
        }
        LatencyRecorder recorder = new LatencyRecorder(stage, allocation::enter);
        recorders.add(recorder);
        hasStages = true;
        return new Probe(operations, clock, recorder);
    }

    /** Returns the last probe, which completes operations where {@link Completion#ON_PROBE} was chosen. */
    public Probe completion() {
        return completion;
    }

    /** Runs a task that all issuing threads share. */
    public HarnessReport run(HarnessTask task) {
        return runEach(() -> task);
    }

    /**
     * Runs a task of its own for each issuing thread, made in that thread, once for the warm-up and once for each
     * run.
     */
    public HarnessReport runEach(Callable<? extends HarnessTask> tasks) {
        try (IntervalLogWriter log = options.log()
                .map(file -> IntervalLogWriter.open(file, System.currentTimeMillis()))
                .orElse(null)) {
            long logStartNs = clock.nanoTime();
            if (options.warmUpNs() > 0) {
                run(HarnessRun.Phase.WARM_UP, tasks, null, logStartNs);
            }
            List<RunResult> results = new ArrayList<>();
            for (int i = 0; i < options.runs(); i++) {
                results.add(run(HarnessRun.Phase.RUN, tasks, log, logStartNs));
            }
            return new HarnessReport(options, results);
        }
    }

    private RunResult run(
            HarnessRun.Phase phase, Callable<? extends HarnessTask> tasks, IntervalLogWriter log, long logStartNs) {
        try (machine) {
            machine.start();
            RunResult result = new HarnessRun(this, tasks, phase, nextSequence).result(log, logStartNs);
            nextSequence += result.due();
            return result;
        }
    }

    boolean hasStages() {
        return hasStages;
    }

    Machine machine() {
        return machine;
    }

    HarnessOptions options() {
        return options;
    }

    NanoClock clock() {
        return clock;
    }

    InFlightOperations operations() {
        return operations;
    }

    AllocationMeter allocation() {
        return allocation;
    }

    List<LatencyRecorder> recorders() {
        return recorders;
    }
}
