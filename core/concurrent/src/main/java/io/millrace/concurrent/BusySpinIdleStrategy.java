package io.millrace.concurrent;

/** Never gives up the processor: the shortest reaction, at the price of a whole core. */
public final class BusySpinIdleStrategy implements IdleStrategy {

    /** Creates one; there is nothing to set. */
    public BusySpinIdleStrategy() {}

    @Override
    public void idle() {
        Thread.onSpinWait();
    }

    @Override
    public void reset() {
        // nothing is remembered
    }
}
