package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the last messages of a channel, and new ones. */
@Command(
        name = "tail",
        description = {
            "Show the last messages of a channel, each with its index and the time at which it was written.",
            "The classes of the messages are not needed, and the channel may be in use."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace tail -n 3 data/bars",
            "  millrace tail -f data/orders",
            "  millrace tail -f -n 0 --grep 'side: BUY' --format json data/orders"
        })
final class TailCommand implements Callable<Integer> {
    private static final int DEFAULT_COUNT = 10;
    private static final long LOOK_EVERY_MS = 20;

    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the channel.")
    private Path path;

    @Option(
            names = {"-f", "--follow"},
            description = "Continue with new messages as they arrive, until stopped.")
    private boolean follow;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            description = "Show the last N messages (default: " + DEFAULT_COUNT + "); not together with --from.")
    private Integer count;

    @Mixin
    private RecordOptions options;

    @Mixin
    private KeyOptions keys;

    @Spec
    private CommandSpec spec;

    TailCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = spec.commandLine();
        if (count != null && count < 0) {
            throw new ParameterException(command, "-n must be at least 0 n=" + count);
        }
        if (count != null && options.hasFrom()) {
            throw new ParameterException(command, "-n and --from cannot be used together");
        }
        RecordText text = options.text(console);
        try (Channel channel = Channels.readOnly(path, keys)) {
            long shown = Index.NONE;
            if (!options.hasFrom()) {
                shown = last(channel, text, count == null ? DEFAULT_COUNT : count);
            }
            if (follow || options.hasFrom()) {
                forward(channel, text, shown);
            }
        }
        return ExitCode.OK;
    }

    /** Shows the requested last messages, and returns the index of the last record. */
    private long last(Channel channel, RecordText text, int wanted) {
        Deque<String> found = new ArrayDeque<>();
        long newest;
        try (ChannelCursor cursor = channel.cursor()) {
            newest = cursor.lastIndex();
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            ChannelCursor.Entry entry = wanted == 0 ? ChannelCursor.Entry.END : cursor.next();
            while (entry != ChannelCursor.Entry.END && found.size() < wanted) {
                // Messages written since then belong to those that follow.
                if (entry == ChannelCursor.Entry.CALL && cursor.index() <= newest) {
                    text.of(cursor).ifPresent(found::addFirst);
                }
                if (found.size() < wanted) {
                    entry = cursor.next();
                }
            }
        }
        found.forEach(console.out()::print);
        return newest;
    }

    private void forward(Channel channel, RecordText text, long shown) throws InterruptedException {
        try (ChannelCursor cursor = channel.cursor()) {
            if (options.hasFrom()) {
                options.seek(cursor);
            } else if (shown != Index.NONE) {
                cursor.seek(shown);
            }
            while (true) {
                ChannelCursor.Entry entry = cursor.next();
                if (entry == ChannelCursor.Entry.CALL && cursor.index() > shown && options.reached(cursor)) {
                    text.of(cursor).ifPresent(console.out()::print);
                } else if (entry == ChannelCursor.Entry.END) {
                    if (!follow) {
                        return;
                    }
                    console.out().flush();
                    Thread.sleep(LOOK_EVERY_MS);
                }
            }
        }
    }
}
