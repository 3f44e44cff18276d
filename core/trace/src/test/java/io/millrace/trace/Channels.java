package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.journal.Epoch;
import io.millrace.journal.JournalOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The channels of one test, in a data directory, with one clock. */
final class Channels implements AutoCloseable {

    final ManualClock clock = new ManualClock();
    final Path data;
    private final Map<String, Channel> open = new LinkedHashMap<>();

    Channels(Path data) {
        this.data = data;
    }

    JournalChannel journal(String name) {
        return journal(name, options -> options);
    }

    JournalChannel journal(String name, UnaryOperator<ChannelOptions> change) {
        ChannelOptions options = ChannelOptions.defaults()
                .withClock(clock)
                .withJournal(JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES));
        JournalChannel channel = Channel.journal(name, data.resolve(name), change.apply(options));
        open.put(name, channel);
        return channel;
    }

    Channel queue(String name) {
        Channel channel = Channel.queue(name, 1 << 16, ChannelOptions.defaults().withClock(clock));
        open.put(name, channel);
        return channel;
    }

    /** Follows a message in the directory as another process would, with the graph inferred. */
    MessageTrace trace(String channel, long index) {
        return trace(channel, index, TraceOptions.defaults());
    }

    MessageTrace trace(String channel, long index, TraceOptions options) {
        try (ChannelSet set = ChannelSet.open(data)) {
            return MessageTrace.follow(set, ChannelGraph.infer(set), channel, index, options);
        }
    }

    /** Closes a channel, and opens it again in an epoch of its journal. */
    JournalChannel inEpoch(String name, Epoch epoch) {
        close(name);
        EpochStarter.start(data.resolve(name), epoch);
        return journal(name);
    }

    void close(String name) {
        open.remove(name).close();
    }

    @Override
    public void close() {
        open.values().forEach(Channel::close);
    }
}
