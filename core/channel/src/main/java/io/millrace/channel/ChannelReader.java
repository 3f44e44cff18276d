package io.millrace.channel;

import io.millrace.concurrent.IdleStrategy;
import io.millrace.wire.CallSchema;
import java.time.Duration;
import java.time.Instant;

/**
 * Reads the calls of a channel and makes them on a handler, for one thread at a time. {@link #run} is all that most
 * users need; {@link #read} waits for one call, and {@link #poll} never waits. A service works in two steps:
 * {@link #next} finds a call and tells where it stands, {@link #dispatch} makes it.
 *
 * <p>The first thread that reads by it, or moves it, owns it until it calls {@link #handOver()} or ends; another thread
 * is refused with a {@link WrongThreadException}. {@link io.millrace.journal.TailerOptions#ownerCheck()} turns this
 * off. Any thread may call {@link #close()}.
 *
 * <p>The opening of a period stands for all calls before it. A reader that has read any of those passes over it; one
 * that starts there is given its calls, once all of them are there.
 */
public interface ChannelReader extends AutoCloseable {

    /** Finds the next call and makes it on the handler; at most one. */
    Poll poll();

    /**
     * Makes the next call on the handler, and waits for it where there is none yet, without a limit of time. The wait
     * ends when another thread closes this reader or its channel, when the thread is interrupted, or when the channel
     * has ended. An exception of the handler is passed on; the call counts as made.
     *
     * @param idle how to wait
     */
    Waited read(IdleStrategy idle);

    /**
     * Makes the next call on the handler as {@link #read(IdleStrategy)} does, and waits for it no longer than a time.
     *
     * @param timeout how long to wait at most; zero or less does not wait
     * @param idle how to wait; the wait may last longer than the timeout by what it idles at a time
     */
    Waited read(Duration timeout, IdleStrategy idle);

    /**
     * Makes one call after another on the handler, and waits where there is none, until there is a reason to end. An
     * exception of the handler is passed on; the call counts as made, and this may be called again.
     *
     * @param idle how to wait
     * @return why it ended; never {@link Waited#MESSAGE} or {@link Waited#TIMED_OUT}
     */
    Waited run(IdleStrategy idle);

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

    /**
     * Makes the first call the next that was written at a time or later; where there is none yet, one that is to come.
     * Any time will do. A queue is read forward only: the reader passes over calls that were written before.
     */
    void seekTime(Instant time);

    /**
     * Leaves the reader without an owner; the next thread that reads becomes that. What this thread has read happens
     * before what that one reads.
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
