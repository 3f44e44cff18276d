package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The run is killed while a client appends and follows; nothing is lost and nothing comes twice. */
@Tag("process")
class KillTest {

    private static final int KILLS = 3;
    private static final int BETWEEN = 300;

    @TempDir
    private Path data;

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aClientContinuesAfterEachKillOfTheRun(String kind) throws Exception {
        List<Double> seen = Collections.synchronizedList(new ArrayList<>());
        List<ClientState> states = Collections.synchronizedList(new ArrayList<>());
        AtomicLong next = new AtomicLong();
        EchoProcess process = EchoProcess.start(data, 0, 0);
        ClientOptions options = ClientOptions.at(process.address(kind))
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(100))
                .withListeners(states::add, _ -> {});
        try (MillraceClient client = MillraceClient.connect(options)) {
            Orders orders = client.writer("orders", Orders.class);
            Prices prices = new Prices() {
                @Override
                public void price(String symbol, double value) {
                    seen.add(value);
                }

                @Override
                public void closed() {}
            };
            client.follow("prices", Prices.class, prices, FollowOptions.oldest());
            for (int kill = 0; kill < KILLS; kill++) {
                int enough = seen.size() + BETWEEN;
                Await.until(
                        enough + " answers",
                        () -> {
                            while (seen.size() < enough && next.get() - seen.size() < BETWEEN) {
                                orders.order("A", next.incrementAndGet());
                            }
                            return seen.size() >= enough;
                        },
                        () -> "answers=" + seen.size() + " orders=" + next);
                process.kill();
                for (int i = 0; i < BETWEEN; i++) {
                    orders.order("A", next.incrementAndGet()); // they wait in the client
                }
                process.close();
                process = process.again(data);
            }
            client.flush(Duration.ofSeconds(60));
            Await.until("all answers", () -> seen.size() >= next.get());
        } finally {
            process.close();
        }
        List<Double> expected =
                LongStream.rangeClosed(1, next.get()).mapToObj(i -> (double) i).toList();
        assertEquals(expected, seen, "each answer once and in order");
        List<String> calls = LongStream.rangeClosed(1, next.get())
                .mapToObj(i -> "order[\"A\"," + i + "]")
                .toList();
        assertEquals(calls, EchoTopology.calls(data, "orders"), "each order once and in order");
        assertTrue(Collections.frequency(states, ClientState.CONNECTED) >= KILLS + 1, states::toString);
    }
}
