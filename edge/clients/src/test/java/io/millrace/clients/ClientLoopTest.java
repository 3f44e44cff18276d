package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.fixtures.Await;
import io.millrace.server.SessionEnd;
import io.millrace.service.ComponentPort;
import io.millrace.service.OverdueQuery;
import io.millrace.service.PortListener;
import io.millrace.service.PortQuery;
import io.millrace.wire.OfferedCall;
import io.millrace.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The thread of the loop, whose pause is so long here that it looks again only where it is woken. */
class ClientLoopTest {

    private static final long NOW_NS = 1_000;
    private static final String CHANNEL = "orders";

    @TempDir
    private Path data;

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    /** Keeps what is sent. */
    private final ClientConnection connection = new ClientConnection() {
        @Override
        public String principal() {
            return "";
        }

        @Override
        public String remote() {
            return "here";
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void send(ByteBuffer message, Runnable onSent) {
            sent.add(StandardCharsets.UTF_8.decode(message.duplicate()).toString());
        }

        @Override
        public void close(SessionEnd end) {}
    };

    /** A component that takes calls when the test says so. */
    private static final class SlowComponent implements ComponentPort {

        private final Channel output;
        private volatile long taken = -1;

        SlowComponent(Channel output) {
            this.output = output;
        }

        @Override
        public List<OfferedCall> calls() {
            return Wire.closed().offeredCalls(Orders.class);
        }

        @Override
        public Channel output() {
            return output;
        }

        @Override
        public long taken(String channel) {
            return taken;
        }

        @Override
        public void wake() {}

        @Override
        public boolean query(PortQuery query) {
            return false;
        }

        @Override
        public boolean find(String channel, String client, long number, PortListener listener) {
            return false;
        }

        @Override
        public Optional<OverdueQuery> overdue() {
            return Optional.empty();
        }
    }

    private JournalChannel channel(String name) {
        return Channel.journal(name, data.resolve(name), ChannelOptions.defaults());
    }

    private static String append(long number) {
        return "{\"request\":\"append\",\"channel\":\"orders\",\"number\":" + number
                + ",\"method\":\"order\",\"until\":\"TAKEN\",\"arguments\":{\"symbol\":\"A\",\"quantity\":1}}";
    }

    private static boolean isPaused(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void aThreadThatPausesIsWokenWhereAnAnswerIsAwaited() throws Exception {
        try (JournalChannel orders = channel(CHANNEL);
                JournalChannel prices = channel("prices")) {
            SlowComponent component = new SlowComponent(prices);
            List<OfferedCall> calls = component.calls();
            ClientNumbers numbers = new ClientNumbers(1, () -> NOW_NS);
            try (ClientLoop loop = new ClientLoop(
                    Map.of(),
                    Map.of(
                            CHANNEL,
                            AppendChannel.open(
                                    orders,
                                    calls.stream().map(OfferedCall::call).toList(),
                                    false)),
                    Map.of(CHANNEL, new ServedPort(orders, component, new Durable(prices, false), Runnable::run)),
                    numbers,
                    1_024,
                    new ClientTaps(List.of()),
                    errors::add)) {
                loop.longPauseNs(TimeUnit.DAYS.toNanos(1));
                loop.start();
                ClientSession session = new ClientSession(connection, loop, ClientLimits.defaults());
                loop.execute(() -> loop.serve(session, "{\"request\":\"hello\"}"));
                for (int number = 1; number <= 3; number++) {
                    Await.until("the pause", () -> isPaused(loop.thread()));
                    long next = number;
                    loop.execute(() -> loop.serve(session, append(next)));
                    assertEquals("{\"channel\":\"orders\",\"appended\":" + number + "}", sent.getLast());
                    component.taken = orders.journal().orElseThrow().lastIndex();
                    Await.until(
                            "what the component has taken", () -> sent.getLast().contains("taken"));
                }
            }
        }
        assertEquals(List.of(), errors);
    }
}
