package io.millrace.load;

import io.millrace.measure.Arrivals;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.Rate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects {@link LoadOptions}. The defaults: one thread; one operation in flight in throughput mode, else 16,384; 10 s
 * of warm-up, 60 s, 5 s to drain; intervals of 1 s; no log; the machine recorded.
 */
public final class LoadOptionsBuilder {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int OPEN_IN_FLIGHT = 1 << 14;

    private final Mode mode;
    private Rate rate;
    private Arrivals arrivals;
    private int threads = 1;
    private int inFlight;
    private long warmUpNs = 10 * SECOND_NS;
    private long durationNs = 60 * SECOND_NS;
    private long operations = Long.MAX_VALUE;
    private long drainNs = 5 * SECOND_NS;
    private long intervalNs = SECOND_NS;
    private Path log;
    private List<Integer> cores = List.of();
    private MachineRecording machine = MachineRecording.ON;

    LoadOptionsBuilder(Mode mode) {
        this.mode = mode;
        inFlight = mode.hasSchedule() ? OPEN_IN_FLIGHT : 1;
    }

    /** Sets the rate, with operations evenly spaced. */
    public LoadOptionsBuilder rate(Rate value) {
        return rate(value, Arrivals.constant(value));
    }

    /** Sets the rate and how operations arrive, which has to give that rate. */
    public LoadOptionsBuilder rate(Rate value, Arrivals times) {
        rate = value;
        arrivals = times;
        return this;
    }

    /** Sets the number of threads that issue. */
    public LoadOptionsBuilder threads(int value) {
        threads = value;
        return this;
    }

    /** Sets how many operations of each thread may be in flight. */
    public LoadOptionsBuilder inFlight(int value) {
        inFlight = value;
        return this;
    }

    /** Sets the warm-up and the length in nanoseconds. */
    public LoadOptionsBuilder lasting(long warmUp, long duration) {
        warmUpNs = warmUp;
        durationNs = duration;
        return this;
    }

    /** Sets the most operations that are issued. */
    public LoadOptionsBuilder operations(long value) {
        operations = value;
        return this;
    }

    /** Sets how long the end of the run may take, in nanoseconds. */
    public LoadOptionsBuilder draining(long ns) {
        drainNs = ns;
        return this;
    }

    /** Sets the length of an interval in nanoseconds. */
    public LoadOptionsBuilder interval(long ns) {
        intervalNs = ns;
        return this;
    }

    /** Sets the file of the interval log. */
    public LoadOptionsBuilder loggedTo(Path file) {
        log = file;
        return this;
    }

    /** Sets the processors that threads are pinned to in turn. */
    public LoadOptionsBuilder cores(List<Integer> processors) {
        cores = new ArrayList<>(processors);
        return this;
    }

    /** Sets what of the machine is recorded. */
    public LoadOptionsBuilder recording(MachineRecording value) {
        machine = value;
        return this;
    }

    /**
     * Returns the options.
     *
     * @throws LoadException if a number is out of range, or a rate is missing or meaningless
     */
    public LoadOptions build() {
        return new LoadOptions(
                mode,
                Optional.ofNullable(rate),
                Optional.ofNullable(arrivals),
                threads,
                inFlight,
                warmUpNs,
                durationNs,
                operations,
                drainNs,
                intervalNs,
                Optional.ofNullable(log),
                cores,
                machine);
    }
}
