package io.millrace.kafka.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which topic of which brokers, and how to reach them. */
final class ClientOptions {
    @Option(
            names = "--servers",
            paramLabel = "HOST:PORT,...",
            required = true,
            description = "The first brokers to ask.")
    String servers;

    @Option(names = "--topic", paramLabel = "TOPIC", required = true, description = "The topic, which must exist.")
    String topic;

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "A file of properties with settings of Kafka's client, for TLS and passwords; in values"
                    + " $${env:NAME} stands for a variable of the environment, $${file:PATH} for the text of a file.")
    private Path settings;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Such a setting, which wins over the file; more than once for several. Others can see it"
                    + " among the processes: passwords belong into --settings.")
    List<String> set = List.of();

    /** Creates the options; called by picocli. */
    ClientOptions() {}

    Optional<Path> settings() {
        return Optional.ofNullable(settings);
    }
}
