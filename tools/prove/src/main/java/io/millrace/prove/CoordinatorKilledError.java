package io.millrace.prove;

/**
 * Simulates the death of the coordinator. A transaction manager may handle it like any other error and continue: every
 * later call throws it, so the manager has no more effect, and its answers are ignored.
 */
final class CoordinatorKilledError extends Error {

    private static final long serialVersionUID = 1;

    CoordinatorKilledError() {
        super("the coordinator is killed", null, false, false);
    }
}
