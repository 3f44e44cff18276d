package io.millrace.benchmarks;

import java.nio.file.Path;

/** What one side does in its fork: it warms up, measures, and reports one figure for each case. */
public interface Workload {
    /**
     * Runs to the end.
     *
     * @param effort how long to measure
     * @param directory an empty directory for this fork alone; what is left in it is deleted by the caller
     * @param figures receives the results
     * @throws Exception whatever goes wrong; the fork then fails and its side has no figures
     */
    void run(Effort effort, Path directory, Figures figures) throws Exception;
}
