package io.millrace.examples.town;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.client.ClientException;
import io.millrace.client.ClientOptions;
import io.millrace.client.MillraceClient;
import io.millrace.fixtures.FreePorts;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.leaks.Tolerates;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import io.millrace.wire.Query;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All seats in one run, and a client of it, whose calls come into the order and are answered. */
@Tolerates(
        threads = "H2.*|MVStore.*|Generate Seed.*",
        files = ".*",
        because = "the database has threads of its own, and closes its file by them")
@ExpectedLog(value = "the other side is away", occurs = Occurrence.PERHAPS)
class TownClientTest {

    @TempDir
    Path data;

    /** What the client of this test calls. */
    interface Member {
        CompletionStage<Long> offer(String by, String to, long likes);

        @Query
        CompletionStage<Long> likes(String of);
    }

    private static long get(CompletionStage<Long> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** Returns the first of four ports in a row at which nothing listens. */
    private static int fourPorts() {
        int first = FreePorts.next();
        int last = first;
        while (last < first + 3) {
            int next = FreePorts.next();
            first = next == last + 1 ? first : next;
            last = next;
        }
        return first;
    }

    private RunningTopology start(int port) {
        RunningTopology running = TopologyRunner.open(
                Topology.load(Path.of("town.yaml")),
                RunOptions.in(data).withParameters(Map.of("port", Integer.toString(port), "batches", "1")));
        running.start();
        return running;
    }

    private static String address(RunningTopology running) {
        String line = running.announcements().stream()
                .filter(each -> each.startsWith("clients: http"))
                .findFirst()
                .orElseThrow();
        return line.substring("clients: ".length()).replace("http:", "ws:");
    }

    private static MillraceClient connect(RunningTopology running) {
        return MillraceClient.connect(ClientOptions.at(address(running)).withListeners(_ -> {}, _ -> {}));
    }

    @Test
    void aClientGetsTheAnswersOfItsCallsAndReadsWhatItHasWritten() throws Exception {
        int port = fourPorts();
        try (RunningTopology running = start(port);
                MillraceClient client = connect(running)) {
            Member member = client.port("orders", Member.class);
            assertEquals(90, get(member.offer("zoe", "yan", 10)));
            CompletionStage<Long> offer = member.offer("zoe", "yan", 20);
            assertEquals(130, get(member.likes("yan")), "a query sees the calls that its client has made before");
            assertEquals(70, get(offer));
            ClientException refused = assertThrows(ClientException.class, () -> {
                try {
                    member.offer("zoe", "yan", 71).toCompletableFuture().join();
                } catch (CompletionException e) {
                    throw e.getCause();
                }
            });
            assertTrue(refused.getMessage().contains("has=70"), refused.getMessage());
        }
        try (RunningTopology running = start(port);
                MillraceClient client = connect(running)) {
            assertEquals(130, get(client.port("orders", Member.class).likes("yan")));
        }
    }
}
