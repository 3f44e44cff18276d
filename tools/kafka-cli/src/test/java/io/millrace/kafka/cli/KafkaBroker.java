package io.millrace.kafka.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A program that is one broker of Kafka and its controller, on this machine alone. It continues with the data of its
 * directory, prints {@code ready}, and ends with the process that has started it: when its standard input ends.
 */
final class KafkaBroker {
    private KafkaBroker() {}

    /**
     * Runs the broker.
     *
     * @param arguments the directory of its data, the port for clients and the port of the controller
     * @throws Exception where the broker cannot start
     */
    public static void main(String[] arguments) throws Exception {
        Properties properties =
                properties(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        format(properties);
        start(properties);
        System.out.println("ready");
        System.out.flush();
        awaitEndOfInput();
        Runtime.getRuntime().halt(0);
    }

    private static Properties properties(Path directory, int port, int controllerPort) {
        Properties all = new Properties();
        all.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@127.0.0.1:" + controllerPort,
                "controller.listener.names", "CONTROLLER",
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                "advertised.listeners", "PLAINTEXT://127.0.0.1:" + port,
                "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs", directory.toAbsolutePath().toString(),
                "auto.create.topics.enable", "false"));
        all.putAll(Map.of(
                "offsets.topic.num.partitions", "1",
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.num.partitions", "3",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20)));
        return all;
    }

    /** Writes the identity of the broker into a directory that is new. */
    private static void format(Properties properties) throws Exception {
        Path logs = Path.of(properties.getProperty("log.dirs"));
        if (Files.exists(logs.resolve("meta.properties"))) {
            return;
        }
        Files.createDirectories(logs);
        new Formatter()
                .setNodeId(1)
                .setClusterId("millraceTestCluster0A")
                .addDirectory(logs.toString())
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(logs.toString())
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setSupportedFeatures(List.of(Feature.PRODUCTION_FEATURES.toArray(Feature[]::new)))
                .setIgnoreFormatted(true)
                .setPrintStream(new PrintStream(PrintStream.nullOutputStream()))
                .run();
    }

    /** Starts the server by the names of its classes: they are of Scala, and compilers of Java warn about that. */
    private static void start(Properties properties) throws ReflectiveOperationException {
        Class<?> config = Class.forName("kafka.server.KafkaConfig");
        Class<?> server = Class.forName("kafka.server.KafkaRaftServer");
        Object configured = config.getConstructor(Map.class).newInstance(properties);
        Object created = server.getConstructor(config, Time.class).newInstance(configured, Time.SYSTEM);
        server.getMethod("startup").invoke(created);
    }

    private static void awaitEndOfInput() throws IOException {
        int read = System.in.read();
        while (read >= 0) {
            read = System.in.read();
        }
    }
}
