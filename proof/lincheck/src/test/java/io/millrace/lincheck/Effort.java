package io.millrace.lincheck;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.Options;

/**
 * How much Lincheck searches: the number of scenarios, of calls on each thread, and of runs of each scenario.
 *
 * @param scenarios the number of random scenarios
 * @param runs the runs of one scenario, with the model checker each a different interleaving
 * @param threads the number of concurrent threads
 * @param calls the calls of each thread
 * @param callsAround the calls of one thread before the concurrent ones, and as many after them
 */
record Effort(int scenarios, int runs, int threads, int calls, int callsAround) {

    /**
     * How long a run may take. A process may be paused or get no processor for a while; only a run of minutes is
     * regarded as hanging.
     */
    private static final long HANG_MS = Duration.ofMinutes(10).toMillis();

    /** Searches with a tool of Lincheck; if no order of the calls explains a result, throws an error with the trace. */
    void search(Options<?, ?> tool, Class<?> type, Class<?> specification, Class<? extends BatchVerifier> verifier) {
        tool.verifier(verifier);
        search(tool, type, specification);
    }

    /** Searches as above, where each call counts as one. */
    void search(Options<?, ?> tool, Class<?> type, Class<?> specification) {
        tool.iterations(scenarios);
        tool.invocationsPerIteration(runs);
        tool.threads(threads);
        tool.actorsPerThread(calls);
        tool.actorsBefore(callsAround);
        tool.actorsAfter(callsAround);
        tool.sequentialSpecification(specification);
        // Lincheck's limit of ten seconds is internal; its compiler adds this suffix to the name.
        tool.invocationTimeout$lincheck(HANG_MS);
        tool.check(type);
    }

    @Override
    public String toString() {
        return scenarios + " scenarios of " + threads + " x " + calls + " calls, " + runs + " runs each";
    }
}
