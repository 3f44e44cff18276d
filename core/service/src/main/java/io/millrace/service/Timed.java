package io.millrace.service;

/**
 * Implemented by a component that is also called when a time has come, as {@link Timer} is. Such a call is an input as
 * a message is: it has outputs, is recorded in its order among the messages, and is made again in that order in a
 * restart. What the component knows of the time are the messages and the times that it named itself.
 *
 * <p>A message that was written before a time is due is taken before it. A run does not end while a time is due later.
 * Such a component writes a journal, is not called directly, and reads no channel of the name {@code time}.
 */
public interface Timed {

    /** The answer of {@link #dueNs} where nothing is due. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Returns when {@link #due} is to be called next, in nanoseconds since the epoch; {@link #NEVER} for not at all.
     * Asked in each poll, so it must be fast; it depends on the inputs that the component has taken and on nothing
     * else.
     */
    long dueNs();

    /** Acts on the time of {@link #dueNs}; called then or later, never before it. */
    void due();
}
