package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A journal of an operator's orders in a data directory: of shared ownership, since the topology may run meanwhile, and
 * synced. It is open only while it is read or written.
 *
 * @param <C> the interface of its calls
 */
final class OrderJournal<C> {

    private final String name;
    private final Path directory;
    private final Class<C> type;

    /** Takes the data directory, and the name of the journal in it, with a dot, which the name of a channel has not. */
    OrderJournal(Path data, String name, Class<C> type) {
        this.name = name;
        this.directory = data.resolve(name);
        this.type = type;
    }

    /** Makes all calls on a handler, the oldest first; none where there is no journal. */
    void read(C handler) {
        if (!Files.exists(directory.resolve("journal.table"))) {
            return;
        }
        try (Channel channel = Channel.readOnly(directory);
                ChannelReader reader = channel.reader(handler, ReaderOptions.defaults(), type)) {
            while (reader.poll() == Poll.MESSAGE) {
                // the handler keeps it
            }
        }
    }

    /** Writes a call, and returns once it survives a loss of power. */
    void write(Consumer<C> call) {
        ChannelOptions options = ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults()
                        .withOwnership(Ownership.SHARED)
                        .withDurability(Durability.SYNCED)
                        .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES));
        try (JournalChannel channel = Channel.journal(name, directory, options);
                JournalChannelWriter writer = channel.writer()) {
            call.accept(writer.as(type));
            writer.sync();
        }
    }
}
