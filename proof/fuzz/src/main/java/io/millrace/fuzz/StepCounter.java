package io.millrace.fuzz;

/** Counts steps, so that a topology has a reader of them. */
public final class StepCounter implements Steps {

    private final Steps out;
    private long count;

    /** Takes the output. */
    public StepCounter(Steps out) {
        this.out = out;
    }

    @Override
    public void step(long number, String text) {
        out.step(++count, text);
    }
}
