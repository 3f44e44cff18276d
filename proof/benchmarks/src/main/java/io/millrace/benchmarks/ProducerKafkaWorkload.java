package io.millrace.benchmarks;

import java.nio.file.Path;

/** The transactional producer of Kafka's own client. */
public final class ProducerKafkaWorkload extends KafkaWorkload {
    /** Creates the workload; a fork calls this. */
    public ProducerKafkaWorkload() {}

    @Override
    RecordPublisher publisher(String topic, Path directory) {
        return new ProducerPublisher(topic).start();
    }
}
