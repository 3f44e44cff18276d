package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.RestartPosition;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows repeatedly the activity in channels while others use them. */
@Command(
        name = "top",
        description = {
            "Show repeatedly how channels grow and how far their named readers lag.",
            "Shown are messages and their rate, bytes and segments, messages that are not synced yet, and for each "
                    + "named position its rate and the messages that it has not read. Others may use the channels."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace top data", "  millrace top --every 5 --rounds 12 data/orders"})
final class TopCommand implements Callable<Integer> {
    private static final String HEAD = "%-24s %15s %12s %17s %9s %12s";
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final Console console;
    private final Map<String, Long> before = new HashMap<>();
    private long beforeNs;

    @Parameters(
            index = "0",
            paramLabel = "PATH",
            description = "The directory of a channel, or one that holds channels.")
    private Path path;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "Seconds between two rounds (default: ${DEFAULT-VALUE}).")
    private double everySeconds;

    @Option(names = "--rounds", paramLabel = "N", description = "End after N rounds (default: continue until stopped).")
    private Long rounds;

    @Spec
    private CommandSpec spec;

    TopCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!(everySeconds >= 0.01 && everySeconds <= 3600)) {
            throw new ParameterException(
                    spec.commandLine(), "--every must be 0.01 to" + " 3600 seconds every=" + everySeconds);
        }
        if (rounds != null && rounds < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds must be at least 1 rounds=" + rounds);
        }
        SequencedMap<String, Channel> channels = new LinkedHashMap<>();
        try {
            for (String directory : directories()) {
                Channel channel = Channels.readOnly(Path.of(directory));
                channels.put(channel.name(), channel);
            }
            for (long round = 0; rounds == null || round < rounds; round++) {
                if (round > 0) {
                    Thread.sleep((long) (everySeconds * 1000));
                }
                look(channels);
            }
        } finally {
            channels.values().forEach(Channel::close);
        }
        return ExitCode.OK;
    }

    /** Returns the channels below a directory; for any other path, the channel or its error. */
    private List<String> directories() {
        boolean holdsChannels = Files.isDirectory(path) && !Channels.isChannel(path);
        List<String> below = holdsChannels ? Channels.below(path) : List.of();
        return below.isEmpty() ? List.of(path.toString()) : below;
    }

    private void look(SequencedMap<String, Channel> channels) {
        long nowNs = System.nanoTime();
        double seconds = beforeNs == 0 ? 0 : (nowNs - beforeNs) / 1e9;
        beforeNs = nowNs;
        if (console.terminal().colours()) {
            console.out().print(CLEAR);
        }
        console.out().line(Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        console.out().line(String.format(HEAD, "channel", "messages", "per second", "bytes", "segments", "not synced"));
        channels.forEach((name, channel) -> channel(name, channel.journal().orElseThrow(), seconds));
        console.out().line("");
        console.out().flush();
    }

    private void channel(String name, Journal journal, double seconds) {
        JournalInfo info = journal.info();
        long messages = info.removedFrames() + info.dataFrames();
        long bytes = info.segments().stream()
                .mapToLong(JournalInfo.Segment::sizeBytes)
                .sum();
        String notSynced = info.syncedIndex() == Index.NONE
                ? "all"
                : number(messages - journal.messagesBefore(info.syncedIndex() + 1));
        console.out()
                .line(String.format(
                        HEAD,
                        name,
                        number(messages),
                        rate(name, messages, seconds),
                        number(bytes),
                        number(info.segments().size()),
                        notSynced));
        for (JournalInfo.Position position : info.positions()) {
            if (RestartPosition.service(position.name()).isPresent()) {
                continue; // it says what is kept, and not how far the service has read
            }
            long read = messages - position.unread();
            console.out()
                    .line(String.format(
                            HEAD,
                            "  " + position.name(),
                            number(read),
                            rate(name + '/' + position.name(), read, seconds),
                            "",
                            "",
                            number(position.unread()) + " to go"));
        }
    }

    private String rate(String what, long count, double seconds) {
        Long last = before.put(what, count);
        return last == null || seconds == 0 ? "" : number(Math.round((count - last) / seconds));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
