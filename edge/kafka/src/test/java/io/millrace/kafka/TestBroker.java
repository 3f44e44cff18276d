package io.millrace.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real broker for tests, which can be killed and started again with its data. */
final class TestBroker implements AutoCloseable {
    private final Path directory;
    private final int port;
    private final int controllerPort;
    private final Map<String, String> more;
    private final Map<String, String> client;
    private final AtomicInteger topics = new AtomicInteger();
    private Process process;
    private Admin admin;

    private TestBroker(
            Path directory, int port, int controllerPort, Map<String, String> more, Map<String, String> client) {
        this.directory = directory;
        this.port = port;
        this.controllerPort = controllerPort;
        this.more = more;
        this.client = client;
    }

    static TestBroker start(Path directory) {
        return start(directory, Map.of());
    }

    /** Starts a broker with further properties. */
    static TestBroker start(Path directory, Map<String, String> more) {
        return start(directory, more, Map.of());
    }

    /** Starts a broker with further properties, in which PORT and CONTROLLER_PORT stand for its ports. */
    static TestBroker start(Path directory, Map<String, String> more, Map<String, String> client) {
        TestBroker broker = new TestBroker(directory, freePort(), freePort(), more, client);
        broker.start();
        return broker;
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the properties of a node. */
    static Map<String, String> properties(
            int node, Path logs, int port, int controllerPort, String voters, int replicas) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", Integer.toString(node));
        all.put("controller.quorum.voters", voters);
        all.put("controller.listener.names", "CONTROLLER");
        all.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        all.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        all.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        all.put("log.dirs", logs.toString());
        all.put("num.partitions", "1");
        all.put("auto.create.topics.enable", "false");
        all.put("offsets.topic.num.partitions", "1");
        all.put("offsets.topic.replication.factor", Integer.toString(replicas));
        all.put("transaction.state.log.num.partitions", "3");
        all.put("transaction.state.log.replication.factor", Integer.toString(replicas));
        all.put("transaction.state.log.min.isr", Integer.toString(Math.max(1, replicas - 1)));
        all.put("default.replication.factor", Integer.toString(replicas));
        all.put("min.insync.replicas", Integer.toString(Math.max(1, replicas - 1)));
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        all.put("log.cleaner.backoff.ms", "100");
        all.put("log.segment.delete.delay.ms", "0");
        all.put("log.initial.task.delay.ms", "100");
        return all;
    }

    /** Starts the process of a node with such properties, and waits until it is ready. */
    static Process startNode(Path directory, Map<String, String> properties) {
        try {
            Files.createDirectories(directory);
            Path file = directory.resolve("server.properties");
            Properties written = new Properties();
            written.putAll(properties);
            try (var writer = Files.newBufferedWriter(file)) {
                written.store(writer, null);
            }
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
            command.addAll(List.of(
                    "-cp", System.getProperty("java.class.path"), BrokerProcess.class.getName(), file.toString()));
            return new ProcessBuilder(command)
                    .redirectError(directory.resolve("errors.txt").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a node is ready. */
    static void awaitReady(Process node, Path directory) {
        try {
            BufferedReader reader = node.inputReader();
            String line = reader.readLine();
            while (line != null && !line.equals("ready")) {
                line = reader.readLine();
            }
            if (line == null) {
                throw new AssertionError("the broker ended: "
                        + Files.readString(directory.resolve("errors.txt"), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void start() {
        Map<String, String> properties =
                properties(1, directory.resolve("logs"), port, controllerPort, "1@127.0.0.1:" + controllerPort, 1);
        more.forEach((name, value) -> properties.put(
                name,
                value.replace("CONTROLLER_PORT", Integer.toString(controllerPort))
                        .replace("PORT", Integer.toString(port))));
        process = startNode(directory, properties);
        awaitReady(process, directory);
        Map<String, Object> settings = new LinkedHashMap<>(client);
        settings.put("bootstrap.servers", servers());
        admin = Admin.create(settings);
    }

    /** Kills the process. */
    void kill() {
        admin.close();
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    String servers() {
        return "127.0.0.1:" + port;
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

    /** Returns a producer; it is transactional where there is an id. */
    KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("bootstrap.servers", servers());
        if (transactionalId != null) {
            settings.put("transactional.id", transactionalId);
        }
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void close() {
        kill();
    }
}
