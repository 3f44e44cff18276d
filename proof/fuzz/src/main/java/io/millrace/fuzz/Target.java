package io.millrace.fuzz;

import java.util.List;

/** Something that reads input from outside. */
interface Target {
    /**
     * Reads an input and checks what must hold, whatever it is.
     *
     * @throws AssertionError where something does not hold
     */
    void accept(byte[] input);

    /** Inputs that are valid, from which a search starts. */
    List<byte[]> seeds();
}
