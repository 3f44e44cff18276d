package io.millrace.fix;

import io.millrace.channel.EpochClock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * How an engine runs.
 *
 * @param name its name, for its thread and errors
 * @param limits its bounds
 * @param journal where its sessions keep their numbers and messages; without one they keep them in memory. The engine
 *     closes it
 * @param clock the time, which may be set forward or back: for SendingTime and schedules
 * @param steady nanoseconds from any beginning, which are never set: for intervals and time limits
 * @param log is told in one line what happens to a connection, in the thread of the engine, at most 20 times a second
 */
public record FixEngineOptions(
        String name,
        FixEngineLimits limits,
        Optional<FixJournal> journal,
        EpochClock clock,
        LongSupplier steady,
        Consumer<String> log) {

    /** Returns the default limits, no journal, the clock of the machine, and lines to the log of the program. */
    public static FixEngineOptions named(String name) {
        System.Logger logger = System.getLogger("io.millrace.fix");
        return new FixEngineOptions(
                name,
                FixEngineLimits.defaults(),
                Optional.empty(),
                EpochClock.system(),
                System::nanoTime,
                line -> logger.log(System.Logger.Level.INFO, line));
    }

    /** Returns these options with other limits. */
    public FixEngineOptions with(FixEngineLimits bounds) {
        return new FixEngineOptions(name, bounds, journal, clock, steady, log);
    }

    /** Returns these options with a journal. */
    public FixEngineOptions with(FixJournal keeps) {
        return new FixEngineOptions(name, limits, Optional.of(keeps), clock, steady, log);
    }

    /** Returns these options with another clock, for intervals too: it must not go back. */
    public FixEngineOptions with(EpochClock time) {
        return with(time, time::nowNs);
    }

    /** Returns these options with another clock and another time for intervals. */
    public FixEngineOptions with(EpochClock time, LongSupplier intervals) {
        return new FixEngineOptions(name, limits, journal, time, intervals, log);
    }

    /** Returns these options with another receiver of lines. */
    public FixEngineOptions withLog(Consumer<String> to) {
        return new FixEngineOptions(name, limits, journal, clock, steady, to);
    }
}
