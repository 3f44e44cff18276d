package io.millrace.fuzz;

import java.util.List;

/** Code under test that reads input from outside. */
interface Target {
    /**
     * Reads an input, valid or not, and checks the conditions that must hold.
     *
     * @throws AssertionError if a condition does not hold
     */
    void accept(byte[] input);

    /** Returns valid inputs with which a search starts. */
    List<byte[]> seeds();

    /** Releases the files and threads of a target that has any; the next input makes them anew. */
    default void close() {}
}
