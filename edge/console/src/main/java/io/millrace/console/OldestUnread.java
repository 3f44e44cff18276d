package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.SeekResult;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Finds the age of the oldest message that a component has not taken. For one thread. */
final class OldestUnread implements AutoCloseable {

    private static final int MAX_RECORDS = 256;

    private final Map<String, ChannelCursor> cursors = new HashMap<>();

    /**
     * Returns when the first message after a position was written, in nanoseconds since the epoch.
     *
     * @param component the component
     * @param channel the channel
     * @param position the index of the newest message that it has taken, or {@code Index.NONE}
     * @return the time; empty where there is no such message, or it is not found among the next records
     */
    OptionalLong timeNs(String component, Channel channel, long position) {
        String key = component + "@" + channel.name();
        try {
            ChannelCursor cursor = cursors.computeIfAbsent(key, _ -> channel.cursor());
            if (position == Index.NONE || cursor.seek(position) != SeekResult.FOUND) {
                cursor.toStart();
            }
            for (int i = 0; i < MAX_RECORDS; i++) {
                Entry entry = cursor.next();
                if (entry == Entry.END) {
                    return OptionalLong.empty();
                }
                if (entry == Entry.CALL && cursor.index() > position) {
                    return OptionalLong.of(cursor.timeNs());
                }
            }
        } catch (RuntimeException | InternalError e) { // the sample of the channel tells what is wrong with it
            close(key);
            if (!(e instanceof JournalException
                    || e instanceof io.millrace.channel.ChannelException
                    || e instanceof InternalError)) {
                throw e;
            }
        }
        return OptionalLong.empty();
    }

    private void close(String key) {
        ChannelCursor cursor = cursors.remove(key);
        if (cursor != null) {
            cursor.close();
        }
    }

    @Override
    public void close() {
        cursors.values().forEach(ChannelCursor::close);
        cursors.clear();
    }
}
