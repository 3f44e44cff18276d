package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.kafka.broker.KafkaCluster;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/**
 * Kafka's own clients over topics that two brokers hold, each in a process of its own: a producer with {@code acks=all}
 * and no linger, and a consumer, which reads only what both have. A smoke test has one broker.
 */
public final class KafkaReplicationWorkload extends ReplicationWorkload {
    private KafkaCluster brokers;
    private int copies;

    /** Creates the workload; a fork calls this. */
    public KafkaReplicationWorkload() {}

    @Override
    void begin(Effort effort, Path directory) throws Exception {
        copies = effort == Effort.SMOKE ? 1 : 2;
        brokers = KafkaSuite.startBrokers(directory.resolve("brokers"), copies, effort);
        System.setProperty(KafkaSuite.SERVERS, brokers.servers());
    }

    @Override
    void end() {
        brokers.close();
    }

    @Override
    TaskExchange exchange(String name, Path directory) throws InterruptedException {
        return KafkaTaskExchange.acknowledgedByAll(name + "-requests", name + "-answers", copies)
                .start();
    }

    @Override
    boolean hasBareRounds() {
        return false;
    }

    @Override
    long append(Path directory, long messages) {
        throw unused();
    }

    @Override
    void alone(Path directory, long leadInNs, Histogram into, long durationNs) {
        throw unused();
    }

    @Override
    void prepare(Path directory, long bytes) {
        throw unused();
    }

    @Override
    long catchUp(Path prepared, Path directory, long bytes) {
        throw unused();
    }

    private static BenchmarkException unused() {
        return new BenchmarkException("brokers are measured with tasks only");
    }
}
