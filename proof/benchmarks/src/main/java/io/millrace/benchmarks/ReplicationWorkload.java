package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import io.millrace.measure.LatencyRecorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The rounds of the replication suite, the same for every side. Each round has new files at both ends. */
abstract class ReplicationWorkload implements Workload {
    static final int MESSAGE_BYTES = 40;
    static final long FRAME_BYTES = 48;

    private static final double NS_PER_MICRO = 1e3;
    private static final double MEDIAN = 50;
    private static final double HIGH = 99;
    private static final int RATES = 3;
    private static final int TASKS = 4;

    /** Measures one round in an empty directory, and returns its figure. */
    private interface Round {
        double run(Path directory) throws Exception;
    }

    /** Appends messages until the other end has all, and returns the nanoseconds. */
    abstract long append(Path directory, long messages) throws Exception;

    /** Appends one message after the other, each when the other end has the one before, and records the times. */
    abstract void alone(Path directory, long leadInNs, Histogram into, long durationNs) throws Exception;

    /** Makes what a copy is to begin with, once, in a directory that stays. */
    abstract void prepare(Path directory, long bytes) throws Exception;

    /** Copies everything that was prepared to a new directory of the other end, and returns the nanoseconds. */
    abstract long catchUp(Path prepared, Path directory, long bytes) throws Exception;

    /** Starts what serves all rounds. */
    abstract void begin(Effort effort, Path directory) throws Exception;

    /** Opens a log for messages of {@link #MESSAGE_BYTES}; called only where this side is measured by rate. */
    AppendRates.CopiedLog copied(Path directory) throws Exception {
        throw new UnsupportedOperationException("this side is not measured by rate directory=" + directory);
    }

    /** Connects tasks with what answers them; called only where this side answers. */
    TaskExchange exchange(String name, Path directory) throws Exception {
        throw new UnsupportedOperationException("this side does not answer name=" + name);
    }

    /** Returns whether this side appends and catches up. */
    boolean hasBareRounds() {
        return true;
    }

    /** Ends that. */
    abstract void end() throws Exception;

    /** Returns whether messages are acknowledged at all. */
    boolean isAcknowledged() {
        return true;
    }

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            begin(effort, fresh.path());
            try {
                if (hasBareRounds()) {
                    measure(effort, directory, figures);
                }
                rates(effort, directory, figures);
                tasks(effort, fresh.path(), figures);
            } finally {
                end();
            }
        }
    }

    private void rates(Effort effort, Path directory, Figures figures) throws Exception {
        Turn.stage(RATES);
        AppendRates.run(this::copied, effort, directory, figures);
    }

    private void tasks(Effort effort, Path directory, Figures figures) throws Exception {
        Turn.stage(TASKS);
        for (int tasks : KafkaSuite.TASKS) {
            String name = ReplicationSuite.tasks(tasks);
            if (figures.isWanted(name)) {
                Path own = Files.createDirectory(directory.resolve("tasks-" + tasks));
                try (TaskExchange exchange = exchange("tasks-" + tasks, own)) {
                    TaskRounds.run(name, tasks, exchange, effort, figures);
                }
            }
        }
    }

    private void measure(Effort effort, Path directory, Figures figures) throws Exception {
        String catchUp = ReplicationSuite.catchUp(effort);
        Turn.stage(0);
        if (figures.isWanted(ReplicationSuite.REPLICATED)) {
            long messages = effort.roundMessages();
            figures.report(
                    ReplicationSuite.REPLICATED,
                    rounds(effort, directory, fresh -> messages * NS_PER_MICRO / append(fresh, messages)));
        }
        Turn.stage(1);
        if (isAcknowledged() && figures.isWanted(ReplicationSuite.ACKNOWLEDGED, ReplicationSuite.ACKNOWLEDGED_P99)) {
            acknowledged(effort, directory, figures);
        }
        Turn.stage(2);
        if (figures.isWanted(catchUp)) {
            long bytes = ReplicationSuite.catchUpBytes(effort);
            try (WorkDirectory prepared = WorkDirectory.create(directory)) {
                prepare(prepared.path(), bytes);
                figures.report(
                        catchUp,
                        rounds(
                                effort,
                                directory,
                                fresh -> bytes * NS_PER_MICRO / catchUp(prepared.path(), fresh, bytes)));
            }
        }
    }

    private void acknowledged(Effort effort, Path directory, Figures figures) throws Exception {
        List<Double> medians = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        for (int round = 0; round < effort.latencyRounds(); round++) {
            Turn.next();
            Histogram latencies = LatencyRecorder.newHistogram();
            try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                alone(fresh.path(), effort.leadInNs(), latencies, effort.latencyNs() / effort.latencyRounds());
            }
            medians.add(latencies.getValueAtPercentile(MEDIAN) / NS_PER_MICRO);
            high.add(latencies.getValueAtPercentile(HIGH) / NS_PER_MICRO);
        }
        figures.report(ReplicationSuite.ACKNOWLEDGED, medians);
        figures.report(ReplicationSuite.ACKNOWLEDGED_P99, high);
    }

    private static List<Double> rounds(Effort effort, Path directory, Round round) throws Exception {
        List<Double> measured = new ArrayList<>();
        for (int i = 0; i < effort.warmUpRounds() + effort.measuredRounds(); i++) {
            Turn.next();
            try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                double figure = round.run(fresh.path());
                if (i >= effort.warmUpRounds()) {
                    measured.add(figure);
                }
            }
        }
        return measured;
    }

    /** Calls a step again and again, first without and then with its times recorded, of which there is one at least. */
    static void record(LatencyStep step, long leadInNs, Histogram into, long durationNs) throws Exception {
        long startNs = System.nanoTime();
        for (long nowNs = startNs; nowNs - startNs < leadInNs + durationNs || into.getTotalCount() == 0; ) {
            long beganNs = nowNs;
            step.run();
            nowNs = System.nanoTime();
            if (beganNs - startNs >= leadInNs) {
                into.recordValue(Math.min(nowNs - beganNs, LatencyRecorder.HIGHEST_NS));
            }
        }
    }

    /** Sends one message and awaits its answer. */
    interface LatencyStep {
        void run() throws Exception;
    }
}
