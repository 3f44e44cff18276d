/** The kafka command: copies channels to topics of Kafka and back, each call once. */
module io.millrace.kafka.cli {
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.channel;
    requires io.millrace.journal;
    requires io.millrace.kafka;
    requires io.millrace.service;
    requires io.millrace.wire;

    exports io.millrace.kafka.cli;

    opens io.millrace.kafka.cli to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.kafka.cli.KafkaCommands;
}
