package io.millrace.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The options of a harness.
 *
 * @param name the name of the operation in tables and, with {@code -rt}, {@code -st} and {@code -wt} appended, in logs
 * @param arrivals when operations should begin
 * @param completion when they are complete
 * @param warmUpNs how long operations arrive in the same way before a run begins to count; 0 for no warm-up
 * @param durationNs how long a run lasts; {@link Long#MAX_VALUE} where {@code iterations} is the bound
 * @param iterations how many operations a run has at most
 * @param runs how often the whole is repeated
 * @param issuers how many threads issue operations from the one schedule
 * @param cores the processor of each issuing thread in turn; empty for no pinning
 * @param drainNs how long after the end of a run its operations may still be issued and completed
 * @param inFlight how many operations may be in flight for probes to recognise them, a power of two
 * @param log where to write an interval log; empty for none
 * @param logIntervalNs the length of an interval of the log
 * @param machine what of the machine is recorded beside the run
 */
public record HarnessOptions(
        String name,
        Arrivals arrivals,
        Completion completion,
        long warmUpNs,
        long durationNs,
        long iterations,
        int runs,
        int issuers,
        List<Integer> cores,
        long drainNs,
        int inFlight,
        Optional<Path> log,
        long logIntervalNs,
        MachineRecording machine) {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int MAX_IN_FLIGHT = 1 << 28;

    /** Checks the numbers. */
    public HarnessOptions {
        IntervalLogWriter.checkTag(name);
        Objects.requireNonNull(arrivals);
        Objects.requireNonNull(completion);
        Objects.requireNonNull(log);
        Objects.requireNonNull(machine);
        cores = List.copyOf(cores);
        atLeast("warmUpNs", 0, warmUpNs);
        atLeast("durationNs", 1, durationNs);
        atLeast("iterations", 1, iterations);
        atLeast("runs", 1, runs);
        atLeast("issuers", 1, issuers);
        atLeast("drainNs", 0, drainNs);
        atLeast("logIntervalNs", 1, logIntervalNs);
        if (inFlight < 1 || inFlight > MAX_IN_FLIGHT || Integer.bitCount(inFlight) != 1) {
            throw new MeasureException("not a power of two up to " + MAX_IN_FLIGHT + " inFlight=" + inFlight);
        }
        if (durationNs == Long.MAX_VALUE && iterations == Long.MAX_VALUE) {
            throw new MeasureException("a run needs an end; durationNs and iterations are both unbounded");
        }
    }

    private static void atLeast(String what, long least, long value) {
        if (value < least) {
            throw new MeasureException("option out of range " + what + "=" + value + " least=" + least);
        }
    }

    /**
     * Returns options for one thread that issues operations named {@code op} at a constant rate: a warm-up of 2 s, then
     * three runs of 10 s, each with 5 s to drain; complete on return; the machine recorded; no log.
     */
    public static HarnessOptions at(Rate rate) {
        return new HarnessOptions(
                "op",
                Arrivals.constant(rate),
                Completion.ON_RETURN,
                2 * SECOND_NS,
                10 * SECOND_NS,
                Long.MAX_VALUE,
                3,
                1,
                List.of(),
                5 * SECOND_NS,
                1 << 20,
                Optional.empty(),
                SECOND_NS,
                MachineRecording.ON);
    }

    /** Returns the same with another name of the operation. */
    public HarnessOptions named(String other) {
        return new HarnessOptions(
                other,
                arrivals,
                completion,
                warmUpNs,
                durationNs,
                iterations,
                runs,
                issuers,
                cores,
                drainNs,
                inFlight,
                log,
                logIntervalNs,
                machine);
    }

    /** Returns the same with other arrivals. */
    public HarnessOptions with(Arrivals other) {
        return new HarnessOptions(
                name,
                other,
                completion,
                warmUpNs,
                durationNs,
                iterations,
                runs,
                issuers,
                cores,
                drainNs,
                inFlight,
                log,
                logIntervalNs,
                machine);
    }

    /** Returns the same with another rule of when an operation is complete. */
    public HarnessOptions complete(Completion other) {
        return new HarnessOptions(
                name,
                arrivals,
                other,
                warmUpNs,
                durationNs,
                iterations,
                runs,
                issuers,
                cores,
                drainNs,
                inFlight,
                log,
                logIntervalNs,
                machine);
    }

    /** Returns the same with another warm-up, length and number of runs. */
    public HarnessOptions lasting(long warmUp, long duration, int numberOfRuns) {
        return new HarnessOptions(
                name,
                arrivals,
                completion,
                warmUp,
                duration,
                iterations,
                numberOfRuns,
                issuers,
                cores,
                drainNs,
                inFlight,
                log,
                logIntervalNs,
                machine);
    }

    /** Returns the same with runs that end after a number of operations, however long that takes. */
    public HarnessOptions iterations(long number) {
        return new HarnessOptions(
                name,
                arrivals,
                completion,
                warmUpNs,
                Long.MAX_VALUE,
                number,
                runs,
                issuers,
                cores,
                drainNs,
                inFlight,
                log,
                logIntervalNs,
                machine);
    }

    /** Returns the same with another number of issuing threads, pinned to these processors in turn if there are any. */
    public HarnessOptions issuedBy(int threads, List<Integer> processors) {
        return new HarnessOptions(
                name,
                arrivals,
                completion,
                warmUpNs,
                durationNs,
                iterations,
                runs,
                threads,
                processors,
                drainNs,
                inFlight,
                log,
                logIntervalNs,
                machine);
    }

    /** Returns the same with another time in which a run may drain. */
    public HarnessOptions draining(long ns) {
        return new HarnessOptions(
                name,
                arrivals,
                completion,
                warmUpNs,
                durationNs,
                iterations,
                runs,
                issuers,
                cores,
                ns,
                inFlight,
                log,
                logIntervalNs,
                machine);
    }

    /** Returns the same with another number of operations that may be in flight. */
    public HarnessOptions inFlight(int number) {
        return new HarnessOptions(
                name,
                arrivals,
                completion,
                warmUpNs,
                durationNs,
                iterations,
                runs,
                issuers,
                cores,
                drainNs,
                number,
                log,
                logIntervalNs,
                machine);
    }

    /** Returns the same with an interval log. */
    public HarnessOptions loggedTo(Path file, long intervalNs) {
        return new HarnessOptions(
                name,
                arrivals,
                completion,
                warmUpNs,
                durationNs,
                iterations,
                runs,
                issuers,
                cores,
                drainNs,
                inFlight,
                Optional.of(file),
                intervalNs,
                machine);
    }

    /** Returns the same with another recording of the machine. */
    public HarnessOptions recording(MachineRecording other) {
        return new HarnessOptions(
                name,
                arrivals,
                completion,
                warmUpNs,
                durationNs,
                iterations,
                runs,
                issuers,
                cores,
                drainNs,
                inFlight,
                log,
                logIntervalNs,
                other);
    }
}
