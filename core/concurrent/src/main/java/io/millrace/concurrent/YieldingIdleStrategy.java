package io.millrace.concurrent;

/** Offers the processor to other threads each time; busy when there are none. */
public final class YieldingIdleStrategy implements IdleStrategy {

    /** Creates one; there is nothing to set. */
    public YieldingIdleStrategy() {}

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // to give way is what is asked for; nothing relies on its effect
    public void idle() {
        Thread.yield();
    }

    @Override
    public void reset() {
        // nothing is remembered
    }
}
