package io.millrace.channel;

import io.millrace.wire.CallSchema;

/**
 * Reads the calls of a channel and makes them on a handler, for one thread at a time. {@link #poll} is all that most
 * users need. A service works in two steps: {@link #next} finds a call and tells where it stands, {@link #dispatch}
 * makes it.
 *
 * <p>The opening of a period stands for all calls before it. A reader that has read any of those passes over it; one
 * that starts there is given its calls, once all of them are there.
 */
public interface ChannelReader extends AutoCloseable {

    /** Finds the next call and makes it on the handler; at most one. */
    Poll poll();

    /** Finds the next call without making it; answers the same again until it is made or skipped. */
    Poll next();

    /** Makes the call that {@link #next} found. An exception of the handler is passed on; the call counts as made. */
    void dispatch();

    /** Passes over the call that {@link #next} found. */
    void skip();

    /** Returns the source that this reader reads. */
    Source source();

    /** Returns the index of the call that was found last. */
    long index();

    /** Returns when the call was written that {@link #next} has just found, in nanoseconds since the epoch. */
    long timeNs();

    /** Returns the hops of the call that {@link #next} has just found; re-used, valid until it looks again. */
    History history();

    /** Returns the method of the call that {@link #next} has just found, and its parameters. */
    CallSchema call();

    /** Returns the call that {@link #next} has just found as a YAML document. */
    String yaml();

    /**
     * Returns a checksum of the call that {@link #next} has just found: of its method and its arguments as they are
     * encoded, and of nothing else. The same call has the same checksum in every version of Millrace.
     */
    long checksum();

    /** Returns how many calls were passed over since none of the interfaces has their method. */
    long skipped();

    /** Returns how many calls were passed over since the keys of their subjects are gone. */
    long forgottenCalls();

    /** Returns to the first message. */
    void toStart();

    /**
     * Returns to the opening of the period in force, whose calls stand for everything before it; to the first message
     * where no period was ever opened, or the channel is no journal.
     */
    void toPeriod();

    /** Goes behind the last message there is now. */
    void toEnd();

    /**
     * Makes the call at {@code index} the next.
     *
     * @throws ChannelException where there is no such message
     */
    void seek(long index);

    /**
     * Makes the call behind {@code index} the next; an index of -1 means the first.
     *
     * @throws ChannelException where there is no message at {@code index}
     */
    void seekAfter(long index);

    /** Ends reading. */
    @Override
    void close();
}
