package io.millrace.cli;

import io.millrace.journal.Index;
import io.millrace.journal.KeyProvider;
import io.millrace.trace.ChannelGraph;
import io.millrace.trace.ChannelSet;
import io.millrace.trace.MessageContent;
import io.millrace.trace.MessageTrace;
import io.millrace.trace.TraceException;
import io.millrace.trace.TraceOptions;
import io.millrace.trace.TraceReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Follows one message through the channels of a data directory. */
@Command(
        name = "trace",
        description = {
            "Follow one message: back to its source by the inputs that triggered it, with the time of each step and "
                    + "the other inputs that a component took meanwhile, and forward to every output that names it.",
            "The topology and the classes of the messages are not needed, and the channels may be in use."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace trace data orders@0:8352",
            "  millrace trace data/orders 0:8352 --depth 3",
            "  millrace trace data trades@0:41080 --format html --output trace.html",
            "  millrace trace data orders@0:8352 --format json | jq '.path[].serviceNs'"
        })
final class TraceCommand implements Callable<Integer> {
    private static final int MAX_DEPTH = 64;

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "DIR",
            description = "The data directory of a run, or the directory of the message's channel in it.")
    private Path directory;

    @Parameters(
            index = "1",
            paramLabel = "INDEX",
            description = "The message, such as orders@0:8352, or 0:8352 where its channel is named otherwise.")
    private String index;

    @Option(
            names = "--channel",
            paramLabel = "NAME",
            description = "The channel of the message, where neither DIR nor INDEX names it.")
    private Optional<String> channel = Optional.empty();

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "How far outputs are followed: 0 not at all, 1 to the outputs that name the message, 2 to the "
                            + "outputs of those, up to 64 (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--format",
            paramLabel = "text|yaml|json|html",
            defaultValue = "text",
            description = "Text to read, a document for programs, or a page (default: ${DEFAULT-VALUE}).")
    private TraceFormat format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "The output file, which exists only after success (default: standard output).")
    private Optional<Path> output = Optional.empty();

    @Mixin
    private KeyOptions keys;

    TraceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (depth < 0 || depth > MAX_DEPTH) {
            throw new InputException("--depth is out of range depth=" + depth + " min=0 max=" + MAX_DEPTH);
        }
        MessageTrace trace = trace();
        String command = "millrace trace " + data() + " " + trace.message().position();
        write(
                switch (format) {
                    case TEXT -> new TraceText(terminal()).of(trace);
                    case YAML -> TraceDocument.yaml(trace, command);
                    case JSON -> TraceDocument.json(trace, command);
                    case HTML -> TraceHtml.of(trace, command);
                });
        return isDamaged(trace) ? ExitCode.DAMAGED : ExitCode.OK;
    }

    private MessageTrace trace() {
        try (ChannelSet set = open()) {
            String name = channelOf(set);
            long at = index();
            ChannelGraph graph = ChannelGraph.infer(set);
            return MessageTrace.follow(
                    set, graph, name, at, TraceOptions.defaults().withDepth(depth));
        } catch (TraceException e) {
            throw new InputException(e.getMessage(), e);
        }
    }

    private ChannelSet open() {
        if (!Files.isDirectory(directory)) {
            throw new InputException(
                    Files.exists(directory)
                            ? "a data directory is a directory, not a file path=" + directory
                            : "no such data directory path=" + directory);
        }
        Optional<KeyProvider> provider = keys.provider();
        return provider.isPresent() ? ChannelSet.open(data(), provider.get()) : ChannelSet.open(data());
    }

    /** Returns the data directory: the one given, or the one that holds the channel given. */
    private Path data() {
        if (!isChannel()) {
            return directory;
        }
        Path parent = directory.getParent();
        return parent == null ? directory.toAbsolutePath().normalize().getParent() : parent;
    }

    private boolean isChannel() {
        return Channels.isChannel(directory);
    }

    /** Returns the name of the message's channel, which may be given in several ways, but not differently. */
    private String channelOf(ChannelSet set) {
        int at = index.lastIndexOf('@');
        Optional<String> ofIndex = at < 0 ? Optional.empty() : Optional.of(index.substring(0, at));
        Optional<String> ofDirectory = isChannel()
                ? Optional.of(
                        directory.toAbsolutePath().normalize().getFileName().toString())
                : Optional.empty();
        Optional<String> found = Optional.empty();
        for (Optional<String> given : List.of(channel, ofIndex, ofDirectory)) {
            if (found.isPresent() && given.isPresent() && !given.equals(found)) {
                throw new InputException(
                        "different channels are named channel=" + found.get() + " other=" + given.get());
            }
            found = found.or(() -> given);
        }
        List<String> names = set.names();
        if (found.isEmpty() && names.size() == 1) {
            return names.getFirst();
        }
        return found.orElseThrow(() -> new InputException(
                names.isEmpty()
                        ? "the directory holds no channel path=" + directory + " problems=" + set.problems()
                        : "name the channel of the message: --channel NAME, or NAME@INDEX channels=" + names));
    }

    private long index() {
        String text = index.substring(index.lastIndexOf('@') + 1);
        try {
            return text.indexOf(':') < 0 ? Long.parseLong(text) : Index.parse(text);
        } catch (RuntimeException e) {
            throw new InputException("not the index of a message, such as orders@0:4096 index=" + index, e);
        }
    }

    /** Returns the terminal; a file has no colours. */
    private Terminal terminal() {
        return output.isPresent() ? console.terminal().withColours(ColourMode.NEVER) : console.terminal();
    }

    private void write(String text) {
        if (output.isEmpty()) {
            console.out().print(text);
            return;
        }
        Path file = output.get().toAbsolutePath();
        try {
            Path partial = Files.createTempFile(file.getParent(), "." + file.getFileName(), ".partial");
            try {
                Files.writeString(partial, text);
                Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write trace file=" + output.get() + " reason=" + e, e);
        }
    }

    private static boolean isDamaged(MessageTrace trace) {
        return trace.path().stream().anyMatch(step -> step.message().content() == MessageContent.DAMAGED)
                || isDamaged(trace.readings());
    }

    private static boolean isDamaged(List<TraceReading> readings) {
        return readings.stream()
                .flatMap(reading -> reading.outputs().stream())
                .anyMatch(each -> each.message().content() == MessageContent.DAMAGED || isDamaged(each.readings()));
    }
}
