package io.millrace.testing;

/** What the components of these tests take. */
public interface Levels {
    void level(Level level);

    void reset();
}
