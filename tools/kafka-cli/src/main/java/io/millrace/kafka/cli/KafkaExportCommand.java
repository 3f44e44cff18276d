package io.millrace.kafka.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelEncryption;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.kafka.KafkaGateway;
import io.millrace.kafka.KafkaResults;
import io.millrace.kafka.KafkaTopics;
import io.millrace.kafka.RecordFormat;
import io.millrace.service.Outputs;
import io.millrace.service.Service;
import io.millrace.service.ServiceTask;
import io.millrace.wire.WireTypes;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kafka export}: publishes the calls of a channel to a topic, each once. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Publish the calls of a channel to a topic, in their order, each once; by transactions, so that readers of"
                    + " committed records see it so. Killed at any moment and started again, it continues.",
            "It ends at the end of the channel, or follows it. The channel may be in use by another process. How far"
                    + " it is, is kept at the brokers and in the directory of --state, whose calls say of each call"
                    + " whether it was published or refused."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace kafka export data/orders --servers broker:9092 --topic orders",
            "  millrace kafka export data/orders --servers broker:9093 --topic orders --key order.symbol \\",
            "      --settings client.properties --follow",
            "",
            "Exit codes:",
            "  0 done, 1 failed or some calls were refused, 2 wrong command line, 3 damaged data,",
            "  4 the same export runs already, or the channel is written by a process that does not sync it"
        })
final class KafkaExportCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int MAX_NAME_CHARACTERS = 32;

    @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the channel.")
    private Path directory;

    @Mixin
    private ClientOptions client;

    @Option(names = "--key", paramLabel = "FIELD", description = "The field whose text is the key of a record.")
    private String key;

    @Option(
            names = "--partition",
            paramLabel = "N|FIELD",
            description = "The partition, or the field that is its number. A topic of several partitions needs this or"
                    + " --key.")
    private String partition;

    @Option(
            names = "--header",
            paramLabel = "NAME=TEXT",
            description = "A header, where {FIELD} stands for the text of a field; more than once for several.")
    private List<String> headers = List.of();

    @Option(
            names = "--format",
            paramLabel = "JSON|BINARY|PLAIN_JSON|BYTES",
            defaultValue = "JSON",
            description = "How calls are written (default: ${DEFAULT-VALUE}). JSON and BINARY have the schema in a"
                    + " header, so that an import gives the same calls.")
    private RecordFormat format;

    @Option(names = "--follow", description = "Do not end at the end of the channel, but wait for further calls.")
    private boolean follow;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "The directory of what was done (default: that of the channel with '.kafka-TOPIC' added).")
    private Path state;

    @Option(
            names = "--progress-topic",
            paramLabel = "TOPIC",
            defaultValue = KafkaGateway.PROGRESS_TOPIC,
            description = "The topic of positions, which is created if missing (default: ${DEFAULT-VALUE}).")
    private String progressTopic;

    @Option(names = "--batch", paramLabel = "N", description = "How many calls are one transaction at most, 1 to 2000.")
    private Integer batch;

    @Option(names = "--keys", paramLabel = "DIR", description = "The directory of the keys of an encrypted channel.")
    private Path keys;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (!Journal.exists(directory)) {
            throw usage("no such channel path=" + directory);
        }
        if (format == RecordFormat.RECORD) {
            throw usage("--format must be JSON, BINARY, PLAIN_JSON or BYTES format=" + format);
        }
        int partitions = KafkaTopics.partitions(client.servers, client.topic, client.settings(), client.set);
        if (partitions > 1 && key == null && partition == null) {
            throw usage("a topic of several partitions needs --key or --partition, or the calls would not be in order"
                    + " topic=" + client.topic + " partitions=" + partitions);
        }
        sync();
        Path outcomesAt = state == null
                ? directory.resolveSibling(
                        directory.toAbsolutePath().normalize().getFileName() + ".kafka-" + client.topic)
                : state;
        try (Channel input = Channel.readOnly(directory, options());
                Channel outcomes = Channel.journal("outcomes", outcomesAt, ChannelOptions.defaults())) {
            long before = outcomes.journal().orElseThrow().lastIndex();
            if (!follow) {
                input.markEnded();
            }
            export(input, outcomes);
            return refused(outcomes, before, outcomesAt);
        }
    }

    private void export(Channel input, Channel outcomes) throws InterruptedException {
        ServiceTask service =
                Service.gateway(name()).reads(input).writes(outcomes).create(this::gateway);
        Journal journal = input.journal().orElseThrow();
        ShownTask task = new ShownTask(
                service,
                () -> {
                    long taken = service.positions().firstEntry().getValue();
                    return journal.messages() - (taken == Index.NONE ? 0 : journal.messagesBefore(taken) + 1);
                },
                () -> service.outputs() - service.health().refused());
        new Copy("exported", spec.commandLine().getErr()).run(task, follow ? this::syncOthers : () -> {});
    }

    private KafkaGateway gateway(Outputs outputs) {
        return new KafkaGateway(
                outputs.as(KafkaResults.class),
                WireTypes.none(),
                List.of(),
                client.servers,
                Optional.of(client.topic),
                List.of(),
                Optional.ofNullable(key),
                Optional.ofNullable(partition),
                Optional.empty(),
                headers,
                List.of(),
                Optional.of(format),
                Optional.empty(),
                Optional.of(progressTopic),
                List.of(),
                Optional.ofNullable(batch),
                client.settings(),
                client.set);
    }

    /** Returns the name of the gateway: another topic is another export. Names of positions are bounded. */
    private String name() {
        String topic = client.topic;
        return "export-"
                + (topic.length() <= MAX_NAME_CHARACTERS
                        ? topic
                        : topic.substring(0, MAX_NAME_CHARACTERS - 9) + "-"
                                + HexFormat.of().toHexDigits(topic.hashCode()));
    }

    private ChannelOptions options() {
        ChannelOptions options = ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults()
                        .withOwnership(Ownership.SHARED)
                        .withDurability(Durability.SYNCED));
        if (keys == null) {
            return options;
        }
        if (!Files.isDirectory(keys)) {
            throw usage("--keys is not a directory keys=" + keys);
        }
        return options.withEncryption(ChannelEncryption.of(FileKeyProvider.openExisting(keys)));
    }

    /**
     * Syncs what the channel has and its writers did not sync: only what survives a loss of power is published.
     *
     * @throws JournalLockedException where a process has the channel for itself and does not sync it
     */
    private void sync() {
        try (Channel channel = Channel.readOnly(directory, options())) {
            Journal journal = channel.journal().orElseThrow();
            if (journal.lastIndex() <= journal.syncedIndex()) {
                return;
            }
        }
        try (Channel channel = Channel.journal(directory.getFileName().toString(), directory, options());
                ChannelWriter writer = channel.writer()) {
            writer.journalWriter().orElseThrow().sync();
        }
    }

    private void syncOthers() {
        try {
            sync();
        } catch (JournalLockedException e) {
            System.getLogger(KafkaExportCommand.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "the process that writes the channel syncs it itself", e);
        }
    }

    /** Reports the calls that were refused since an index of the outcomes, and returns the exit code. */
    private int refused(Channel outcomes, long before, Path at) {
        long count = 0;
        String first = "";
        try (ChannelCursor cursor = outcomes.cursor()) {
            if (before != Index.NONE) {
                cursor.seekAfter(before);
            }
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL && cursor.schema().methodName().equals("refused")) {
                    first = count++ == 0 ? cursor.yaml() : first;
                }
            }
        }
        if (count == 0) {
            return 0;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("millrace: calls were refused; 'millrace dump " + at + " --history' shows which calls=" + count
                + " first=" + first.strip().replaceAll("\\s+", " "));
        err.flush();
        return FAILED;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
