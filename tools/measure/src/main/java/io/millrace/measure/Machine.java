package io.millrace.measure;

import java.util.ArrayList;
import java.util.List;

/** Records the pauses of the machine during one run, if that was requested. */
final class Machine implements AutoCloseable {
    private static final int ANY_CORE = -1;

    private final LatencyRecorder gc = new LatencyRecorder("gc");
    private final LatencyRecorder hiccups = new LatencyRecorder("hiccup");
    private final HarnessOptions options;
    private final NanoClock clock;
    private final List<AutoCloseable> running = new ArrayList<>();

    Machine(HarnessOptions options, NanoClock clock) {
        this.options = options;
        this.clock = clock;
    }

    List<LatencyRecorder> recorders() {
        return options.machine() == MachineRecording.ON ? List.of(gc, hiccups) : List.of();
    }

    void start() {
        if (options.machine() == MachineRecording.OFF) {
            return;
        }
        running.add(GcPauses.open(gc));
        List<Integer> cores = options.cores().isEmpty() ? List.of(ANY_CORE) : options.cores();
        for (int core : cores.stream().distinct().toList()) {
            HiccupMeter meter = new HiccupMeter(clock, hiccups, core);
            running.add(meter);
            meter.start();
        }
    }

    /** Waits until everything up to now is recorded. */
    @Override
    public void close() {
        for (AutoCloseable one : running.reversed()) {
            try {
                one.close();
            } catch (Exception e) {
                throw new MeasureException("cannot end the recording of the machine", e);
            }
        }
        running.clear();
    }
}
