package io.millrace.prove;

/** Stands for the end of the coordinator: an error, since nothing in a transaction manager may handle it. */
final class CoordinatorKilledError extends Error {

    private static final long serialVersionUID = 1;

    CoordinatorKilledError() {
        super("the coordinator is killed", null, false, false);
    }
}
