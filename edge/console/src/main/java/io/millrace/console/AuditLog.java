package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Appends to the journal of what administrators have done; each record survives a loss of power when it returns. */
final class AuditLog {

    /** The name of the journal in the data directory. */
    static final String NAME = "console-audit";

    private final Path directory;

    AuditLog(Path data) {
        this.directory = data.resolve(NAME);
    }

    synchronized void write(Consumer<AuditRecords> call) {
        ChannelOptions options = ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults()
                        .withOwnership(Ownership.SHARED)
                        .withDurability(Durability.SYNCED)
                        .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES));
        try (JournalChannel channel = Channel.journal(NAME, directory, options);
                JournalChannelWriter writer = channel.writer()) {
            call.accept(writer.as(AuditRecords.class));
            writer.sync();
        }
    }
}
