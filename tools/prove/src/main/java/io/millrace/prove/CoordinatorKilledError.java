package io.millrace.prove;

/**
 * Stands for the end of the coordinator. A transaction manager may handle it like any other error, and go on: it is
 * thrown by every call from then on, so nothing that it does has an effect, and nobody looks at what it says.
 */
final class CoordinatorKilledError extends Error {

    private static final long serialVersionUID = 1;

    CoordinatorKilledError() {
        super("the coordinator is killed", null, false, false);
    }
}
