package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.topology.RunningTopology;
import io.millrace.wire.Query;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query that takes long; {@code -Dmillrace.query.seconds} says how long. */
@Tag("proof")
class LongQueryTest {

    private static final int SECONDS = Integer.getInteger("millrace.query.seconds", 6);

    /** Shorter than the query, so that a session without a sign of life ends before that. */
    private static final Duration DEAD_AFTER = Duration.ofSeconds(4);

    @TempDir
    private Path data;

    /** The component as a client of this test calls it. */
    interface SlowPort {
        @Query
        CompletionStage<Integer> slow(int milliseconds);

        int take(String item, int amount);

        void delivered(String item, int amount);
    }

    @Test
    void signsOfLifeOfAllSessionsGoOnDuringAQuery() throws Exception {
        List<ClientState> states = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running = StockTopology.start(data, 0, 0);
                MillraceClient asking = connect(EchoTopology.detail(running, "address"), states);
                MillraceClient web = connect(EchoTopology.detail(running, "address"), states);
                MillraceClient tcp = connect("tcp://" + EchoTopology.detail(running, "tcpAddress"), states)) {
            SlowPort slow = asking.port("stock", SlowPort.class);
            slow.delivered("tea", 5);
            assertEquals(4, slow.take("tea", 1));
            assertEquals(3, web.port("stock", SlowPort.class).take("tea", 1));
            assertEquals(2, tcp.port("stock", SlowPort.class).take("tea", 1));
            CompletionStage<Integer> answer = slow.slow(SECONDS * 1_000);
            Await.until("the query is named", () -> running.health().toString().contains("slow"));
            assertTrue(!answer.toCompletableFuture().isDone(), "it takes longer than its budget");
            assertEquals(SECONDS * 1_000, answer.toCompletableFuture().join());
            assertEquals(1, tcp.port("stock", SlowPort.class).take("tea", 1));
        }
        assertEquals(3, Collections.frequency(states, ClientState.CONNECTED), states::toString);
        assertEquals(0, Collections.frequency(states, ClientState.DISCONNECTED), states::toString);
    }

    private static MillraceClient connect(String address, List<ClientState> states) {
        return MillraceClient.connect(ClientOptions.at(address)
                .withDeadAfter(DEAD_AFTER)
                .withAnswerWithin(Duration.ofSeconds(SECONDS + 60L))
                .withListeners(states::add, _ -> {}));
    }
}
