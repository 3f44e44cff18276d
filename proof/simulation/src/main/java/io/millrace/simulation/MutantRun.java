package io.millrace.simulation;

import java.util.function.BiFunction;

/** A run of the ledger as another class loader can call it. */
public final class MutantRun implements BiFunction<Long, Long, String> {
    /** Creates a run. */
    public MutantRun() {}

    /** Returns what a seed violates in so many rounds, or null. */
    @Override
    public String apply(Long seed, Long rounds) {
        try {
            return LedgerSimulation.violation(seed, rounds);
        } catch (RuntimeException | StackOverflowError e) {
            return e.toString();
        }
    }
}
