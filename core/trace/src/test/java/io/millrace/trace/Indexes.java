package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Direction;
import java.util.ArrayList;
import java.util.List;

/** The indexes of messages. */
final class Indexes {

    private Indexes() {}

    /** Returns the indexes of all calls of a channel. */
    static List<Long> of(Channel channel) {
        List<Long> indexes = new ArrayList<>();
        try (ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    indexes.add(cursor.index());
                }
            }
        }
        return indexes;
    }

    /** Returns the index of the last call of a channel that has one; records of other kinds may follow it. */
    static long last(Channel channel) {
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            while (cursor.next() != Entry.CALL) {
                // records of consumed inputs
            }
            return cursor.index();
        }
    }
}
