package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows all messages of a channel. */
@Command(
        name = "dump",
        description = {
            "Show the messages of a channel, each with its index and the time at which it was written.",
            "The classes of the messages are not needed, and the channel may be in use."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace dump data/bars | head -20",
            "  millrace dump data/trades --from 2013-11-25T12:00:00 --grep 'price: 8[0-9]{2}'",
            "  millrace dump data/orders --format json | jq .arguments"
        })
final class DumpCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the channel.")
    private Path path;

    @Mixin
    private RecordOptions options;

    @Mixin
    private KeyOptions keys;

    DumpCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        RecordText text = options.text(console);
        try (Channel channel = Channels.readOnly(path, keys);
                ChannelCursor cursor = channel.cursor()) {
            options.seek(cursor);
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL && options.reached(cursor)) {
                    text.of(cursor).ifPresent(console.out()::print);
                }
            }
        }
    }
}
