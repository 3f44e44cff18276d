package io.millrace.channel;

import io.millrace.concurrent.IdleStrategy;
import io.millrace.wire.CallSchema;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads the calls of a channel and makes them on a handler, for one thread at a time. Most users need only {@link
 * #run}; {@link #read} waits for one call, and {@link #poll} never waits. A service works in two steps: {@link #next}
 * finds a call and its index, {@link #dispatch} makes it.
 *
 * <p>The first thread that reads with it, or moves it, owns it until that thread calls {@link #handOver()} or ends;
 * another thread is refused with a {@link WrongThreadException}. {@link io.millrace.journal.TailerOptions#ownerCheck()}
 * turns this check off. Any thread may call {@link #close()}.
 *
 * <p>The opening of a period replaces all calls before it. A reader that has read any of those skips the opening; a
 * reader that starts at the opening gets its calls, once all of them exist.
 */
public interface ChannelReader extends AutoCloseable {

    /** Finds the next call and makes it on the handler; at most one. */
    Poll poll();

    /**
     * Makes the next call on the handler, and waits for it if there is none yet, without a limit of time. The wait ends
     * when another thread closes this reader or its channel, when the thread is interrupted, or when the channel has
     * ended. An exception of the handler is passed on; the call counts as made.
     *
     * @param idle how to wait
     */
    Waited read(IdleStrategy idle);

    /**
     * Makes the next call on the handler as {@link #read(IdleStrategy)} does, and waits for it no longer than a time.
     *
     * @param timeout how long to wait at most; zero or less does not wait
     * @param idle how to wait; the wait may exceed the timeout by one idle period
     */
    Waited read(Duration timeout, IdleStrategy idle);

    /**
     * Makes one call after another on the handler, and waits for further calls, until there is a reason to end. An
     * exception of the handler is passed on; the call counts as made, and this may be called again.
     *
     * @param idle how to wait
     * @return why it ended; never {@link Waited#MESSAGE} or {@link Waited#TIMED_OUT}
     */
    Waited run(IdleStrategy idle);

    /** Finds the next call without making it; returns the same again until it is made or skipped. */
    Poll next();

    /** Makes the call that {@link #next} found. An exception of the handler is passed on; the call counts as made. */
    void dispatch();

    /** Skips the call that {@link #next} found. */
    void skip();

    /**
     * Returns whether the last record that this reader of a copy has passed is the end of the channel: after {@link
     * Poll#NOTHING} it has then read everything, until the writer on the other machine writes more. False for a channel
     * that is written here.
     */
    default boolean atEnd() {
        return false;
    }

    /** Returns the source that this reader reads. */
    Source source();

    /** Returns the index of the call that was found last. */
    long index();

    /** Returns when the call that {@link #next} has found was written, in nanoseconds since the epoch. */
    long timeNs();

    /** Returns the hops of the call that {@link #next} has found; reused, valid until the next call. */
    History history();

    /** Returns the method of the call that {@link #next} has found, and its parameters. */
    CallSchema call();

    /**
     * Returns the method of the handler for the call that {@link #next} has found, where it returns a result; empty
     * where it returns none.
     */
    Optional<Method> answered();

    /**
     * Returns what the handler has returned to the last call, and forgets it; null where its method returns nothing.
     * Methods may return results where {@link ReaderOptions#results()} says so.
     */
    Object result();

    /**
     * Returns where the call that {@link #next} has found comes from, if that is one step away: the source of the only
     * hop of its history; and for a call that has come through an order, which is a second external source, that of the
     * older hop. Empty for a call without a history, and for one with a longer history. Of calls of one hop the history
     * is not decoded.
     */
    Optional<Source> onlyOrigin();

    /**
     * Replaces the handler by another object of the same class, which gets the calls from now on.
     *
     * @throws ChannelException if it is of another class
     */
    void handler(Object other);

    /** Returns the call that {@link #next} has found as a YAML document. */
    String yaml();

    /**
     * Returns a checksum of the call that {@link #next} has found: of its method and its arguments as they are encoded,
     * and of nothing else. The same call has the same checksum in every version of Millrace.
     */
    long checksum();

    /** Returns how many calls were skipped because no interface has their method. */
    long skipped();

    /** Returns how many calls were skipped because the keys of their subjects were deleted. */
    long forgottenCalls();

    /** Moves to the first message. */
    void toStart();

    /**
     * Moves to the opening of the period in force, whose calls replace everything before it; to the first message if no
     * period was opened, or the channel is no journal.
     */
    void toPeriod();

    /** Moves after the last present message. */
    void toEnd();

    /**
     * Moves before the call at {@code index}.
     *
     * @throws ChannelException if there is no such message
     */
    void seek(long index);

    /**
     * Moves after the call at {@code index}; an index of -1 means before the first.
     *
     * @throws ChannelException if there is no message at {@code index}
     */
    void seekAfter(long index);

    /**
     * Moves before the first call that was written at a time or later, or will be. Any time is accepted. A queue is
     * read forward only: the reader skips calls that were written before.
     */
    void seekTime(Instant time);

    /**
     * Leaves the reader without an owner; the next thread that reads becomes the owner. What this thread has read
     * happens before what that thread reads.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    void handOver();

    /**
     * Ends reading. Any thread may close. Where another thread is the owner and has not ended, its next call ends the
     * reading and fails; if it waits in {@link #read} or {@link #run}, that returns {@link Waited#CLOSED}. May be
     * called again.
     */
    @Override
    void close();
}
