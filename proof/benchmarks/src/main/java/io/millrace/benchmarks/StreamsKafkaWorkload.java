package io.millrace.benchmarks;

import java.nio.file.Path;

/** Kafka Streams. */
public final class StreamsKafkaWorkload extends KafkaWorkload {
    /** Creates the workload; a fork calls this. */
    public StreamsKafkaWorkload() {}

    @Override
    RecordMap map(String from, String to, Path directory) throws InterruptedException {
        return StreamsMap.start(from, to, directory);
    }
}
