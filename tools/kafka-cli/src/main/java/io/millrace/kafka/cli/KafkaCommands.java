package io.millrace.kafka.cli;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code kafka} to the {@code millrace} command. */
public final class KafkaCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public KafkaCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new CommandLine(new KafkaCommand())
                .addSubcommand(new KafkaExportCommand())
                .addSubcommand(new KafkaImportCommand())
                .addSubcommand(new KafkaPositionsCommand()));
    }
}
