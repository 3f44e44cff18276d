package io.millrace.topology;

import io.millrace.channel.EpochClock;
import io.millrace.service.ErrorHandler;
import io.millrace.service.Rate;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The settings of one run of a topology.
 *
 * @param dataDirectory the directory of the channels, a subdirectory each; created if missing
 * @param rate how many items each source sends in a second
 * @param parameters values of the topology's parameters, by name
 * @param classLoader loads the classes of components that the topology's own class path does not hold
 * @param errorHandler receives the errors of services, threads and channels
 * @param clock the time at which messages are written and taken, and by which timers fire
 * @param host which of the topology's hosts runs here; empty where it has none
 * @param notices receives sentences for people while a host waits for others, from the thread that waits
 */
public record RunOptions(
        Path dataDirectory,
        Rate rate,
        Map<String, String> parameters,
        ClassLoader classLoader,
        ErrorHandler errorHandler,
        EpochClock clock,
        Optional<String> host,
        Consumer<String> notices) {
    /** Checks that nothing is null and takes a copy. */
    public RunOptions {
        Objects.requireNonNull(dataDirectory, "dataDirectory");
        Objects.requireNonNull(rate, "rate");
        Objects.requireNonNull(classLoader, "classLoader");
        Objects.requireNonNull(errorHandler, "errorHandler");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(notices, "notices");
        parameters = Map.copyOf(parameters);
    }

    /**
     * Returns the options of a run as fast as possible, with every parameter at its default and errors in the log.
     *
     * @param dataDirectory the directory of the channels
     * @return the options
     */
    public static RunOptions in(Path dataDirectory) {
        return new RunOptions(
                dataDirectory,
                Rate.UNLIMITED,
                Map.of(),
                RunOptions.class.getClassLoader(),
                ErrorHandler.log(),
                EpochClock.system(),
                Optional.empty(),
                RunOptions::log);
    }

    private static void log(String notice) {
        System.getLogger(RunOptions.class.getPackageName()).log(System.Logger.Level.INFO, notice);
    }

    /**
     * Returns the same options with another rate.
     *
     * @param itemsPerSecond how many items each source sends in a second
     * @return the options
     */
    public RunOptions withRate(Rate itemsPerSecond) {
        return new RunOptions(
                dataDirectory, itemsPerSecond, parameters, classLoader, errorHandler, clock, host, notices);
    }

    /**
     * Returns the same options with other parameters.
     *
     * @param values values of the topology's parameters, by name
     * @return the options
     */
    public RunOptions withParameters(Map<String, String> values) {
        return new RunOptions(dataDirectory, rate, values, classLoader, errorHandler, clock, host, notices);
    }

    /**
     * Returns the same options with another class loader.
     *
     * @param loader loads the classes of components that the topology's own class path does not hold
     * @return the options
     */
    public RunOptions withClassLoader(ClassLoader loader) {
        return new RunOptions(dataDirectory, rate, parameters, loader, errorHandler, clock, host, notices);
    }

    /**
     * Returns the same options with another error handler.
     *
     * @param handler receives the errors while the topology runs
     * @return the options
     */
    public RunOptions withErrorHandler(ErrorHandler handler) {
        return new RunOptions(dataDirectory, rate, parameters, classLoader, handler, clock, host, notices);
    }

    /**
     * Returns the same options with another clock, such as one that a test moves.
     *
     * @param epochClock tells the time to channels and services
     * @return the options
     */
    public RunOptions withClock(EpochClock epochClock) {
        return new RunOptions(dataDirectory, rate, parameters, classLoader, errorHandler, epochClock, host, notices);
    }

    /**
     * Returns the same options for one of the topology's hosts.
     *
     * @param name the name of the host
     * @return the options
     */
    public RunOptions withHost(String name) {
        return new RunOptions(
                dataDirectory, rate, parameters, classLoader, errorHandler, clock, Optional.of(name), notices);
    }

    /**
     * Returns the same options with another receiver of notices.
     *
     * @param receiver receives sentences for people, from the thread that waits
     * @return the options
     */
    public RunOptions withNotices(Consumer<String> receiver) {
        return new RunOptions(dataDirectory, rate, parameters, classLoader, errorHandler, clock, host, receiver);
    }
}
