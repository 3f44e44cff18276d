package io.millrace.fuzz;

/** The calls of the channels that are traced and shown. */
public interface Steps {

    /** Says that a step was made. */
    void step(long number, String text);
}
