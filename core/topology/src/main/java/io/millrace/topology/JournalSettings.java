package io.millrace.topology;

import io.millrace.journal.JournalOptions;
import java.util.function.Consumer;

/** The options of the journal of a channel. */
final class JournalSettings {

    private JournalSettings() {}

    static JournalOptions of(ChannelSpec channel, Consumer<Throwable> errors) {
        JournalOptions journal =
                JournalOptions.defaults().withDurability(channel.durability()).withOwnership(channel.ownership());
        if (channel.segmentSizeBytes().isPresent()) {
            journal = journal.withSegmentSizeBytes(channel.segmentSizeBytes().getAsLong());
        }
        return journal.withRollEvery(channel.rollEvery())
                .withRetention(channel.retention())
                .withErrorHandler(errors);
    }
}
