package io.millrace.kafka.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tolerates(threads = "process reaper.*", files = "none", because = "the JDK keeps the thread that waits for processes")
@Tag("engine")
class KafkaClusterTest {
    @TempDir
    Path directory;

    private static Set<String> topics(KafkaCluster cluster) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.servers()))) {
            return admin.listTopics().names().get();
        }
    }

    @Test
    void aBrokerContinuesWithDataAndPortsAfterAKillAndAfterAStop() throws Exception {
        String servers;
        try (KafkaCluster cluster = KafkaCluster.start(directory, 1)) {
            servers = cluster.servers();
            cluster.create(1, "first");
            cluster.kill(0);
            cluster.restart(0);
            assertEquals(Set.of("first"), topics(cluster));
            cluster.create(1, "second");
            IOException taken = assertThrows(IOException.class, () -> KafkaCluster.start(directory, 1));
            assertTrue(taken.getMessage().contains("port of the broker is taken"), taken.getMessage());
            cluster.stop();
        }
        Path logs = directory.resolve("node-1/logs");
        assertTrue(Files.exists(logs.resolve(".kafka_cleanshutdown")), logs.toString());
        try (KafkaCluster cluster = KafkaCluster.start(directory, 1)) {
            assertEquals(servers, cluster.servers());
            assertEquals(Set.of("first", "second"), topics(cluster));
        }
        IOException error = assertThrows(IOException.class, () -> KafkaCluster.start(directory, 3));
        assertTrue(error.getMessage().contains("brokers=1 asked=3"), error.getMessage());
    }

    @Test
    void aBrokerThatCannotServeIsAnErrorWithWhatItSaid() {
        Map<String, String> wrong = Map.of("process.roles", "nothing");
        IOException error =
                assertThrows(IOException.class, () -> KafkaCluster.start(directory, 1, List.of("-Xmx256m"), wrong));
        assertTrue(error.getMessage().contains("process.roles"), error.getMessage());
    }
}
