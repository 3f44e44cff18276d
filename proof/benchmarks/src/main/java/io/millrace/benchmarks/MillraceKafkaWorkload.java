package io.millrace.benchmarks;

import java.nio.file.Path;

/** Our side: a gateway, a topology, and journals between tasks and what answers them. */
public final class MillraceKafkaWorkload extends KafkaWorkload {
    /** Creates the workload; a fork calls this. */
    public MillraceKafkaWorkload() {}

    @Override
    RecordPublisher publisher(String topic, Path directory) {
        return GatewayPublisher.start(topic, directory);
    }

    @Override
    RecordMap map(String from, String to, Path directory) {
        return TopologyMap.start(from, to, directory);
    }

    @Override
    TaskExchange exchange(String name, Path directory) {
        return new JournalTaskExchange(directory);
    }
}
