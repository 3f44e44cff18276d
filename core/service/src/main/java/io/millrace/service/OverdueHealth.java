package io.millrace.service;

import java.time.Duration;
import java.util.Optional;

/** The health of a component whose query exceeds its budget. */
final class OverdueHealth {

    /** A query that takes longer is taken for one that never returns. */
    static final Duration FAILED_AFTER = Duration.ofSeconds(30);

    private OverdueHealth() {}

    static ComponentHealth of(ComponentHealth health, OverdueQuery query) {
        boolean hasFailed = query.elapsed().compareTo(FAILED_AFTER) > 0;
        String text = "a query exceeds its budget query=" + query.method() + " elapsed=" + query.elapsed() + " stack="
                + query.stack();
        return new ComponentHealth(
                hasFailed ? ComponentState.FAILED : health.state(),
                health.inputs(),
                health.outputs(),
                health.unread(),
                health.recordedErrors(),
                health.refused(),
                health.lastInput(),
                Optional.of(text));
    }
}
