package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.server.SessionEnd;
import io.millrace.wire.Wire;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acknowledgements of calls while a disk is slow: here it is forced when the test says so. */
class AppendAnswersTest {

    private static final long NOW_NS = 1_000;

    @TempDir
    private Path data;

    private final List<String> sent = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();

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

    private JournalChannel channel(String name) {
        JournalOptions journal = JournalOptions.defaults().withDurability(Durability.MAPPED);
        return Channel.journal(
                name, data.resolve(name), ChannelOptions.defaults().withJournal(journal));
    }

    /** Returns a channel whose calls are answered once they are on the disk, and that is forced when it is told. */
    private static Channel synced(JournalChannel channel) {
        return (Channel) Proxy.newProxyInstance(
                Channel.class.getClassLoader(),
                new Class<?>[] {Channel.class},
                (_, method, arguments) -> method.getName().equals("durability")
                        ? Optional.of(Durability.SYNCED)
                        : method.invoke(channel, arguments));
    }

    private static AppendChannel appending(Channel channel) {
        return AppendChannel.open(
                channel,
                Wire.closed().offeredCalls(Orders.class).stream()
                        .map(each -> each.call())
                        .toList(),
                false);
    }

    private static void order(AppendChannel channel, ClientSession session, long number) {
        var _ = channel.append(
                session.source(), number, "order", () -> "{\"symbol\":\"A\",\"quantity\":" + number + "}", NOW_NS);
    }

    private ClientSession session() {
        ClientLoop loop = new ClientLoop(
                Map.of(),
                Map.of(),
                Map.of(),
                new ClientNumbers(1, () -> NOW_NS),
                1_024,
                new ClientTaps(List.of()),
                errors::add);
        ClientSession session = new ClientSession(connection, loop, ClientLimits.defaults());
        session.named(new ClientNumbers(1, () -> NOW_NS).newName(""));
        return session;
    }

    @Test
    void aSlowDiskDelaysTheAcknowledgementsOfItsChannelAlone() {
        ClientSyncer never = new ClientSyncer(() -> {}, errors::add);
        never.close(); // what is wanted is not forced by it
        try (JournalChannel syncedChannel = channel("synced");
                JournalChannel mappedChannel = channel("mapped");
                AppendChannel synced = appending(synced(syncedChannel));
                AppendChannel mapped = appending(mappedChannel)) {
            ClientSession session = session();
            AppendAnswers answers = new AppendAnswers(List.of(synced, mapped), never);
            Set<AppendChannel> unsettled = new HashSet<>(Set.of(synced, mapped));
            order(synced, session, 1);
            answers.appended(session, "synced", 1);
            assertFalse(answers.settle(unsettled));
            assertTrue(answers.isWaiting());
            for (int number = 1; number <= 3; number++) {
                order(mapped, session, number);
                answers.appended(session, "mapped", number);
                assertTrue(answers.settle(unsettled), "it waits for no other channel");
                assertEquals("{\"channel\":\"mapped\",\"appended\":" + number + "}", sent.getLast());
            }
            assertEquals(3, sent.size());
            assertEquals(1, answers.count(session));
            order(synced, session, 2); // after the force has begun, so it waits for the next one
            answers.appended(session, "synced", 2);
            assertEquals(2, answers.count(session));
            synced.sync();
            assertTrue(answers.settle(unsettled));
            assertEquals("{\"channel\":\"synced\",\"appended\":2}", sent.getLast());
            assertEquals(0, answers.count(session));
        }
        assertEquals(List.of(), errors);
    }
}
