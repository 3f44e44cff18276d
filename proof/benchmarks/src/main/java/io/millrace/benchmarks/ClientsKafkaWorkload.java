package io.millrace.benchmarks;

import java.nio.file.Path;

/** The producer and the consumer of Kafka's own client, between tasks and what answers them. */
public final class ClientsKafkaWorkload extends KafkaWorkload {
    /** Creates the workload; a fork calls this. */
    public ClientsKafkaWorkload() {}

    @Override
    TaskExchange exchange(String name, Path directory) throws InterruptedException {
        return KafkaTaskExchange.acknowledgedByOne(name + "-requests", name + "-answers")
                .start();
    }
}
