package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.kafka.broker.KafkaCluster;
import io.millrace.leaks.ExpectedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three brokers, each a process, of which one is killed: nothing is lost, doubled or stopped. */
@Tag("engine")
class ThreeBrokersTest {
    @TempDir
    Path directory;

    private KafkaCluster cluster;

    @BeforeEach
    void startNodes() throws IOException {
        cluster = KafkaCluster.start(directory.resolve("brokers"), 3);
    }

    @AfterEach
    void stopNodes() {
        cluster.close();
    }

    @ExpectedLog(value = "the brokers of a source are away", occurs = ExpectedLog.Occurrence.PERHAPS)
    @Test
    void sourceAndGatewayContinueWhenTheLeaderIsKilled() throws Exception {
        List<String> values = new ArrayList<>();
        cluster.create(1, "trades");
        int leader;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.servers()))) {
            leader = leader(admin);
        }
        try (GatewayRun gateway = new GatewayRun(cluster.servers(), "trades", directory.resolve("out"));
                SourceRun source = new SourceRun(cluster.servers(), "trades", directory.resolve("in"))) {
            gateway.batch = Optional.of(20);
            gateway.trades(1, 200).outcomes(200);
            source.calls(200);
            cluster.kill(leader - 1);
            gateway.trades(201, 400).outcomes(400);
            source.calls(400);
            for (int number = 1; number <= 400; number++) {
                values.addAll(SourceRun.trades(number));
            }
            assertEquals(values, source.written());
        }
    }

    private static int leader(Admin admin) {
        while (true) {
            TopicDescription topic = TopicCheck.result(() -> admin.describeTopics(List.of("trades"))
                            .allTopicNames()
                            .get())
                    .get("trades");
            Node leader = topic.partitions().getFirst().leader();
            if (leader != null && topic.partitions().getFirst().isr().size() == 3) {
                return leader.id();
            }
        }
    }
}
