package io.millrace.cli;

import java.util.List;

/**
 * Adds commands to {@code millrace}. Providers are found with {@link java.util.ServiceLoader} on the class path of
 * the command.
 */
public interface CommandProvider {
    /**
     * Returns the commands to add.
     *
     * @return objects whose classes bear picocli's {@code @Command} with a name; a command runs as a {@code Runnable},
     *     or as a {@code Callable<Integer>} that returns the exit code
     */
    List<Object> commands();
}
