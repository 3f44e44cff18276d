package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.Source;
import io.millrace.journal.JournalOptions;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of many clients take the same work as those of ten: what is allocated for each is counted. */
class ManyNamesTest {

    private static final int FEW = 10;
    private static final int MANY = 4_000;
    private static final int CALLS = 16_000;

    /** So small that each client has a record in several segments. */
    private static final long SEGMENT_BYTES = 1 << 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path root;

    /** What a call allocates to be appended, and to be answered. */
    private record Bytes(long appended, long answered) {}

    @Test
    void aCallOfOneOfManyClientsAllocatesAboutAsMuchAsOneOfTen() {
        Bytes few = measure(FEW);
        Bytes many = measure(MANY);
        assertTrue(many.appended() <= few.appended() + 64, "appended few=" + few + " many=" + many);
        assertTrue(many.answered() <= few.answered() * 3 / 2, "answered few=" + few + " many=" + many);
    }

    private Bytes measure(int names) {
        ChannelOptions options =
                ChannelOptions.defaults().withJournal(JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES));
        Path directory = root.resolve("names" + names);
        Source[] clients = new Source[names];
        for (int i = 0; i < names; i++) {
            clients[i] = ClientName.source(ClientName.issue("anna", 1 + i, new UUID(1, i)));
        }
        try (Channel calls = Channel.journal("calls", directory.resolve("calls"), options);
                Channel output = Channel.journal("answers", directory.resolve("answers"), options);
                ChannelWriter writer = calls.writer();
                ServiceTask task =
                        Service.component("stock").reads(calls).writes(output).create(StockKeeper::of)) {
            round(task, writer, clients, 0, CALLS);
            long before = threads.getCurrentThreadAllocatedBytes();
            long last = append(writer, clients, CALLS, 2 * CALLS);
            long between = threads.getCurrentThreadAllocatedBytes();
            take(task, last);
            long after = threads.getCurrentThreadAllocatedBytes();
            return new Bytes((between - before) / CALLS, (after - between) / CALLS);
        }
    }

    private static void round(ServiceTask task, ChannelWriter writer, Source[] clients, int from, int to) {
        take(task, append(writer, clients, from, to));
    }

    private static long append(ChannelWriter writer, Source[] clients, int from, int to) {
        Input input = new Input();
        var schema = StockShop.schema("who");
        long last = -1;
        for (int i = from; i < to; i++) {
            writer.begin(input.set(clients[i % clients.length], 1 + i / clients.length, 1_000));
            writer.call(schema, MemorySegment.NULL, 0, 0);
            last = writer.commit();
        }
        return last;
    }

    private static void take(ServiceTask task, long last) {
        do {
            task.poll();
        } while (task.state() != ServiceTask.State.LIVE || task.positions().get("calls") < last);
    }
}
