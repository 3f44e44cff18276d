package io.millrace.kafka.broker;

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
 * The program of a node, broker and controller in one. It continues with the data of its directory, prints {@link
 * #READY}, and ends in order when its standard input ends, which is the end of its parent at the latest. Argument: the
 * file of its properties.
 */
final class BrokerMain {
    /** What it prints once it serves. */
    static final String READY = "ready";

    private static final String CLUSTER_ID = "millraceTestCluster0A";

    /** How long an end in order may take before the process is halted. */
    private static final long STOP_MS = 60_000;

    private BrokerMain() {}

    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(Path.of(arguments[0]))) {
            properties.load(reader);
        }
        format(properties);
        Object server = startup(properties);
        System.out.println(READY);
        System.out.flush();
        awaitEndOfInput();
        Thread stopping = Thread.ofPlatform().daemon().start(() -> shutdown(server));
        stopping.join(STOP_MS);
        Runtime.getRuntime().halt(0);
    }

    /** Starts the server by the names of its classes: they are of Scala, and compilers of Java warn about that. */
    private static Object startup(Properties properties) throws ReflectiveOperationException {
        Class<?> config = Class.forName("kafka.server.KafkaConfig");
        Class<?> type = Class.forName("kafka.server.KafkaRaftServer");
        Object configured = config.getConstructor(Map.class).newInstance(properties);
        Object server = type.getConstructor(config, Time.class).newInstance(configured, Time.SYSTEM);
        type.getMethod("startup").invoke(server);
        return server;
    }

    private static void shutdown(Object server) {
        try {
            server.getClass().getMethod("shutdown").invoke(server);
        } catch (ReflectiveOperationException e) {
            System.err.println("the broker cannot be ended in order, and is halted: " + e.getCause());
        }
    }

    /** Writes the identity of the node into a directory that is new. */
    private static void format(Properties properties) throws Exception {
        Path logs = Path.of(properties.getProperty("log.dirs"));
        if (Files.exists(logs.resolve("meta.properties"))) {
            return;
        }
        Files.createDirectories(logs);
        new Formatter()
                .setNodeId(Integer.parseInt(properties.getProperty("node.id")))
                .setClusterId(CLUSTER_ID)
                .addDirectory(logs.toString())
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(logs.toString())
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setSupportedFeatures(List.of(Feature.PRODUCTION_FEATURES.toArray(Feature[]::new)))
                .setIgnoreFormatted(true)
                .setPrintStream(new PrintStream(PrintStream.nullOutputStream()))
                .run();
    }

    private static void awaitEndOfInput() throws IOException {
        int read = System.in.read();
        while (read >= 0) {
            read = System.in.read();
        }
    }
}
