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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The orders of one kind that an operator has given, with what has become of them. They are in a journal in the data
 * directory, of shared ownership, since the topology may run meanwhile, and synced. It is open only while it is read or
 * written. Any thread.
 *
 * @param <C> the interface of the calls of the journal
 * @param <O> an order
 * @param <R> an order with its end
 */
abstract sealed class Orders<C, O, R> permits Allowances, Skips, Upgrades {

    private final String name;
    private final Path data;
    private final Path directory;
    private final Class<C> type;

    /** Takes the data directory, and the name of the journal in it, with a dot, which the name of a channel has not. */
    Orders(Path data, String name, Class<C> type) {
        this.name = name;
        this.data = Objects.requireNonNull(data, "dataDirectory");
        this.directory = data.resolve(name);
        this.type = type;
    }

    final Path data() {
        return data;
    }

    /** Returns what adds orders to a list, and replaces those that have ended. */
    abstract C keeping(List<R> orders);

    /** Returns an order that has not ended; empty where it has. */
    abstract Optional<O> unended(R order);

    /**
     * Returns all orders with what has become of them, the oldest first; none where there is no journal. Of an input
     * that was ordered again the newest.
     */
    public final synchronized List<R> list() {
        List<R> orders = new ArrayList<>();
        if (Files.exists(directory.resolve("journal.table"))) {
            try (Channel channel = Channel.readOnly(directory);
                    ChannelReader reader = channel.reader(keeping(orders), ReaderOptions.defaults(), type)) {
                while (reader.poll() == Poll.MESSAGE) {
                    // it is kept in the list
                }
            }
        }
        return List.copyOf(orders);
    }

    /** Returns the orders that are to be carried out, of those that are wanted. */
    final List<O> pending(Predicate<O> wanted) {
        return list().stream()
                .flatMap(order -> unended(order).stream())
                .filter(wanted)
                .toList();
    }

    /** Writes a call, and returns once it survives a loss of power. */
    final synchronized void write(Consumer<C> call) {
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
