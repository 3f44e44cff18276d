package io.millrace.channel;

import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;

/**
 * Writes calls to a channel, for one thread at a time. The first thread that writes by it, or by an object from {@link
 * #as}, owns it until it calls {@link #handOver()} or ends; another thread is refused with a {@link
 * WrongThreadException} before anything is changed. Several threads have a writer each, of a journal whose ownership is
 * {@link io.millrace.journal.Ownership#SHARED}, or a queue in front of one thread that writes. {@link
 * io.millrace.journal.JournalOptions#ownerCheck()} turns this off. Any thread may ask for counts, wait by {@link #sync}
 * and {@link #awaitPeriods}, and call {@link #close()}.
 *
 * <p>Outside a group, each call is published before it returns. A service works in groups: {@link #begin} names the
 * input, the calls made then are staged, and {@link #commit} publishes all of them as one batch that readers see
 * whole or not at all, in front of them a record of the inputs that were taken since the last batch and had no
 * output. Arguments are encoded once, into the batch; one copy more publishes them.
 */
public interface ChannelWriter extends AutoCloseable {

    /** {@code commitAfter} of a group of which nothing has been published. */
    int NONE_WRITTEN = 0;

    /** Returns the channel that stores what is written; another one than this writer's own where that one is direct. */
    Channel target();

    /** Returns the writer to {@link #target}; this one, unless its channel is direct. */
    ChannelWriter targetWriter();

    /**
     * Returns an object that writes each call made on it.
     *
     * @param type an interface whose abstract methods return nothing
     */
    <T> T as(Class<T> type);

    /** Begins a group: the calls that follow come from {@code input}, which must not change until the group ends. */
    void begin(Input input);

    /** Returns how many calls are staged since {@link #begin}. */
    int staged();

    /** Returns a view of the staged call {@code number}, 0 being the first; it is valid until the next change. */
    StagedCall staged(int number);

    /** Stages, or outside a group publishes, a call whose arguments were encoded under {@code schema}. */
    void call(CallSchema schema, MemorySegment arguments, long offset, int length);

    /**
     * Publishes the staged calls and ends the group. An input without calls is noted as consumed; the note is published
     * with the next group, or by {@link #checkpoint}.
     *
     * @return the index of the first call, {@code Index.NONE} where there was none
     */
    long commit();

    /**
     * Ends the group like {@link #commit}, where the first {@code written} of its calls stand in the channel already.
     *
     * @param written how many, at most {@link #staged}
     * @return the index of the first call published now, {@code Index.NONE} where there was none
     */
    long commitAfter(int written);

    /** Ends the group and forgets its calls, as if its input had not been taken. */
    void rollback();

    /** Returns how many calls this writer has published. */
    long written();

    /** Returns how many runs of consumed inputs wait to be published. */
    int pendingRuns();

    /** Publishes the runs of consumed inputs that wait, if any, in a record of their own. */
    void checkpoint();

    /** Publishes a mark of a snapshot. */
    long mark(SnapshotMark mark);

    /**
     * Begins the opening of a period: ends the segment, and publishes the begin mark first in the next one. The calls
     * made until its end {@link #mark}, outside groups, are the opening, which stands for all that is before it:
     * readers that have read that pass over it.
     *
     * @return the index of the mark
     * @throws ChannelException where the channel is no journal
     * @throws io.millrace.journal.JournalException where the journal has no single owner
     */
    long beginPeriod(SnapshotMark begin);

    /**
     * Puts a period in force, so that what is before it may go, as soon as its opening is synced, whatever the
     * durability of the channel; a background thread sees to that, and to the error handler if it fails. Periods come
     * in force in the order of these calls.
     *
     * @param begin index of the begin mark of its opening
     * @param end index of the end mark
     * @throws ChannelException where the channel is no journal
     */
    void openPeriod(long begin, long end);

    /**
     * Waits until everything written so far is synced, and the periods that were opened are in force.
     *
     * @throws ChannelException where the channel is no journal
     * @throws io.millrace.journal.JournalException if one cannot be
     */
    void awaitPeriods();

    /** Returns the index of the newest record, of any kind; {@code Index.NONE} where there is none. */
    long lastIndex();

    /** Waits until everything written so far, also by earlier runs, survives a loss of power. */
    void sync();

    /**
     * Returns whether a further group may be begun, or a further call made outside one. A journal always has room. A
     * queue has not while what was committed waits for its readers; asking passes on what waits.
     */
    boolean hasRoom();

    /**
     * Leaves the writer without an owner; the next thread that writes becomes that. What this thread has written
     * happens before what that one writes.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    void handOver();

    /**
     * Ends writing; calls that are staged, or wait for room, are forgotten. Any thread may close. Where another thread
     * is the owner and has not ended, its next call ends the writing and fails, since it may be in the middle of one
     * now; closing the channel waits for nobody. May be called again.
     */
    @Override
    void close();
}
