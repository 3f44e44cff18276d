package io.millrace.kafka.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kafka}: copies channels to topics and back, and writes positions of gateways again. */
@Command(
        name = "kafka",
        mixinStandardHelpOptions = true,
        description =
                "Copy a channel to a topic of Kafka, or a topic to a channel, each call once; write positions again.")
final class KafkaCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a subcommand is needed, export, import or positions");
    }
}
