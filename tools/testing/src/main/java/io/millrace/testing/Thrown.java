package io.millrace.testing;

/** How an exception appears among the outputs of a component. */
public interface Thrown {
    /** Records that the component threw on a call; what it has written for that call is left out. */
    void thrown(Failure failure);
}
