package io.millrace.kafka.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Positions;
import io.millrace.kafka.BadRecords;
import io.millrace.kafka.KafkaSource;
import io.millrace.kafka.KafkaTopics;
import io.millrace.kafka.RecordFormat;
import io.millrace.kafka.SourceEnd;
import io.millrace.service.Outputs;
import io.millrace.service.Service;
import io.millrace.service.ServiceTask;
import io.millrace.wire.WireTypes;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** {@code kafka import}: writes the records of a partition to a channel, each once. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write the committed records of a partition to a new channel, in their order, each once. A record is the"
                    + " call that the schema in its header describes, as 'kafka export' and gateways write it; no"
                    + " class of it is needed.",
            "It ends at what was the end of the partition when it began, or follows it. Killed at any moment and"
                    + " started again, it continues after the newest record in the channel."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace kafka import data/copy --servers broker:9092 --topic orders",
            "",
            "Exit codes:",
            "  0 done, 1 failed, 2 wrong command line, 3 damaged data, 4 the channel is in use by another process"
        })
final class KafkaImportCommand implements Callable<Integer> {
    /** The name of the service, by which histories know the offsets. */
    private static final String NAME = "kafka-import";

    @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the channel, new or of this import.")
    private Path directory;

    @Mixin
    private ClientOptions client;

    @Option(
            names = "--partition",
            paramLabel = "N",
            description = "The partition; it may be left out where the topic has one.")
    private Integer partition;

    @Option(
            names = "--format",
            paramLabel = "JSON|BINARY",
            defaultValue = "JSON",
            description = "How the records are written (default: ${DEFAULT-VALUE}).")
    private RecordFormat format;

    @Option(names = "--follow", description = "Do not end at the end of the partition, but wait for further records.")
    private boolean follow;

    @Option(names = "--skip-bad", description = "Pass over records that are no such calls, with a warning for each.")
    private boolean skipBad;

    @Option(
            names = "--durability",
            paramLabel = "MAPPED|SYNCED",
            defaultValue = "SYNCED",
            description = "The durability of the channel (default: ${DEFAULT-VALUE}).")
    private Durability durability;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (format != RecordFormat.JSON && format != RecordFormat.BINARY) {
            throw usage("--format must be JSON or BINARY, which describe their calls format=" + format);
        }
        checkPlace();
        int partitions = KafkaTopics.partitions(client.servers, client.topic, client.settings(), client.set);
        if (partition == null && partitions > 1) {
            throw usage("the topic has several partitions; --partition says which one, and each has a channel of its"
                    + " own topic=" + client.topic + " partitions=" + partitions);
        }
        int number = partition == null ? 0 : partition;
        if (number < 0 || number >= partitions) {
            throw usage("the topic has no such partition topic=" + client.topic + " partition=" + number
                    + " partitions=" + partitions);
        }
        JournalOptions journal = JournalOptions.defaults().withDurability(durability);
        String name = directory.toAbsolutePath().normalize().getFileName().toString();
        try (Channel channel =
                Channel.journal(name, directory, ChannelOptions.defaults().withJournal(journal))) {
            ServiceTask service =
                    Service.source(NAME).writes(channel).create(outputs -> source(outputs, number, partitions));
            ShownTask task =
                    new ShownTask(service, () -> ((KafkaSource) service.component()).count("left"), service::outputs);
            new Copy("imported", spec.commandLine().getErr()).run(task, () -> {});
        }
        return 0;
    }

    /** Refuses a channel with messages that no import has written. */
    private void checkPlace() {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw usage("a channel is a directory, not a file path=" + directory);
        }
        if (!Journal.exists(directory)) {
            return;
        }
        try (Channel channel = Channel.readOnly(directory);
                Positions positions = Positions.open(directory)) {
            boolean isOurs =
                    positions.list().stream().map(NamedPosition::name).anyMatch(name -> name.endsWith(" of " + NAME));
            if (!isOurs && channel.journal().orElseThrow().messages() > 0) {
                throw usage("the channel was not made by an import from Kafka; name a new directory path=" + directory);
            }
        }
    }

    private KafkaSource source(Outputs outputs, int number, int partitions) {
        return new KafkaSource(
                outputs,
                Optional.empty(),
                WireTypes.none(),
                client.servers,
                client.topic,
                Optional.of(number),
                Optional.of(format),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.of(follow ? SourceEnd.NEVER : SourceEnd.END_OF_PARTITION),
                Optional.of(skipBad ? BadRecords.SKIP : BadRecords.STOP),
                Optional.empty(),
                Optional.of(partitions),
                Optional.empty(),
                client.settings(),
                client.set);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
