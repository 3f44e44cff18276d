package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import java.util.HashMap;
import java.util.Map;

/** How many calls of each method a channel holds. */
final class CallCounts {
    private CallCounts() {}

    /** Reads the whole channel once. */
    static Map<String, Long> of(Channel channel) {
        Map<String, Long> counts = new HashMap<>();
        try (ChannelCursor cursor = channel.cursor()) {
            ChannelCursor.Entry entry = cursor.next();
            while (entry != ChannelCursor.Entry.END) {
                if (entry == ChannelCursor.Entry.CALL) {
                    counts.merge(cursor.schema().methodName(), 1L, Long::sum);
                }
                entry = cursor.next();
            }
        }
        return counts;
    }
}
