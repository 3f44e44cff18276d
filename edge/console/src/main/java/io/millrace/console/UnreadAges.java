package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelException;
import io.millrace.journal.JournalException;
import io.millrace.service.OldestUnread;
import java.util.OptionalLong;

/**
 * Finds the oldest message that a component has not taken, for a page: a journal that cannot be read has none, since
 * the sample of its channel tells what is wrong. For one thread.
 */
final class UnreadAges implements AutoCloseable {

    private final OldestUnread oldest = new OldestUnread();

    /**
     * Returns when the first message after a position was written, in nanoseconds since the epoch.
     *
     * @param component the component
     * @param channel the channel
     * @param position the index of the newest message that it has taken, or {@code Index.NONE}
     * @return the time; empty where there is no such message, or it is not found among the next records
     */
    OptionalLong timeNs(String component, Channel channel, long position) {
        try {
            return oldest.timeNs(component, channel, position);
        } catch (JournalException | ChannelException | InternalError _) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        oldest.close();
    }
}
