package io.millrace.kafka;

import io.millrace.kafka.broker.KafkaCluster;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real broker for tests, which can be killed and started again with its data. */
final class TestBroker implements AutoCloseable {
    private static final List<String> JVM_FLAGS =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xlog:disable");

    /** What makes the work that a broker does now and then prompt, so that tests need not wait for it. */
    private static final Map<String, String> PROMPT = Map.of(
            "log.cleaner.backoff.ms", "100",
            "log.segment.delete.delay.ms", "0",
            "log.initial.task.delay.ms", "100");

    /** A broker that a machine with much to do has paused is not taken for dead; its next start would wait for that. */
    static final Map<String, String> PATIENT = Map.of("broker.session.timeout.ms", "60000");

    /** The broker of all classes that this process runs, once one has asked for it. */
    private static KafkaCluster shared;

    private final KafkaCluster cluster;
    private final Map<String, String> client;
    private final AtomicInteger topics = new AtomicInteger();
    private Admin admin;

    private TestBroker(KafkaCluster cluster, Map<String, String> client) {
        this.cluster = cluster;
        this.client = client;
    }

    /** Returns the broker of this process, without topics, for a class that does not kill it; it starts once. */
    static synchronized TestBroker shared() {
        if (shared == null) {
            try {
                Path target = Path.of("target").toAbsolutePath();
                Path directory = Files.createTempDirectory(target, "broker");
                shared = KafkaCluster.start(directory, 1, JVM_FLAGS, both(PROMPT, PATIENT));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> removeShared(directory)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        TestBroker broker = new TestBroker(shared, Map.of());
        broker.connect();
        return broker;
    }

    private static synchronized void removeShared(Path directory) {
        shared.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> both(Map<String, String> first, Map<String, String> second) {
        Map<String, String> all = new LinkedHashMap<>(first);
        all.putAll(second);
        return all;
    }

    /** Starts a broker that comes back soon after it was killed. */
    static TestBroker startToBeKilled(Path directory) {
        return start(directory, Map.of(), Map.of());
    }

    /** Starts a broker with further properties, in which PORT and CONTROLLER_PORT stand for its ports. */
    static TestBroker start(Path directory, Map<String, String> more, Map<String, String> client) {
        try {
            KafkaCluster cluster = KafkaCluster.start(directory, 1, JVM_FLAGS, both(PROMPT, more));
            TestBroker broker = new TestBroker(cluster, client);
            broker.connect();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void connect() {
        Map<String, Object> settings = new LinkedHashMap<>(client);
        settings.put("bootstrap.servers", servers());
        admin = Admin.create(settings);
    }

    /** Starts the broker again. */
    void start() {
        try {
            cluster.restart(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connect();
    }

    /** Kills the process. */
    void kill() {
        admin.close();
        cluster.kill(0);
    }

    String servers() {
        return cluster.servers();
    }

    Admin admin() {
        return admin;
    }

    /** Creates a topic under a name of its own, with pairs of settings. */
    String topic(int partitions, String... settings) {
        String name = "topic-" + topics.incrementAndGet();
        create(name, partitions, settings);
        return name;
    }

    void create(String name, int partitions, String... settings) {
        Map<String, String> configs = new LinkedHashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            configs.put(settings[i], settings[i + 1]);
        }
        TopicCheck.result(() -> admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(configs)))
                .all()
                .get());
    }

    void delete(String name) {
        TopicCheck.result(() -> admin.deleteTopics(List.of(name)).all().get());
    }

    /** Returns how many records and ends of transactions readers of committed records may see in a topic. */
    long committedEnd(String topic, int partitions) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            asked.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        ListOffsetsOptions committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
        return TopicCheck.result(() -> admin.listOffsets(asked, committed).all().get()).values().stream()
                .mapToLong(ListOffsetsResultInfo::offset)
                .sum();
    }

    /** Returns a producer; it is transactional where there is an id. */
    KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("bootstrap.servers", servers());
        if (transactionalId != null) {
            settings.put("transactional.id", transactionalId);
        }
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Kills the process; the shared one stays, and loses its topics. */
    @Override
    public void close() {
        if (!isShared()) {
            kill();
            return;
        }
        try (Admin closed = admin) {
            TopicCheck.result(() ->
                    closed.deleteTopics(closed.listTopics().names().get()).all().get());
        }
    }

    private boolean isShared() {
        synchronized (TestBroker.class) {
            return cluster == shared;
        }
    }
}
