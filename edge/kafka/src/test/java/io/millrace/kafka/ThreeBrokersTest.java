package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.leaks.ExpectedLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three brokers, each a process, of which one is killed: nothing is lost, doubled or stopped. */
class ThreeBrokersTest {
    @TempDir
    Path directory;

    private final List<Process> nodes = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();

    @BeforeEach
    void startNodes() {
        List<Integer> controllers = new ArrayList<>();
        StringBuilder voters = new StringBuilder();
        for (int node = 1; node <= 3; node++) {
            ports.add(TestBroker.freePort());
            controllers.add(TestBroker.freePort());
            voters.append(node == 1 ? "" : ",").append(node + "@127.0.0.1:" + controllers.getLast());
        }
        for (int node = 1; node <= 3; node++) {
            Path own = directory.resolve("node-" + node);
            nodes.add(TestBroker.startNode(
                    own,
                    TestBroker.properties(
                            node,
                            own.resolve("logs"),
                            ports.get(node - 1),
                            controllers.get(node - 1),
                            voters.toString(),
                            3)));
        }
        for (int node = 1; node <= 3; node++) {
            TestBroker.awaitReady(nodes.get(node - 1), directory.resolve("node-" + node));
        }
    }

    @AfterEach
    void stopNodes() {
        nodes.forEach(ChildProcess::kill);
    }

    private String servers() {
        return String.join(",", ports.stream().map(port -> "127.0.0.1:" + port).toList());
    }

    @ExpectedLog(value = "the brokers of a source are away", occurs = ExpectedLog.Occurrence.PERHAPS)
    @Test
    void sourceAndGatewayContinueWhenTheLeaderIsKilled() {
        List<String> values = new ArrayList<>();
        int leader;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            TopicCheck.result(() -> admin.createTopics(List.of(new NewTopic("trades", 1, (short) 3)))
                    .all()
                    .get());
            leader = leader(admin);
        }
        try (GatewayRun gateway = new GatewayRun(servers(), "trades", directory.resolve("out"));
                SourceRun source = new SourceRun(servers(), "trades", directory.resolve("in"))) {
            gateway.batch = Optional.of(20);
            gateway.trades(1, 200).outcomes(200);
            source.calls(200);
            ChildProcess.kill(nodes.get(leader - 1));
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
