package io.millrace.concurrent;

import java.lang.foreign.MemorySegment;

/**
 * Knows how values look as bytes, so that an {@link Interner} can find the one that bytes stand for without making it.
 *
 * @param <T> the type of values
 */
public interface InternedForm<T> {
    /** Says whether bytes stand for a value; allocates nothing. */
    boolean matches(T value, MemorySegment segment, long offset, int length);

    /** Makes the value that bytes stand for. */
    T make(MemorySegment segment, long offset, int length);
}
