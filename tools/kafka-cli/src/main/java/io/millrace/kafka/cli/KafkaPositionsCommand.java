package io.millrace.kafka.cli;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.kafka.GatewayPositions;
import io.millrace.kafka.KafkaGateway;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kafka positions}: writes the positions of a gateway to its progress topic again. */
@Command(
        name = "positions",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write the positions of a gateway again, where its progress topic was deleted or has expired: up to the"
                    + " newest outcome of each of its inputs. Positions that are newer stay as they are.",
            "The gateway must not run; if it does, it is fenced and ends. Calls that were published and have no outcome"
                    + " yet, as after a kill, are published a second time by the next run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace kafka positions data/published --input data/orders --gateway shop/order-topic \\",
            "      --servers broker:9092",
            "",
            "Exit codes:",
            "  0 done, 1 failed, 2 wrong command line, 3 damaged data"
        })
final class KafkaPositionsCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the channel that the gateway writes.")
    private Path outcomes;

    @Option(
            names = "--input",
            paramLabel = "DIR",
            required = true,
            description = "The directory of a channel that the gateway reads; more than once for several.")
    private List<Path> inputs;

    @Option(
            names = "--gateway",
            paramLabel = "TOPOLOGY/NAME",
            required = true,
            description = "The names of the topology and of the gateway; of an export 'export-TOPIC' alone.")
    private String gateway;

    @Option(
            names = "--servers",
            paramLabel = "HOST:PORT,...",
            required = true,
            description = "The first brokers to ask.")
    private String servers;

    @Option(
            names = "--progress-topic",
            paramLabel = "TOPIC",
            defaultValue = KafkaGateway.PROGRESS_TOPIC,
            description = "The topic of positions, which is created if missing (default: ${DEFAULT-VALUE}).")
    private String progressTopic;

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "A file of properties with settings of Kafka's client, for TLS and passwords.")
    private Path settings;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Such a setting, which wins over the file.")
    private List<String> set = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Channel> opened = new ArrayList<>();
        try (Channel written = open(outcomes)) {
            for (Path input : inputs) {
                opened.add(open(input));
            }
            SequencedMap<String, Long> answered = GatewayPositions.restore(
                    gateway, written, opened, servers, progressTopic, Optional.ofNullable(settings), set);
            PrintWriter out = spec.commandLine().getOut();
            for (Channel input : opened) {
                Journal journal = input.journal().orElseThrow();
                Long index = answered.get(input.name());
                long after = journal.messages() - (index == null ? 0 : journal.messagesBefore(index) + 1);
                out.println(input.name() + ": position "
                        + (index == null ? "none, since no call has an outcome" : Index.toText(index))
                        + "; the next run publishes the calls after it: " + after);
            }
            out.flush();
            return 0;
        } finally {
            opened.forEach(Channel::close);
        }
    }

    private Channel open(Path directory) {
        if (!Journal.exists(directory)) {
            throw new ParameterException(spec.commandLine(), "no such channel path=" + directory);
        }
        return Channel.readOnly(directory);
    }
}
