package io.millrace.fix.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.fix.FixDictionaries;
import io.millrace.fix.FixLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
            "  millrace fix log data/fix --type 8 --field ClOrdID=t1 --from 2026-03-01T08:00:00Z",
            "  millrace fix log data/fix --order t1"
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

    @Option(
            names = "--order",
            paramLabel = "ID",
            description = "Only the conversation of an order, by its ClOrdID or OrderID.")
    private String order;

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

    @Override
    public Integer call() {
        FixDictionaries dictionaries = FixDictionaries.of(files);
        Instant first = time("--from", from, Instant.MIN);
        Instant last = time("--to", to, Instant.MAX);
        PrintWriter out = spec.commandLine().getOut();
        Set<String> ids = order == null ? Set.of() : Set.of(order);
        try (Channel channel = Channel.readOnly(directory)) {
            if (order != null) {
                ids = conversation(channel, dictionaries, ids, first, last);
            }
            read(channel, log(dictionaries, ids), first, last, out::println);
        }
        out.flush();
        return 0;
    }

    /** Returns all ids of the order: a message names the id before it, and what has that may come earlier. */
    private Set<String> conversation(
            Channel channel, FixDictionaries dictionaries, Set<String> given, Instant first, Instant last) {
        Set<String> ids = given;
        int before;
        do {
            before = ids.size();
            FixLog log = log(dictionaries, ids);
            read(channel, log, first, last, _ -> {});
            ids = log.orders();
        } while (ids.size() > before);
        return ids;
    }

    private FixLog log(FixDictionaries dictionaries, Set<String> orders) {
        try {
            List<String> fields = field == null ? List.of() : List.of(field);
            return new FixLog(
                    new FixLog.Filter(session, Set.copyOf(types), fields, orders),
                    name -> dictionaries
                            .of(name.substring(0, Math.max(0, name.indexOf(':'))))
                            .dictionary());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--field: " + e.getMessage(), e);
        }
    }

    private void read(Channel channel, FixLog log, Instant first, Instant last, Consumer<String> to) {
        try (ChannelCursor cursor = channel.cursor()) {
            if (from != null) {
                cursor.seekTime(first);
            }
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                Instant at = instant(cursor.timeNs());
                if (entry == ChannelCursor.Entry.CALL && !at.isBefore(first) && at.isBefore(last)) {
                    log.read(cursor).ifPresent(each -> to.accept(at + " " + line(each)));
                }
            }
        }
    }

    private static String line(FixLog.Entry entry) {
        String direction = switch (entry.direction()) {
            case IN -> " in  ";
            case OUT -> " out ";
            case EVENT -> " -- ";
        };
        return entry.session() + direction + entry.text();
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
}
