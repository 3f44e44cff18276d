package io.millrace.concurrent;

/** Yields the processor to other threads each time; spins when there are none. */
public final class YieldingIdleStrategy implements IdleStrategy {

    /** Creates a strategy, which has no settings. */
    public YieldingIdleStrategy() {}

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // the hint is the purpose; nothing relies on its effect
    public void idle() {
        Thread.yield();
    }

    @Override
    public void reset() {
        // there is no state to reset
    }
}
