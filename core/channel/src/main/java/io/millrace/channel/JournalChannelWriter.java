package io.millrace.channel;

import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.util.function.LongPredicate;

/**
 * Writes calls to a channel that is a journal. {@link JournalChannel#writer()} returns it, and {@link
 * ChannelWriter#journalWriter()} where the kind of channel is chosen elsewhere.
 *
 * <p>In front of the calls of a group stands a record of the inputs that were taken since the last group and had no
 * output. Any thread may wait by {@link #sync} and {@link #awaitPeriods}.
 */
public interface JournalChannelWriter extends ChannelWriter {

    /** {@code commitAfter} of a group of which nothing has been published. */
    int NONE_WRITTEN = 0;

    /**
     * Publishes the staged calls and ends the group. An input without calls is noted as consumed; the note is published
     * with the next group, or by {@link #checkpoint}.
     *
     * @return the index of the first call, {@code Index.NONE} where there was none
     */
    @Override
    long commit();

    /**
     * Ends the group like {@link #commit}, where the first {@code written} of its calls are in the channel already.
     *
     * @param written how many, at most {@link #staged}
     * @return the index of the first call published now, {@code Index.NONE} where there was none
     */
    long commitAfter(int written);

    /**
     * Publishes a call outside a group if a condition holds where it would be. Among several writers nothing comes
     * between what the condition reads before this index and the call; the calls before it may still be claimed by
     * other writers, and the condition may wait until they are published or fenced. It may be asked several times.
     *
     * @param condition is given the index of the call, or of a record before it; must not use this writer
     * @return the index of the call; {@code Index.NONE} where the condition does not hold and nothing was written
     */
    long callIf(CallSchema schema, MemorySegment arguments, long offset, int length, LongPredicate condition);

    /**
     * Ends the group as {@link #commit} does, with its calls in one piece, if a condition holds as for {@link #callIf}.
     * Where it does not hold, the calls are forgotten.
     *
     * @return the index of the last call; {@code Index.NONE} where the condition does not hold
     * @throws io.millrace.journal.JournalException if the calls do not fit into a segment together
     */
    long commitIf(LongPredicate condition);

    /** Returns how many runs of consumed inputs wait to be published. */
    int pendingRuns();

    /** Publishes the runs of consumed inputs that wait, if any, in a record of their own. */
    void checkpoint();

    /** Publishes a mark of a snapshot, and returns its index. */
    long mark(SnapshotMark mark);

    /** Publishes the mark from which another version of the component decides, and returns its index. */
    long mark(UpgradeMark mark);

    /**
     * Begins the opening of a period: ends the segment, and publishes the begin mark first in the next segment. The
     * calls made until its end {@link #mark}, outside groups, are the opening, which replaces everything before it:
     * readers that have read everything before it skip it.
     *
     * @return the index of the mark
     * @throws io.millrace.journal.JournalException where the journal has no single owner
     */
    long beginPeriod(SnapshotMark begin);

    /**
     * Puts a period in force, so that retention may remove what is before it, as soon as its opening is synced,
     * whatever the durability of the channel. A background thread does this, and reports failures to the error handler.
     * Periods are put in force in the order of these calls.
     *
     * @param begin index of the begin mark of its opening
     * @param end index of the end mark
     */
    void openPeriod(long begin, long end);

    /**
     * Waits until everything written so far is synced, and the periods that were opened are in force.
     *
     * @throws io.millrace.journal.JournalException if a period cannot be put in force
     */
    void awaitPeriods();

    /** Waits until everything written so far, also by earlier runs, survives a loss of power. */
    void sync();
}
