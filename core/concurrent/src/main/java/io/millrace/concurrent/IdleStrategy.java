package io.millrace.concurrent;

/**
 * What a thread does between two checks for work.
 *
 * <p>A loop calls {@link #idle(int)} after every round with the amount of work it found. If there was some, the
 * strategy starts again; if there was none, it waits a little, and some strategies wait longer each time. An instance
 * belongs to one thread. No strategy clears the interrupt flag; parking returns at once while it is set.
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

    /** Forgets how long the thread has been idle, since there is work. */
    void reset();
}
