/** Kafka: partitions as sources, and a gateway that publishes calls to topics, each exactly once. */
module io.millrace.kafka {
    requires transitive io.millrace.service;
    requires kafka.clients;
    requires org.slf4j;

    exports io.millrace.kafka;

    opens io.millrace.kafka to
            io.millrace.wire;

    uses org.slf4j.spi.SLF4JServiceProvider;
}
