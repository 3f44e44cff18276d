package io.millrace.lincheck;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.Options;

/**
 * How much Lincheck searches: so many scenarios, each of some calls on each thread, and each run so many times.
 *
 * @param scenarios random choices of calls
 * @param runs of one scenario, each another interleaving for the model checker
 * @param threads that call at once
 * @param calls of each thread
 * @param callsAround calls of one thread before those, and as many after them
 */
record Effort(int scenarios, int runs, int threads, int calls, int callsAround) {

    /** A process that is stopped for a while, or gets no processor, hangs no queue; what hangs for minutes does. */
    private static final long HANG_MS = Duration.ofMinutes(10).toMillis();

    /** Searches with a tool of Lincheck, and throws with the trace of what no order of the calls explains. */
    void search(Options<?, ?> tool, Class<?> type, Class<?> specification, Class<? extends BatchVerifier> verifier) {
        tool.iterations(scenarios);
        tool.invocationsPerIteration(runs);
        tool.threads(threads);
        tool.actorsPerThread(calls);
        tool.actorsBefore(callsAround);
        tool.actorsAfter(callsAround);
        tool.sequentialSpecification(specification);
        tool.verifier(verifier);
        // Lincheck keeps its limit of ten seconds to itself: this end of the name is its compiler's.
        tool.invocationTimeout$lincheck(HANG_MS);
        tool.check(type);
    }

    @Override
    public String toString() {
        return scenarios + " scenarios of " + threads + " x " + calls + " calls, " + runs + " runs each";
    }
}
