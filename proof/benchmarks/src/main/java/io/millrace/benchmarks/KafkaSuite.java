package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Better;
import io.millrace.harness.Effort;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import io.millrace.kafka.broker.KafkaCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The suite beside Kafka: its cases and its sides, which all use one broker. */
final class KafkaSuite {
    static final String NAME = "kafka";

    static final String PUBLISHED = "publish 100 B";
    static final String PUBLISHED_P50 = "publish 100 B 1000/s p50";
    static final String PUBLISHED_P99 = "publish 100 B 1000/s p99";
    static final String MAPPED = "topic to topic 100 B";
    static final String MAPPED_P50 = "topic to topic 100 B 1000/s p50";
    static final String MAPPED_P99 = "topic to topic 100 B 1000/s p99";

    /** How many tasks wait for answers. */
    static final List<Integer> TASKS = List.of(1, 10, 100);

    static final int VALUE_BYTES = 100;

    /** How many records are a transaction at most, on both sides. */
    static final int TRANSACTION = 1_000;

    static final int RATE = 1_000;

    /** The property with the address of the broker, which the command of the suite has started. */
    static final String SERVERS = "io.millrace.benchmarks.kafka";

    /** The property with the milliseconds between commits of Kafka Streams, where they are not its own. */
    static final String COMMIT_MS = "io.millrace.benchmarks.commitMs";

    private static final List<String> BROKER_FLAGS = List.of("-Xmx1g", "-Xms1g");

    /** For a broker whose figures have no meaning. */
    private static final List<String> SMOKE_FLAGS = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /**
     * Otherwise a transaction that begins before the markers of the last one are written waits for 20 ms, more than it
     * takes: the side that is faster at beginning would be the slower one. No broker is killed, so that one that was
     * not given the processor for seconds must not count as dead.
     */
    private static final Map<String, String> BROKER_SETTINGS =
            Map.of("add.partitions.to.txn.retry.backoff.ms", "1", "broker.session.timeout.ms", "30000");

    private KafkaSuite() {}

    /** Starts the broker of all sides, with a process of its own. */
    static KafkaCluster startBroker(Path directory, Effort effort) throws IOException {
        return startBrokers(directory, 1, effort);
    }

    /** Starts brokers, each with a process of its own. */
    static KafkaCluster startBrokers(Path directory, int brokers, Effort effort) throws IOException {
        List<String> flags = effort == Effort.SMOKE ? SMOKE_FLAGS : BROKER_FLAGS;
        return KafkaCluster.start(directory, brokers, flags, BROKER_SETTINGS);
    }

    /** Returns the suite for a broker; before one is started, without an address. */
    static Suite suite(String servers) {
        List<String> flags = List.of("-D" + SERVERS + "=" + servers);
        return new Suite(
                NAME,
                "one broker for all sides, a process on this machine, which answers before it has forced anything, and"
                        + " retries after 1 ms what must wait for the end of a transaction;"
                        + " publish: records of 100 bytes in transactions of up to 1,000, until they are committed, and"
                        + " on our side from a journal that is forced, with outcomes that are forced; topic to topic:"
                        + " a map between two topics of one partition, exactly once, while a plain producer fills the"
                        + " first as fast as it can; at 1,000/s: from the intended start of a record until a reader of"
                        + " committed records has it; tasks: each sends a request, waits for its answer and sends the"
                        + " next, over two topics with acks=1 and no linger, or over two journals in mapped memory",
                Stream.of(publishCases(), mapCases(), taskCases())
                        .flatMap(List::stream)
                        .toList(),
                new Side(Suites.OURS, MillraceKafkaWorkload.class, flags),
                List.of(
                        new Side("plain producer", ProducerKafkaWorkload.class, flags, publishCases()),
                        new Side("Kafka Streams", StreamsKafkaWorkload.class, flags, mapCases()),
                        new Side(
                                "Kafka Streams, commit each 5 ms",
                                StreamsKafkaWorkload.class,
                                List.of(flags.getFirst(), "-D" + COMMIT_MS + "=5"),
                                mapCases()),
                        new Side("plain clients", ClientsKafkaWorkload.class, flags, taskCases())));
    }

    private static List<BenchmarkCase> publishCases() {
        return List.of(rate(PUBLISHED, "k/s"), millis(PUBLISHED_P50), millis(PUBLISHED_P99));
    }

    private static List<BenchmarkCase> mapCases() {
        return List.of(rate(MAPPED, "k/s"), millis(MAPPED_P50), millis(MAPPED_P99));
    }

    private static List<BenchmarkCase> taskCases() {
        return TASKS.stream().map(tasks -> rate(tasks(tasks), "/s")).toList();
    }

    private static BenchmarkCase rate(String name, String unit) {
        return new BenchmarkCase(name, unit, Better.HIGHER, name);
    }

    private static BenchmarkCase millis(String name) {
        return new BenchmarkCase(name, "ms", Better.LOWER, name);
    }

    /** Returns the name of the case of so many tasks. */
    static String tasks(int tasks) {
        return tasks == 1 ? "1 task waits for answers" : tasks + " tasks wait for answers";
    }

    /** Returns the address of the broker in a fork. */
    static String servers() {
        String servers = System.getProperty(SERVERS);
        if (servers == null) {
            throw new BenchmarkException("this workload needs a broker property=" + SERVERS);
        }
        return servers;
    }
}
