package io.millrace.fix;

import io.millrace.channel.EpochClock;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How an engine runs.
 *
 * @param name its name, for its thread and errors
 * @param limits its bounds
 * @param journal where its sessions keep their numbers and messages; without one they keep them in memory. The engine
 *     closes it
 * @param clock the time
 * @param log is told in one line what happens to a connection, in the thread of the engine, at most 20 times a second
 */
public record FixEngineOptions(
        String name, FixEngineLimits limits, Optional<FixJournal> journal, EpochClock clock, Consumer<String> log) {

    /** Returns the default limits, no journal, the clock of the machine, and lines to the log of the program. */
    public static FixEngineOptions named(String name) {
        System.Logger logger = System.getLogger("io.millrace.fix");
        return new FixEngineOptions(
                name,
                FixEngineLimits.defaults(),
                Optional.empty(),
                EpochClock.system(),
                line -> logger.log(System.Logger.Level.INFO, line));
    }

    /** Returns these options with other limits. */
    public FixEngineOptions with(FixEngineLimits bounds) {
        return new FixEngineOptions(name, bounds, journal, clock, log);
    }

    /** Returns these options with a journal. */
    public FixEngineOptions with(FixJournal keeps) {
        return new FixEngineOptions(name, limits, Optional.of(keeps), clock, log);
    }

    /** Returns these options with another clock. */
    public FixEngineOptions with(EpochClock time) {
        return new FixEngineOptions(name, limits, journal, time, log);
    }

    /** Returns these options with another receiver of lines. */
    public FixEngineOptions withLog(Consumer<String> to) {
        return new FixEngineOptions(name, limits, journal, clock, to);
    }
}
