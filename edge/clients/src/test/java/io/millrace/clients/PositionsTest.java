package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.RetentionPolicy;
import io.millrace.service.ClientName;
import io.millrace.wire.Wire;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where followers continue, and what queries may name. */
class PositionsTest {

    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final long NOW_NS = 1_000;
    private static final Source CLIENT = ClientName.source(ClientName.issue("", NOW_NS, new UUID(1, 2)));

    @TempDir
    private Path data;

    private static long order(AppendChannel to, long number) {
        String symbol = "-".repeat(500);
        return to.append(
                CLIENT, number, "order", () -> "{\"symbol\":\"" + symbol + "\",\"quantity\":" + number + "}", NOW_NS);
    }

    private static Positions.Begun seek(JournalChannel channel, Positions positions, long index) {
        try (ChannelCursor cursor = channel.cursor()) { // one that is open may keep what it reads
            return positions.seek(cursor, index);
        }
    }

    @Test
    void whatRetentionHasRemovedIsToldAndWhatWasNotWrittenIsRefused() {
        JournalOptions journal = JournalOptions.defaults()
                .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                .withRetention(RetentionPolicy.keepAll().withMaxSizeBytes(2 * JournalOptions.MIN_SEGMENT_SIZE_BYTES));
        try (JournalChannel channel = Channel.journal(
                        "orders", data, ChannelOptions.defaults().withJournal(journal));
                AppendChannel to = AppendChannel.open(
                        channel,
                        Wire.closed().offeredCalls(Orders.class).stream()
                                .map(each -> each.call())
                                .toList(),
                        false)) {
            Positions positions = new Positions(channel.journal().orElseThrow());
            long first = order(to, 1);
            assertEquals(first, positions.written(positions.text(first)));
            assertEquals(Index.NONE, positions.written(positions.text(Index.NONE)));
            assertEquals(Positions.Begun.THERE, seek(channel, positions, first));
            long last = first;
            for (int number = 2; number < 3_000; number++) {
                last = order(to, number);
            }
            Positions.Begun begun = Positions.Begun.THERE;
            long since = System.nanoTime();
            while (begun == Positions.Begun.THERE && System.nanoTime() - since < PATIENCE_NS) {
                LockSupport.parkNanos(1_000_000);
                begun = seek(channel, positions, first);
            }
            assertEquals(Positions.Begun.LATER, begun);
            String later = positions.text(last + 8);
            assertEquals(
                    "no message is at this position after=" + later,
                    assertThrows(RequestException.class, () -> positions.written(later))
                            .getMessage());
            assertThrows(RequestException.class, () -> positions.written("another/" + later));
        }
    }
}
