package io.millrace.load;

import java.util.Set;

/**
 * Creates targets for URLs. Providers are found with {@link java.util.ServiceLoader}, by the scheme of the URL, so that
 * a driver is there only where its module is.
 */
public interface TargetProvider {
    /** Returns the schemes it makes targets for, in lower case and without the colon: {@code http}. */
    Set<String> schemes();

    /** Returns a sentence for the help: the form of the URL, the fields of an operation, the options. */
    String help();

    /**
     * Returns the name, in reports and logs, of the one operation that a run without a workload file has; it has the
     * fields that the command line gives, often none.
     */
    String defaultOperation();

    /**
     * Creates a target; does not connect yet.
     *
     * @throws LoadException if the URL or an option is invalid
     */
    Target target(TargetOptions options);
}
