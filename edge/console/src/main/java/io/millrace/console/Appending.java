package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.journal.Durability;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.util.Optional;

/** Appends one call to an open channel, as one of its writers. */
final class Appending {

    private Appending() {}

    /** Returns the index of the call, which has the durability of the channel then. */
    static long append(Channel channel, CallSchema schema, BinaryOutput arguments) {
        try (ChannelWriter writer = channel.writer()) {
            writer.call(schema, arguments.segment(), arguments.start(), arguments.length());
            if (channel.durability().equals(Optional.of(Durability.SYNCED))) {
                writer.journalWriter().ifPresent(JournalChannelWriter::sync);
            }
            return writer.lastIndex();
        }
    }
}
