package io.millrace.testing;

/** A mutable message, which a reader uses again. */
public final class Level {
    String sensor;
    double value;

    /** Makes an empty one. */
    public Level() {}

    double value() {
        return value;
    }
}
