package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.journal.Journal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway may forget, which is only what survives a loss of power, and what is kept for a restart. */
class GatewayDurabilityTest {

    @TempDir
    private Path root;

    private Runnable onOpen = () -> {};

    /** Doubles numbers; negative ones it cannot take. */
    private final class Doubling implements Gateway, Numbers {

        private final Sums out;

        private Doubling(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext context) {
            onOpen.run();
        }

        @Override
        public void number(long value) {
            if (value < 0) {
                throw new IllegalStateException("cannot take it");
            }
            out.sum("outcome", 2 * value);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    private GatewayBuilder builder(Channel input, Channel output) {
        return Service.gateway("doubling").reads(input).writes(output).onError(ErrorPolicy.RECORD);
    }

    private ServiceTask task(GatewayBuilder builder) {
        return builder.create(outputs -> new Doubling(outputs.as(Sums.class)));
    }

    private Channel requests(long... values) {
        Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
        try (JournalChannelWriter writer = input.writer().journalWriter().orElseThrow()) {
            Numbers numbers = writer.as(Numbers.class);
            for (long value : values) {
                numbers.number(value);
            }
            writer.sync();
        }
        input.markEnded();
        return input;
    }

    private static List<Long> indexes(Channel channel) {
        List<Long> indexes = new ArrayList<>();
        try (ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    indexes.add(cursor.index());
                }
            }
        }
        return indexes;
    }

    @Test
    void outcomesAreSyncedBeforeTheGatewayMayForgetThem() {
        try (Channel input = requests(1, 2);
                Channel output = Flow.channel(root, "outcomes")) {
            Flow.run(task(builder(input, output)));
            List<Long> synced = new ArrayList<>();
            Journal journal = output.journal().orElseThrow();
            onOpen = () -> synced.add(journal.syncedIndex());
            Flow.run(task(builder(input, output)));
            assertEquals(List.of(journal.lastIndex()), synced);
        }
    }

    @Test
    void theNewestAnswerIsKeptForARestartAndRecordsAfterItAreNot() {
        try (Channel input = requests(1, -2, -3, -4);
                Channel output = Flow.channel(root, "outcomes")) {
            Flow.run(task(builder(input, output).errorHandler((severity, origin, error) -> {})));
            List<Long> outcomes = indexes(output);
            assertEquals(4, outcomes.size());
            Journal journal = output.journal().orElseThrow();
            assertEquals(
                    outcomes.getFirst(), journal.position("restart of doubling").get());
        }
    }
}
