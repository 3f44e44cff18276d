package io.millrace.topology;

import io.millrace.service.AnswerLimits;
import java.time.Duration;
import java.util.Objects;

/**
 * What a component remembers of clients that it answers, and how long a query may take.
 *
 * @param limits how much it remembers
 * @param queryBudget how long a query may take, more than 0; one that takes longer is named in the health
 */
public record AnswerSpec(AnswerLimits limits, Duration queryBudget) {

    private static final Duration USUAL_BUDGET = Duration.ofMillis(100);

    /** Checks the budget. */
    public AnswerSpec {
        Objects.requireNonNull(limits, "limits");
        if (queryBudget.isNegative() || queryBudget.isZero()) {
            throw new TopologyException("a query needs some time queryBudget=" + queryBudget);
        }
    }

    /** Returns the bounds of {@link AnswerLimits#defaults} and 100 ms. */
    public static AnswerSpec defaults() {
        return new AnswerSpec(AnswerLimits.defaults(), USUAL_BUDGET);
    }
}
