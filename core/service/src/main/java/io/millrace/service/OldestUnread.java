package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Finds when the oldest message that a reader has not taken was written. For one thread. */
public final class OldestUnread implements AutoCloseable {

    private static final int MAX_RECORDS = 256;

    private final Map<String, ChannelCursor> cursors = new HashMap<>();

    /** Creates a finder that has nothing open. */
    public OldestUnread() {}

    /**
     * Returns when the first message after a position was written, in nanoseconds since the epoch.
     *
     * @param reader the name of the reader
     * @param channel a channel that is a journal
     * @param position the index of the newest message that it has taken, or {@code Index.NONE}
     * @return the time; empty where there is no such message, or it is not found among the next 256 records
     * @throws RuntimeException where the journal cannot be read, as its cursor throws it
     */
    public OptionalLong timeNs(String reader, Channel channel, long position) {
        String key = reader + "@" + channel.name();
        try {
            return find(cursors.computeIfAbsent(key, _ -> channel.cursor()), position);
        } catch (RuntimeException | Error e) {
            ChannelCursor cursor = cursors.remove(key);
            if (cursor != null) {
                cursor.close();
            }
            throw e;
        }
    }

    private static OptionalLong find(ChannelCursor cursor, long position) {
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
        return OptionalLong.empty();
    }

    /** Closes what it has opened. */
    @Override
    public void close() {
        cursors.values().forEach(ChannelCursor::close);
        cursors.clear();
    }
}
