package io.millrace.prove.kafka;

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
 * The program of a node, broker and controller in one. It prints {@code ready}, and ends with its parent, which holds
 * its standard input. Argument: the file of its properties.
 */
final class BrokerMain {
    /** What it prints once it serves. */
    static final String READY = "ready";

    private static final String CLUSTER_ID = "millraceProofOfKafka0A";

    private BrokerMain() {}

    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(Path.of(arguments[0]))) {
            properties.load(reader);
        }
        format(properties);
        startup(properties);
        System.out.println(READY);
        System.out.flush();
        awaitEnd();
        Runtime.getRuntime().halt(0);
    }

    /** Starts the server by the names of its classes: they are of Scala, and compilers of Java warn about that. */
    private static void startup(Properties properties) throws ReflectiveOperationException {
        Class<?> config = Class.forName("kafka.server.KafkaConfig");
        Class<?> server = Class.forName("kafka.server.KafkaRaftServer");
        Object configured = config.getConstructor(Map.class).newInstance(properties);
        Object created = server.getConstructor(config, Time.class).newInstance(configured, Time.SYSTEM);
        server.getMethod("startup").invoke(created);
    }

    private static void format(Properties properties) throws Exception {
        Path logs = Path.of(properties.getProperty("log.dirs"));
        if (Files.exists(logs.resolve("meta.properties"))) {
            return;
        }
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

    private static void awaitEnd() throws IOException {
        int read = System.in.read();
        while (read >= 0) {
            read = System.in.read();
        }
    }
}
