package io.millrace.benchmarks;

/** The calls of the topology that {@link ConsoleCost} observes. */
public interface Numbers {
    /** Takes a number. */
    void number(long value);
}
