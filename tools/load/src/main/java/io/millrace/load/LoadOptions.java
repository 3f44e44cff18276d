package io.millrace.load;

import io.millrace.measure.Arrivals;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.Rate;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The options of a load. All times are in nanoseconds.
 *
 * @param mode how operations are issued
 * @param rate how many, in a mode that has a schedule; empty in throughput mode
 * @param arrivals when, in a mode that has a schedule; empty in throughput mode
 * @param threads how many threads issue, each with a session of its own; from 1
 * @param inFlight how many operations of each thread may be in flight; from 1
 * @param warmUpNs how long the same load runs before times count; 0 for no warm-up
 * @param durationNs how long it runs
 * @param operations how many operations it issues at most
 * @param drainNs how long after the end what is due may still be issued and completed
 * @param intervalNs the length of an interval of the log and of the progress
 * @param log where to write an interval log; empty for none
 * @param cores the processor of each thread in turn; empty for no pinning
 * @param machine what of the generator's own machine is recorded beside the run
 */
public record LoadOptions(
        Mode mode,
        Optional<Rate> rate,
        Optional<Arrivals> arrivals,
        int threads,
        int inFlight,
        long warmUpNs,
        long durationNs,
        long operations,
        long drainNs,
        long intervalNs,
        Optional<Path> log,
        List<Integer> cores,
        MachineRecording machine) {
    /** The most operations of one thread that may be in flight. */
    public static final int MOST_IN_FLIGHT = 1 << 20;

    /** The most threads. */
    public static final int MOST_THREADS = 10_000;

    private static final long LONGEST_NS = Long.MAX_VALUE / 4;

    /** Checks the numbers. */
    public LoadOptions {
        Objects.requireNonNull(log);
        Objects.requireNonNull(machine);
        cores = List.copyOf(cores);
        if (mode.hasSchedule() != rate.isPresent() || mode.hasSchedule() != arrivals.isPresent()) {
            throw new LoadException(
                    mode.hasSchedule()
                            ? "a mode with a schedule needs a rate mode=" + mode
                            : "a closed loop has no rate mode=" + mode + " rate=" + rate.orElse(null));
        }
        inRange("threads", threads, 1, MOST_THREADS);
        inRange("inFlight", inFlight, 1, MOST_IN_FLIGHT);
        inRange("warmUpNs", warmUpNs, 0, LONGEST_NS);
        inRange("durationNs", durationNs, 1, LONGEST_NS);
        inRange("operations", operations, 1, Long.MAX_VALUE);
        inRange("drainNs", drainNs, 0, LONGEST_NS);
        inRange("intervalNs", intervalNs, 1_000_000, LONGEST_NS);
    }

    private static void inRange(String what, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw new LoadException(
                    "option out of range " + what + "=" + value + " least=" + least + " greatest=" + greatest);
        }
    }

    /** Returns a builder with the defaults; a rate has to be added where the mode needs one. */
    public static LoadOptionsBuilder builder(Mode mode) {
        return new LoadOptionsBuilder(mode);
    }
}
