package io.millrace.service;

/**
 * Work that an {@link EventLoop} polls together with other tasks, in the loop's thread. It never blocks.
 */
public interface Task extends AutoCloseable {

    /** Returns the name of the task, for errors and threads. */
    String name();

    /** Executes a bounded piece of work and returns how much was done; 0 means that there was nothing to do. */
    int poll();

    /** Returns whether there will never be anything to do again. */
    boolean done();

    /** Writes what must be kept and releases everything; called in the loop's thread, also after an error. */
    @Override
    void close();
}
