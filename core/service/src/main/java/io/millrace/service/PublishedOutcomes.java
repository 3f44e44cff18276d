package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.SnapshotMark.Position;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalRole;
import java.util.Arrays;

/** Finds the progress of a gateway in each of its inputs by its output. Used by one thread. */
final class PublishedOutcomes {

    private final long[] published;
    private final long[] publishedAt;
    private final long[] answered;

    /**
     * Stores its results in these arrays, which have an element for each input.
     *
     * @param published the index of the newest request whose outcome, or a record instead of it, is published
     * @param publishedAt the index in the output at which a restart has to begin to find that out again
     * @param answered the index of the newest request that the gateway itself has answered
     */
    PublishedOutcomes(long[] published, long[] publishedAt, long[] answered) {
        this.published = published;
        this.publishedAt = publishedAt;
        this.answered = answered;
    }

    /** Returns whether other machines hold all outcomes, where they are asked to: a gateway may forget what it has. */
    static boolean areHeldElsewhere(Channel output) {
        Journal journal = output.journal().orElseThrow();
        long last = journal.lastIndex();
        return journal.role() == JournalRole.ORDINARY
                || last == Index.NONE
                || journal.mark().covers(last);
    }

    /** Searches the output from its end, up to the first mark that says where an input begins. */
    void find(Channel output, InputReaders inputs, ServiceStart start) {
        Arrays.fill(published, Index.NONE);
        Arrays.fill(publishedAt, Index.NONE);
        Arrays.fill(answered, Index.NONE);
        boolean[] settled = new boolean[published.length];
        int missing = settled.length;
        try (ChannelCursor cursor = output.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            Entry entry = cursor.next();
            while (missing > 0 && entry != Entry.END) {
                if (entry == Entry.CALL && cursor.history().size() > 0) {
                    int newest = cursor.history().size() - 1;
                    int input = inputs.indexOf(cursor.history().source(newest));
                    boolean isAnswer = !RecordWriter.isRecord(cursor.schema());
                    if (!start.isBegun(input)) {
                        published[input] = cursor.history().index(newest);
                        publishedAt[input] = cursor.index();
                        start.begun(input);
                    }
                    if (!settled[input] && isAnswer) {
                        answered[input] = cursor.history().index(newest);
                        publishedAt[input] = cursor.index();
                        settled[input] = true;
                        missing--;
                    }
                } else if (entry == Entry.SNAPSHOT && cursor.mark().edge() == Edge.START) {
                    start.follow(cursor.mark()); // an input that it names has no answer before it
                    for (Position position : cursor.mark().positions()) {
                        int input = inputs.indexOf(position.source());
                        missing -= settled[input] ? 0 : 1;
                        settled[input] = true;
                    }
                }
                entry = cursor.next();
            }
        }
    }

    /** Checks that no outcome is lost: requests that were answered must not be repeated. */
    void refuseToRepeat(String service, Channel output, InputReaders inputs, ServiceStart start, RestartHolds holds) {
        long removed = output.journal().orElseThrow().messagesBefore(Index.NONE);
        for (int input = 0; input < published.length; input++) {
            long answeredUpTo = start.isBegun(input) ? Index.NONE : holds.heldAt(input);
            Channel channel = inputs.channel(input);
            if (answeredUpTo != Index.NONE) {
                throw new ServiceException("outcomes of answered requests are missing in the output; restore the output"
                        + ", or delete the position of the gateway in its input to repeat every request that"
                        + " is kept service=" + service + " output=" + output.name() + " input="
                        + channel.name() + " answeredUpTo=" + Index.toText(answeredUpTo));
            }
            boolean hasRequests = channel.journal().orElseThrow().lastIndex() != Index.NONE;
            if (removed > 0 && !start.isBegun(input) && holds.isKnown(input) && hasRequests) {
                throw new ServiceException("a gateway continues after the newest outcome of each input, but retention"
                        + " has removed the first outcomes, perhaps the newest one of this input service=" + service
                        + " output=" + output.name() + " removed=" + removed + " input=" + channel.name());
            }
        }
    }
}
