package io.millrace.topology;

import io.millrace.service.ReplayBuilder;
import io.millrace.service.ReplayListener;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of a {@link TopologyReplay}.
 *
 * @param dataDirectory the directory of the channels, which must exist
 * @param classpath directories and jars of the version to replay, searched before the class path of the topology and
 *     that of the program; empty for the version that the topology has
 * @param parameters values of the topology's parameters, by name
 * @param classLoader loads the classes that neither class path holds
 * @param from the message at which the comparison begins, {@code trades@0:8400}, of an input or the output; the index
 *     alone means the output
 * @param to the message after which the replay ends
 * @param limit how many differences are kept and passed on
 * @param listener follows the replay
 */
public record ReplayOptions(
        Path dataDirectory,
        List<Path> classpath,
        Map<String, String> parameters,
        ClassLoader classLoader,
        Optional<String> from,
        Optional<String> to,
        int limit,
        ReplayListener listener) {

    /** Checks that nothing is null and takes copies. */
    public ReplayOptions {
        Objects.requireNonNull(dataDirectory, "dataDirectory");
        Objects.requireNonNull(classLoader, "classLoader");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(listener, "listener");
        classpath = List.copyOf(classpath);
        parameters = Map.copyOf(parameters);
    }

    /**
     * Returns the options of a replay of the topology's own version from beginning to end, with every parameter at its
     * default.
     *
     * @param dataDirectory the directory of the channels
     * @return the options
     */
    public static ReplayOptions in(Path dataDirectory) {
        return new ReplayOptions(
                dataDirectory,
                List.of(),
                Map.of(),
                ReplayOptions.class.getClassLoader(),
                Optional.empty(),
                Optional.empty(),
                ReplayBuilder.DEFAULT_LIMIT,
                ReplayListener.NONE);
    }

    /**
     * Returns the same options with another class path.
     *
     * @param entries directories and jars of the version to replay
     * @return the options
     */
    public ReplayOptions withClasspath(List<Path> entries) {
        return new ReplayOptions(dataDirectory, entries, parameters, classLoader, from, to, limit, listener);
    }

    /**
     * Returns the same options with other parameters.
     *
     * @param values values of the topology's parameters, by name
     * @return the options
     */
    public ReplayOptions withParameters(Map<String, String> values) {
        return new ReplayOptions(dataDirectory, classpath, values, classLoader, from, to, limit, listener);
    }

    /**
     * Returns the same options with another class loader.
     *
     * @param loader loads the classes that neither class path holds
     * @return the options
     */
    public ReplayOptions withClassLoader(ClassLoader loader) {
        return new ReplayOptions(dataDirectory, classpath, parameters, loader, from, to, limit, listener);
    }

    /**
     * Returns the same options with other bounds of the comparison.
     *
     * @param first the message at which the comparison begins, if it is not the first
     * @param last the message after which the replay ends, if it is not the last
     * @return the options
     */
    public ReplayOptions between(Optional<String> first, Optional<String> last) {
        return new ReplayOptions(dataDirectory, classpath, parameters, classLoader, first, last, limit, listener);
    }

    /**
     * Returns the same options with another limit.
     *
     * @param differences how many differences are kept and passed on, 0 to 1,000,000
     * @return the options
     */
    public ReplayOptions withLimit(int differences) {
        return new ReplayOptions(dataDirectory, classpath, parameters, classLoader, from, to, differences, listener);
    }

    /**
     * Returns the same options with another listener.
     *
     * @param follower follows the replay
     * @return the options
     */
    public ReplayOptions withListener(ReplayListener follower) {
        return new ReplayOptions(dataDirectory, classpath, parameters, classLoader, from, to, limit, follower);
    }
}
