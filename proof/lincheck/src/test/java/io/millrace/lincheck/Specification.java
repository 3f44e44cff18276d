package io.millrace.lincheck;

/**
 * Sequential behaviour of an object. While Lincheck searches for an order of calls, it stores each state that it has
 * reached, and regards equal states as one: without {@code equals} there would be one state for each order.
 */
abstract class Specification {

    /** Returns an object with {@code equals} that determines the results of all further calls. */
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
