package io.millrace.concurrent;

/**
 * What a thread does between two looks for work.
 *
 * <p>A loop calls {@link #idle(int)} after every round with the amount of work it found: with some, the strategy starts
 * afresh; with none, it waits a little, longer each time where it is that kind. An instance belongs to one thread. No
 * strategy clears the interrupt flag; parking returns at once while it is set.
 */
public interface IdleStrategy {

    /** Waits if {@code workCount} is zero or negative, else calls {@link #reset()}. */
    default void idle(int workCount) {
        if (workCount > 0) {
            reset();
        } else {
            idle();
        }
    }

    /** Waits once. */
    void idle();

    /** Forgets how long it has been idle, since there is work. */
    void reset();
}
