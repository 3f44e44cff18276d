package io.millrace.cli;

import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelImport;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ImportReport;
import io.millrace.channel.ImportTarget.Incomplete;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.text.Utf8Reader;
import io.millrace.wire.WireException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a channel from an export. */
@Command(
        name = "import",
        description = {
            "Create a channel from an export of any format, from a file or standard input.",
            "It is a new journal with an identity of its own; the messages keep their times. An export that was cut "
                    + "off is an error. The channel is there when it is whole: until then it is PATH.importing."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace import data/copy < orders.yaml"})
final class ImportCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the new channel.")
    private Path path;

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "The export (default: standard input).")
    private Path file;

    @Option(
            names = "--partial",
            description = "Accept an export that is cut off, or whose number of messages differs from its end.")
    private boolean partial;

    @Option(
            names = "--durability",
            paramLabel = "MAPPED|SYNCED",
            defaultValue = "SYNCED",
            description = "The durability of the messages when the command has ended (default: ${DEFAULT-VALUE}).")
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
        try (InputStream in = file == null ? console.in() : Files.newInputStream(file)) {
            ImportReport report = read(new BufferedReader(new Utf8Reader(in)), options);
            String count = report.calls() + (report.calls() == 1 ? " message" : " messages");
            if (report.missing().isEmpty()) {
                console.err().println("Imported " + count + ".");
                return;
            }
            String missing = report.missing().getFirst();
            console.err().println("Imported " + count + " of a part: " + missing + " file=" + name());
        } catch (ChannelException | WireException | InputException e) {
            throw new InputException(e.getMessage() + " file=" + name(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read export file=" + name() + " reason=" + e, e);
        }
    }

    private String name() {
        return file == null ? "(standard input)" : file.toString();
    }

    private ImportReport read(BufferedReader text, ChannelOptions options) {
        ExportFormat format = format(text);
        Incomplete incomplete = partial ? Incomplete.TAKEN : Incomplete.REFUSED;
        return format == ExportFormat.YAML
                ? ChannelImport.read(path, text, options, incomplete)
                : CallImport.read(path, format, text, options, incomplete);
    }

    /** Detects the format from the beginning of the text. */
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
            throw new UncheckedIOException("cannot read export reason=" + e, e);
        }
        String start = new String(first, 0, length);
        return start.startsWith("{")
                ? ExportFormat.JSON
                : start.endsWith(" csv") ? ExportFormat.CSV : ExportFormat.YAML;
    }
}
