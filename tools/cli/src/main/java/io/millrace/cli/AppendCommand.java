package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelText;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.text.Utf8Reader;
import io.millrace.wire.CallSchema;
import io.millrace.wire.FieldReader;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds messages to a channel. */
@Command(
        name = "append",
        description = {
            "Append the messages on standard input to a channel: documents of YAML of one call each, as dump shows.",
            "Where there is no channel, one is made with the first message, and none of an input without messages. "
                    + "Others may have it in use if they opened it SHARED."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace append data/orders --interface com.example.Orders \\",
            "      --classpath target/classes < orders.yaml",
            "  echo 'order: {side: BUY, quantity: 1.0}' | millrace append data/orders \\",
            "      --interface com.example.Orders --classpath target/classes:lib/model.jar"
        })
final class AppendCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the channel.")
    private Path path;

    @Option(
            names = "--interface",
            paramLabel = "CLASS",
            required = true,
            description = "The interface of the calls; more than once for several.")
    private List<String> interfaces;

    @Mixin
    private ApplicationClasses classes;

    @Option(
            names = "--type",
            paramLabel = "CLASS",
            description = "A class that may stand where a message says Object; more than once for several.")
    private List<String> types = List.of();

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

    /** How many messages were appended so far. */
    private long appended;

    AppendCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        classes.with(loader -> {
            append(classes.load(interfaces, loader), WireTypes.none().allow(classes.load(types, loader)));
            return null;
        });
    }

    private void append(Class<?>[] calls, WireTypes allowed) {
        JournalOptions journal =
                JournalOptions.defaults().withOwnership(Ownership.SHARED).withDurability(durability);
        ChannelOptions options = keys.encrypt(
                ChannelOptions.defaults().withJournal(journal).withTypes(allowed), Optional.ofNullable(subject));
        String name = path.toAbsolutePath().normalize().getFileName().toString();
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new InputException("a channel is a directory, not a file path=" + path);
        }
        checkSubject(Wire.of(allowed).calls(calls));
        try (Target target = new Target(name, options)) {
            if (!Channels.isEmpty(path)) {
                target.open(); // an error of the channel is reported before any input is read
            }
            ChannelText.append(
                    target::open,
                    new Utf8Reader(console.in()),
                    TextOptions.strict(),
                    Wire.of(allowed),
                    count -> appended = count,
                    calls);
            console.err().println("Appended " + appended + (appended == 1 ? " message." : " messages."));
        } catch (WireException e) {
            throw new InputException(e.getMessage() + "; appended before the error messages=" + appended, e);
        } catch (JournalException e) {
            if (appended > 0) {
                console.err().println("Appended before the error: messages=" + appended);
            }
            throw e;
        }
    }

    /** The channel, which is opened when it is first asked for. */
    private final class Target implements AutoCloseable {
        private final String name;
        private final ChannelOptions options;
        private NewChannel place;
        private Channel channel;
        private ChannelWriter writer;

        Target(String name, ChannelOptions options) {
            this.name = name;
            this.options = options;
        }

        ChannelWriter open() {
            if (channel == null) {
                place = new NewChannel(path);
                channel = Channel.journal(name, path, options);
                if (subject == null) {
                    checkNoSubjects(path, name);
                }
                writer = channel.writer();
            }
            return writer;
        }

        @Override
        public void close() {
            try {
                if (writer != null) {
                    writer.close();
                }
            } finally {
                if (channel != null) {
                    channel.close();
                }
                if (place != null && appended == 0) {
                    place.remove();
                }
            }
        }
    }

    /**
     * Refuses a field that no call has: all messages would be under the key of the channel, and no subject could be
     * forgotten.
     */
    private void checkSubject(List<CallSchema> calls) {
        if (subject != null
                && calls.stream().allMatch(call -> FieldReader.of(call, subject).isEmpty())) {
            throw new InputException(
                    "no call has the field that --subject names subject=" + subject + " interfaces=" + interfaces);
        }
    }

    /**
     * Refuses to append without {@code --subject} to a channel whose messages have subjects. A single message may lack
     * the field, so this reads all; subjects are not encrypted.
     */
    private static void checkNoSubjects(Path path, String name) {
        try (Channel channel = Channel.readOnly(path);
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                Optional<String> subject = entry == Entry.CALL ? cursor.subject() : Optional.of(name);
                if (subject.isEmpty()) {
                    return; // a channel is encrypted as a whole or not at all
                }
                if (!subject.get().equals(name)) {
                    throw new InputException("the messages of the channel have subjects; name their"
                            + " field with --subject channel=" + name + " index=" + Index.toText(cursor.index())
                            + " subject=" + subject.get());
                }
            }
        }
    }
}
