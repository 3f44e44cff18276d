package io.millrace.testing;

/** How an exception appears among the outputs of a component. */
public interface Thrown {
    /** The component has thrown instead of taking a call; whatever it has written for that call is left out. */
    void thrown(Failure failure);
}
