package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalRole;
import io.millrace.journal.SeekResult;

/**
 * The positions of a channel, from which followers continue. For clients they are opaque texts; here the id of the
 * journal, a slash, and the index of the message after which a follower continues, or {@code START} before the first
 * one.
 */
final class Positions {

    private static final String START = "START";

    private final Journal journal;
    private final String prefix;

    /** Where a follower begins. */
    enum Begun {
        /** Where it has asked for. */
        THERE,
        /** At the first message that is there, since retention has removed the next ones. */
        LATER
    }

    Positions(Journal journal) {
        this.journal = journal;
        this.prefix = journal.id().toString() + '/';
    }

    /** Returns what each position begins with. */
    String prefix() {
        return prefix;
    }

    /** Returns the position after the message of an index; that before the first one for {@link Index#NONE}. */
    String text(long index) {
        return prefix + (index == Index.NONE ? START : Index.toText(index));
    }

    /**
     * Returns the index of the newest record that followers may get; {@link Index#NONE} where there is none. Where
     * copies hold the journal, it is acknowledged, so that no promotion removes it.
     */
    long newest() {
        return journal.role() == JournalRole.ORDINARY ? journal.lastIndex() : journal.acknowledgedIndex();
    }

    /**
     * Returns the index after which a follower continues.
     *
     * @throws RequestException where the text is no position of this journal
     */
    long index(String position) {
        if (!position.startsWith(prefix)) {
            throw new RequestException(
                    "after is no position of this channel after=" + ClientRequest.shortened(position));
        }
        String index = position.substring(prefix.length());
        if (index.equals(START)) {
            return Index.NONE;
        }
        try {
            return Index.parse(index);
        } catch (RuntimeException e) {
            throw new RequestException("after is no position after=" + ClientRequest.shortened(position));
        }
    }

    /** Returns whether a text is a position of this journal. */
    boolean isOf(String position) {
        return position.startsWith(prefix);
    }

    /**
     * Returns the index of the record that a position names, which is there; {@link Index#NONE} before the first one.
     *
     * @throws RequestException where the text is no position of this journal, or of a record that was not written
     */
    long written(String position) {
        long index = index(position);
        if (index != Index.NONE && index > journal.lastIndex()) {
            throw new RequestException("no message is at this position after=" + ClientRequest.shortened(position));
        }
        return index;
    }

    /**
     * Moves a cursor to the record of an index, which the follower has and passes over, or to the first one that is
     * there.
     *
     * @throws RequestException where no record begins at the index
     */
    Begun seek(ChannelCursor cursor, long index) {
        if (index == Index.NONE) {
            cursor.toStart();
            return Begun.THERE;
        }
        SeekResult result = cursor.seek(index);
        if (result == SeekResult.FOUND) {
            return Begun.THERE;
        }
        if (result == SeekResult.BEFORE_START) {
            cursor.toStart();
            return Begun.LATER;
        }
        throw new RequestException("no message is at this position after=" + text(index));
    }
}
