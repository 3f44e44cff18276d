package io.millrace.service;

/**
 * Implemented by a component whose state can be written down as calls, so that a restart need not re-apply every
 * input. The component implements {@code T} too: these calls, made in the same order on a new component, restore the
 * state.
 *
 * @param <T> the interface of the calls
 */
public interface Snapshotting<T> {

    /** Returns the interface of the calls. */
    Class<T> snapshotType();

    /** Writes the whole state as calls on {@code out}. */
    void snapshot(T out);
}
