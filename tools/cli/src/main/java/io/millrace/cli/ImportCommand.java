package io.millrace.cli;

import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelImport;
import io.millrace.channel.ChannelOptions;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.wire.Utf8Reader;
import io.millrace.wire.WireException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a channel of what export wrote. */
@Command(
        name = "import",
        description = {
            "Make a channel of what export wrote, in whatever form, from standard input.",
            "It is a new journal with an identity of its own; the messages keep their times."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace import data/copy < orders.yaml"})
final class ImportCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the new channel.")
    private Path path;

    @Option(
            names = "--durability",
            paramLabel = "MAPPED|SYNCED",
            defaultValue = "SYNCED",
            description = "What the messages survive when the command has ended (default: ${DEFAULT-VALUE}).")
    private Durability durability;

    @Mixin
    private KeyOptions keys;

    @Option(
            names = "--subject",
            paramLabel = "FIELD",
            description = "The field whose value is the subject of a message, whose key encrypts it; with --keys.")
    private String subject;

    ImportCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        ChannelOptions options = keys.encrypt(
                ChannelOptions.defaults().withJournal(JournalOptions.defaults().withDurability(durability)),
                Optional.ofNullable(subject));
        BufferedReader text = new BufferedReader(new Utf8Reader(console.in()));
        try {
            ExportFormat format = format(text);
            long imported = format == ExportFormat.YAML
                    ? ChannelImport.read(path, text, options)
                    : CallImport.read(path, format, text, options);
            console.err().println("Imported " + imported + (imported == 1 ? " message." : " messages."));
        } catch (ChannelException | WireException e) {
            throw new InputException(e.getMessage(), e);
        }
    }

    /** Tells the form by how the text begins. */
    static ExportFormat format(BufferedReader text) {
        int chars = CallExport.CSV_HEADER.length();
        char[] first = new char[chars];
        int length = 0;
        try {
            text.mark(chars);
            for (int read = 0; read >= 0 && length < chars; length += Math.max(0, read)) {
                read = text.read(first, length, chars - length);
            }
            text.reset();
        } catch (IOException e) {
            throw new UncheckedIOException("the export cannot be read: " + e, e);
        }
        String start = new String(first, 0, length);
        return start.startsWith("{")
                ? ExportFormat.JSON
                : start.equals(CallExport.CSV_HEADER) ? ExportFormat.CSV : ExportFormat.YAML;
    }
}
