package io.millrace.topology;

import io.millrace.service.ErrorHandler;
import io.millrace.service.Rate;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * What a run of a topology gets from the one who starts it.
 *
 * @param dataDirectory where the channels are, a directory each; created where there is none
 * @param rate how many items each source sends in a second
 * @param parameters values of the topology's parameters, by name
 * @param classLoader loads the classes of components that the topology's own class path does not hold
 * @param errorHandler is told what goes wrong while it runs, by services, threads and channels alike
 */
public record RunOptions(
        Path dataDirectory,
        Rate rate,
        Map<String, String> parameters,
        ClassLoader classLoader,
        ErrorHandler errorHandler) {
    /** Checks that nothing is null and takes a copy. */
    public RunOptions {
        Objects.requireNonNull(dataDirectory, "dataDirectory");
        Objects.requireNonNull(rate, "rate");
        Objects.requireNonNull(classLoader, "classLoader");
        Objects.requireNonNull(errorHandler, "errorHandler");
        parameters = Map.copyOf(parameters);
    }

    /**
     * A run as fast as can be, with every parameter at its default and errors in the log.
     *
     * @param dataDirectory where the channels are
     * @return the options
     */
    public static RunOptions in(Path dataDirectory) {
        return new RunOptions(
                dataDirectory, Rate.UNLIMITED, Map.of(), RunOptions.class.getClassLoader(), ErrorHandler.log());
    }

    /**
     * The same options with another rate.
     *
     * @param itemsPerSecond how many items each source sends in a second
     * @return the options
     */
    public RunOptions withRate(Rate itemsPerSecond) {
        return new RunOptions(dataDirectory, itemsPerSecond, parameters, classLoader, errorHandler);
    }

    /**
     * The same options with other parameters.
     *
     * @param values values of the topology's parameters, by name
     * @return the options
     */
    public RunOptions withParameters(Map<String, String> values) {
        return new RunOptions(dataDirectory, rate, values, classLoader, errorHandler);
    }

    /**
     * The same options with another class loader.
     *
     * @param loader loads the classes of components that the topology's own class path does not hold
     * @return the options
     */
    public RunOptions withClassLoader(ClassLoader loader) {
        return new RunOptions(dataDirectory, rate, parameters, loader, errorHandler);
    }

    /**
     * The same options with another error handler.
     *
     * @param handler is told what goes wrong while the topology runs
     * @return the options
     */
    public RunOptions withErrorHandler(ErrorHandler handler) {
        return new RunOptions(dataDirectory, rate, parameters, classLoader, handler);
    }
}
