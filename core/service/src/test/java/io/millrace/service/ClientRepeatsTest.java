package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientRepeatsTest {

    private static final int WINDOW = 50;
    private static final int CLIENTS = 40;

    /** Some clients are remembered for so much of the order's time, in which four windows pass. */
    private static final long LASTING_NS = 4 * WINDOW;

    private static final int LASTING = 5;

    @TempDir
    Path root;

    private static String client(int number) {
        return ClientName.issue("client", number, new UUID(number, number));
    }

    private static boolean isLasting(String client) {
        return client.compareTo(client(CLIENTS - LASTING)) >= 0;
    }

    /** What is known is the same whether the source has run all the time or starts now. */
    @Test
    void aRestartKnowsWhatALongRunKnows() {
        SplittableRandom random = new SplittableRandom(7);
        ClientRepeats live = new ClientRepeats(WINDOW, LASTING_NS, ClientRepeatsTest::isLasting);
        Input input = new Input();
        Source order = Source.external("order");
        OrderClock clock = new OrderClock();
        try (Channel channel =
                        Channel.journal("in", root.resolve("in"), Flow.small().withClock(clock));
                JournalChannelWriter writer = channel.writer().journalWriter().orElseThrow()) {
            Numbers numbers = writer.as(Numbers.class);
            for (int position = 0; position < 6_000; position++) {
                clock.entry(position);
                int which = random.nextInt(random.nextInt(10) == 0 ? CLIENTS : CLIENTS - LASTING);
                long number = (long) position - random.nextInt(30);
                if (which == 0) {
                    live.next();
                    writer.begin(input.set(order, position, position));
                } else {
                    Source of = live.next(client(which), Math.max(0, number));
                    writer.begin(input.set(order, position, position, of, Math.max(0, number)));
                }
                if (live.isNew()) {
                    numbers.number(position);
                    live.written(writer.commit(), position);
                } else {
                    writer.commit();
                }
                if (position % 97 == 0) {
                    assertSame(live, channel, position);
                }
            }
            assertTrue(Index.segment(writer.lastIndex()) > 1, "there are several segments");
            assertTrue(Index.segment(live.neededFrom()) > 0, "old segments are not needed");
        }
    }

    private static void assertSame(ClientRepeats live, Channel channel, long newest) {
        ClientRepeats restored = new ClientRepeats(WINDOW, LASTING_NS, ClientRepeatsTest::isLasting);
        restored.restore(channel);
        assertEquals(live.clients(), restored.clients());
        assertTrue(restored.clients() <= WINDOW + LASTING);
        assertEquals(Index.segment(live.neededFrom()), Index.segment(restored.neededFrom()));
        for (int which = 1; which < CLIENTS; which++) {
            for (long number = Math.max(0, newest - 60); number <= newest; number++) {
                live.next(client(which), number);
                restored.next(client(which), number);
                assertEquals(live.isNew(), restored.isNew());
            }
        }
    }
}
