package io.millrace.harness;

import java.nio.file.Path;

/** The work of one side in its fork: it warms up, measures, and reports one figure for each case. */
public interface Workload {
    /**
     * Runs to the end.
     *
     * @param effort how long to measure
     * @param directory an empty directory for this fork alone; the caller deletes its content
     * @param figures receives the results
     * @throws Exception any failure; then the fork fails and its side has no figures
     */
    void run(Effort effort, Path directory, Figures figures) throws Exception;
}
