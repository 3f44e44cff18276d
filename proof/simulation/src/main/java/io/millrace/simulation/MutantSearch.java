package io.millrace.simulation;

import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Looks for a seed that shows a broken rule. A rule is found only by a seed that fails with the broken rule and passes
 * without: what fails both times says nothing about the rule.
 */
final class MutantSearch {

    static final long ROUNDS = 90;

    private final int seeds;

    /**
     * A seed that passes while the rule holds, and fails when it is broken.
     *
     * @param seed the seed
     * @param reason what it violates without the rule
     */
    record Finding(long seed, String reason) {}

    MutantSearch(int seeds) {
        this.seeds = seeds;
    }

    /**
     * Returns the first seed that shows a broken rule, if there is one.
     *
     * @throws ViolationException if a seed that fails with the broken rule fails without it too
     */
    Optional<Finding> find(Mutant mutant, long first) {
        BiFunction<Long, Long, String> broken = run(mutant);
        for (long seed = first; seed < first + seeds; seed++) {
            String reason = broken.apply(seed, ROUNDS);
            if (reason != null) {
                String whole = LedgerSimulation.violation(seed, ROUNDS);
                if (whole != null) {
                    throw new ViolationException("a seed fails though no rule is broken seed=" + seed + " rounds="
                            + ROUNDS + " reason=" + whole);
                }
                return Optional.of(new Finding(seed, reason.lines().findFirst().orElse("")));
            }
        }
        return Optional.empty();
    }

    /** Returns runs of a seed and a number of rounds without a rule. */
    @SuppressWarnings("unchecked") // the class has this interface
    private static BiFunction<Long, Long, String> run(Mutant mutant) {
        return new MutantLoader(mutant).create(BiFunction.class, MutantRun.class);
    }
}
