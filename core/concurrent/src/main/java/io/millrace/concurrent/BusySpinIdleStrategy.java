package io.millrace.concurrent;

/** Never gives up the processor: it reacts fastest, and occupies a whole core. */
public final class BusySpinIdleStrategy implements IdleStrategy {

    /** Creates a strategy, which has no settings. */
    public BusySpinIdleStrategy() {}

    @Override
    public void idle() {
        Thread.onSpinWait();
    }

    @Override
    public void reset() {
        // there is no state to reset
    }
}
