package io.millrace.fix.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.fix.FixException;
import io.millrace.fix.FixJournalCalls;
import io.millrace.fix.FixMessage;
import io.millrace.wire.BinaryInput;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fix log}: shows the journal of an engine as messages. */
@Command(
        name = "log",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show what the sessions of an engine have received and sent: a line for each message with its time,"
                    + " session, direction, and its fields by name. The engine may be running.",
            "Filters that are given together must all fit."
        },
        footerHeading = "%nExit code: 0, also if no message fits; 1 if the journal cannot be read.%n%nExamples:%n",
        footer = {
            "  millrace fix log data/fix --session TRADER",
            "  millrace fix log data/fix --type 8 --field ClOrdID=t1 --from 2026-03-01T08:00:00Z"
        })
final class LogCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The directory of the journal, such as data/fix.")
    private Path directory;

    @Option(names = "--session", paramLabel = "TEXT", description = "Only sessions whose names contain this.")
    private String session = "";

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            split = ",",
            description = "Only messages of these types, such as D,8; what is no message is left out then.")
    private List<String> types = List.of();

    @Option(
            names = "--field",
            paramLabel = "FIELD=VALUE",
            description = "Only messages with this value in a field, by name or tag.")
    private String field;

    @Option(names = "--from", paramLabel = "TIME", description = "From this time on, such as 2026-03-01T08:00:00Z.")
    private String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Before this time.")
    private String to;

    @Option(
            names = "--dictionary",
            paramLabel = "FILE.xml",
            description = "A dictionary of QuickFIX or Orchestra; several if there are several versions.")
    private List<Path> files = List.of();

    @Spec
    private CommandSpec spec;

    private final FixMessage message = new FixMessage();
    private final BinaryInput in = new BinaryInput();
    private final Map<String, MessageLine> lines = new HashMap<>();
    private DictionaryChoice dictionaries;

    @Override
    public Integer call() {
        dictionaries = DictionaryChoice.of(files);
        if (field != null && !field.matches("[A-Za-z0-9]+=.+")) {
            throw new ParameterException(spec.commandLine(), "--field: is FIELD=VALUE field=" + field);
        }
        Instant first = time("--from", from, Instant.MIN);
        Instant last = time("--to", to, Instant.MAX);
        PrintWriter out = spec.commandLine().getOut();
        try (Channel channel = Channel.readOnly(directory);
                ChannelCursor cursor = channel.cursor()) {
            if (from != null) {
                cursor.seekTime(first);
            }
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                Instant at = instant(cursor.timeNs());
                if (entry == ChannelCursor.Entry.CALL && !at.isBefore(first) && at.isBefore(last)) {
                    String line = line(cursor);
                    if (line != null) {
                        out.println(at + " " + line);
                    }
                }
            }
        }
        out.flush();
        return 0;
    }

    private Instant time(String option, String text, Instant otherwise) {
        try {
            return text == null ? otherwise : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new ParameterException(
                    spec.commandLine(), option + ": is a time such as 2026-03-01T08:00:00Z time=" + text, e);
        }
    }

    private static Instant instant(long timeNs) {
        return Instant.EPOCH.plusNanos(timeNs);
    }

    /** Returns the line of a call, or null if it is filtered out. The arguments are those of the journal's calls. */
    private String line(ChannelCursor cursor) {
        in.wrap(cursor.segment(), cursor.offset(), cursor.length());
        String call = cursor.schema().methodName();
        return switch (call) {
            case "application", "received" -> {
                in.readLong();
                byte[] bytes = in.readBytes();
                yield message(in.readString(), "in ", bytes);
            }
            case "sent" -> {
                in.readLong();
                byte[] bytes = in.readBytes();
                in.readLong();
                yield message(in.readString(), "out", bytes);
            }
            case "expecting" -> number("expects number ");
            case "numberedFrom" -> number("sends from number ");
            case "version" -> {
                String version = in.readString();
                yield event(in.readString(), "reads messages as of version " + version);
            }
            case "known" -> known();
            case "loggedOn" -> event(in.readString(), "logged on");
            case "loggedOut" -> event(in.readString(), "disconnected");
            case "refused" -> {
                in.readLong();
                String reason = in.readString();
                yield event(in.readString(), "a call of the application was not sent: " + reason);
            }
            default ->
                throw new FixException("the directory holds another channel, or a journal of a newer version"
                        + " directory=" + directory + " call=" + cursor.schema().path() + " known="
                        + FixJournalCalls.class.getName());
        };
    }

    private String number(String what) {
        long number = in.readLong();
        return event(in.readString(), what + number);
    }

    private String known() {
        long expected = in.readLong();
        long next = in.readLong();
        for (int i = 0; i < 3; i++) { // when it was active and logged on, and what the application has sent
            in.readLong();
        }
        in.readString();
        return event(in.readString(), "continues: expects number " + expected + ", sends from number " + next);
    }

    private String event(String name, String what) {
        return name.contains(session) && types.isEmpty() && field == null ? name + " -- " + what : null;
    }

    private String message(String name, String direction, byte[] bytes) {
        if (!name.contains(session)) {
            return null;
        }
        String version = name.substring(0, Math.max(0, name.indexOf(':')));
        DictionaryChoice.Choice choice = dictionaries.of(version);
        var _ = message.parse(bytes, 0, bytes.length, choice.dictionary());
        if (!types.isEmpty() && !types.contains(message.text(35))) {
            return null;
        }
        MessageLine printer = lines.computeIfAbsent(version, _ -> new MessageLine(choice.dictionary()));
        if (field != null && !printer.has(message, field)) {
            return null;
        }
        return name + " " + direction + " " + printer.text(message);
    }
}
