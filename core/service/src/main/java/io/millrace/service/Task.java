package io.millrace.service;

/**
 * A piece of work that an {@link EventLoop} runs in turn with others, all in the loop's thread. Nothing in it blocks.
 */
public interface Task extends AutoCloseable {

    /** Returns the name of the task, for errors and threads. */
    String name();

    /** Does a bounded piece of work and returns how much was done; 0 means that there was nothing to do. */
    int poll();

    /** Returns whether there will never be anything to do again. */
    boolean done();

    /** Writes down what must be and lets go of what is held; called in the loop's thread, also after an error. */
    @Override
    void close();
}
