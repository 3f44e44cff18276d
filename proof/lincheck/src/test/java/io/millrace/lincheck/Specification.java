package io.millrace.lincheck;

/**
 * What something does, one call after another. Lincheck keeps each state that it has met while it looks for an order of
 * calls, and takes two for one where they are equal: without that there would be one for each order.
 */
abstract class Specification {

    /** Returns what decides the results of all calls from here on, with an {@code equals} of its own. */
    abstract Object state();

    @Override
    public final boolean equals(Object other) {
        return other instanceof Specification specification && state().equals(specification.state());
    }

    @Override
    public final int hashCode() {
        return state().hashCode();
    }
}
