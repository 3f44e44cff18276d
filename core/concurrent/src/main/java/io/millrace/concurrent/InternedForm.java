package io.millrace.concurrent;

import java.lang.foreign.MemorySegment;

/**
 * The form of values as bytes, by which an {@link Interner} finds the value that bytes stand for without creating it.
 *
 * @param <T> the type of values
 */
public interface InternedForm<T> {
    /** Returns whether bytes stand for a value; allocates nothing. */
    boolean matches(T value, MemorySegment segment, long offset, int length);

    /** Creates the value that bytes stand for. */
    T make(MemorySegment segment, long offset, int length);
}
