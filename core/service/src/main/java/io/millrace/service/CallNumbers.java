package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;

/**
 * The two ways in which outputs name the calls of a channel, one beside the other: by the index in its journal, and by
 * the number that a queue gives, from 0 on. The writer makes the same calls whatever the kind of the channel is, so the
 * call with a number in the queue is the one that has as many calls before it in the journal.
 *
 * <p>A walk over the journal that goes forward; for one thread.
 */
final class CallNumbers implements AutoCloseable {

    private final ChannelCursor cursor;

    /** The number of the call at the cursor, or of the one before the first that is kept. */
    private long number;

    private long index = Index.NONE;

    private CallNumbers(ChannelCursor cursor, long removed) {
        this.cursor = cursor;
        this.number = removed - 1;
    }

    /** Begins a walk over a channel that is a journal. */
    static CallNumbers of(Channel channel) {
        Journal journal = channel.journal().orElseThrow();
        return new CallNumbers(channel.cursor(), journal.messagesBefore(Index.NONE));
    }

    /** Returns the number of the call at an index, which is not less than that of an earlier question. */
    long number(long ofIndex) {
        while (index < ofIndex && advance()) {
            // the next call
        }
        return number;
    }

    /**
     * Returns the index of the call with a number, which is not less than that of an earlier question; {@code
     * Long.MAX_VALUE} where the journal does not have it.
     */
    long index(long ofNumber) {
        while (number < ofNumber && advance()) {
            // the next call
        }
        return number == ofNumber ? index : Long.MAX_VALUE;
    }

    private boolean advance() {
        Entry entry = cursor.next();
        while (entry != Entry.CALL && entry != Entry.END) {
            entry = cursor.next();
        }
        if (entry == Entry.END) {
            return false;
        }
        number++;
        index = cursor.index();
        return true;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
