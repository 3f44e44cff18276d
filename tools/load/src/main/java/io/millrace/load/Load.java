package io.millrace.load;

import io.millrace.measure.GcPauses;
import io.millrace.measure.HiccupMeter;
import io.millrace.measure.IntervalLogWriter;
import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.NanoClock;
import java.util.Objects;

/**
 * Puts load on a target and measures the result. Operations begin by a schedule that nothing delays, from any number of
 * threads; each is timed from when it should have begun, from when it began, and between the two. Operations that never
 * end are counted, not waited for.
 *
 * <p>In the log an operation belongs to the interval in which it ended. Its tags are {@code NAME-rt}, {@code NAME-st}
 * and {@code NAME-wt} for each kind of operation, {@code NAME-err-rt} and so on for failures; {@code unfinished} and
 * {@code unissued} for the ages of those; {@code gc} and {@code hiccup} for the pauses of the generator's own machine.
 *
 * <p>One thread runs it; {@link #stop()} is for any.
 */
public final class Load {
    private static final long START_DELAY_NS = 10_000_000;

    private final LoadOptions options;
    private final Workload workload;
    private final Target target;
    private final NanoClock clock;
    private final LatencyRecorder gc = new LatencyRecorder("gc");
    private final LatencyRecorder hiccups = new LatencyRecorder("hiccup");
    private volatile boolean isStopped;

    /**
     * Creates a load. The caller closes the target.
     *
     * @param clock the clock of the run
     */
    public Load(LoadOptions options, Workload workload, Target target, NanoClock clock) {
        this.options = Objects.requireNonNull(options);
        this.workload = Objects.requireNonNull(workload);
        this.target = Objects.requireNonNull(target);
        this.clock = Objects.requireNonNull(clock);
    }

    /** Ends the run as if its time were over now, without the rest of its operations; there is still a result. */
    public void stop() {
        isStopped = true;
    }

    boolean isStopped() {
        return isStopped;
    }

    /**
     * Runs once: warm-up, then the run that counts.
     *
     * @throws LoadException if the target refuses the workload or cannot be reached
     */
    public LoadResult run(LoadObserver observer) {
        LoadThreads threads = new LoadThreads(options, workload, target, clock);
        try {
            setUp();
            threads.start();
            long warmUpOperations = 0;
            if (options.warmUpNs() > 0) {
                LoadPhase warmUp = phase(options.warmUpNs(), Long.MAX_VALUE, 0);
                PhaseRun run = new PhaseRun(this, threads, warmUp, LoadProgress.WARM_UP, observer, null);
                run.toEnd();
                warmUpOperations = run.issued();
            }
            return runProper(threads, warmUpOperations, observer);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new LoadException("cannot set up target reason=" + e, e);
        } finally {
            threads.finish();
        }
    }

    private void setUp() throws Exception {
        try {
            target.setUp(workload.setUp());
        } catch (Error e) {
            ForeignErrors.rethrowFatal(e);
            throw new LoadException("cannot set up target reason=" + ForeignErrors.text(e), e);
        }
    }

    private LoadResult runProper(LoadThreads threads, long firstSequence, LoadObserver observer) throws Exception {
        try (IntervalLogWriter log = options.log()
                        .map(file -> IntervalLogWriter.open(file, System.currentTimeMillis()))
                        .orElse(null);
                AutoCloseable machine = recordMachine()) {
            Objects.requireNonNull(machine);
            LoadPhase phase = phase(options.durationNs(), options.operations(), firstSequence);
            return new PhaseRun(this, threads, phase, LoadProgress.RUN, observer, log).toEnd();
        }
    }

    private LoadPhase phase(long durationNs, long operations, long firstSequence) {
        long startNs = clock.nanoTime() + START_DELAY_NS;
        return new LoadPhase(options, workload.operations().size(), startNs, durationNs, operations, firstSequence);
    }

    private AutoCloseable recordMachine() {
        gc.reset();
        hiccups.reset();
        if (options.machine() == MachineRecording.OFF) {
            return () -> {};
        }
        GcPauses pauses = GcPauses.open(gc);
        int core = options.cores().isEmpty() ? -1 : options.cores().getFirst();
        HiccupMeter meter = new HiccupMeter(clock, hiccups, core);
        meter.start();
        return () -> {
            meter.close();
            pauses.close();
        };
    }

    LatencyRecorder gc() {
        return gc;
    }

    LatencyRecorder hiccups() {
        return hiccups;
    }

    LoadOptions options() {
        return options;
    }

    Workload workload() {
        return workload;
    }

    NanoClock clock() {
        return clock;
    }
}
