package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelExport;
import io.millrace.channel.ExportReport;
import io.millrace.text.VisibleText;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a channel as text that import reads. */
@Command(
        name = "export",
        description = {
            "Write the messages of a channel to standard output, as text from which import creates a channel again.",
            "Each has its index and time, and before them stand their schemas; the classes of the messages are not "
                    + "needed. Histories, and what services have noted about their inputs, are left out. CSV is for "
                    + "messages that are flat: every field is a single value."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace export data/orders > orders.yaml",
            "  millrace export --format csv data/orders > orders.csv",
            "  millrace export data/orders | ssh there millrace import data/orders"
        })
final class ExportCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the channel.")
    private Path path;

    @Option(
            names = "--format",
            paramLabel = "yaml|json|csv",
            defaultValue = "yaml",
            description = "The format (default: ${DEFAULT-VALUE}).")
    private ExportFormat format;

    @Mixin
    private KeyOptions keys;

    ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        try (Channel channel = Channels.readOnly(path, keys)) {
            ExportReport report = format == ExportFormat.YAML
                    ? ChannelExport.write(channel, console.out()::print)
                    : CallExport.write(channel, format, this::print);
            if (report.unreadable() > 0) {
                console.err()
                        .println("Left out " + report.unreadable() + " of " + (report.calls() + report.unreadable())
                                + " messages: the keys of their subjects were deleted: keys=" + keys.directory());
            }
        }
    }

    /** Prints with escapes at a terminal alone: CSV has none, and a file must be read back to the same calls. */
    private void print(String text) {
        console.out().print(console.terminal().output() ? VisibleText.of(text) : text);
    }
}
