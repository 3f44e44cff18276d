package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Zeros where messages were published stop components, gateways and restarts at their position. */
class MissingInputTest {

    private static final int COUNT = 500;
    private static final int KEPT = 7;
    private static final int PAGE_BYTES = 4096;

    @TempDir
    Path root;

    private long lost;

    private ServiceTask summer(Channel output, Channel input) {
        return Service.component("summer")
                .reads(input)
                .writes(output)
                .create(outputs -> new Summer(outputs.as(Sums.class)));
    }

    /** Keeps the requests, and answers each. */
    private static final class ListingGateway implements Gateway, Numbers {

        private final Sums out;
        private final List<Long> requests = new ArrayList<>();

        private ListingGateway(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            requests.add(value);
            out.sum("outcome", value);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    private ServiceTask gateway(Channel output, Channel input) {
        return Service.gateway("listing")
                .reads(input)
                .writes(output)
                .batch(1)
                .create(outputs -> new ListingGateway(outputs.as(Sums.class)));
    }

    private void write(String name) {
        try (Channel channel = Channel.journal(name, root.resolve(name), Flow.synced())) {
            Flow.numbers(channel, LongStream.range(0, COUNT).toArray());
        }
    }

    private void zeroAPage(String name) {
        try (Channel channel = Channel.readOnly(root.resolve(name));
                Tailer tailer = channel.journal().orElseThrow().tailer()) {
            assertEquals(SeekResult.FOUND, tailer.seekMessage(KEPT));
            assertEquals(Read.MESSAGE, tailer.read());
            lost = tailer.index();
        }
        Flow.zero(root.resolve(name).resolve("00000000.segment"), Index.position(lost), PAGE_BYTES);
    }

    private void expectMissing(Executable action) {
        String message = assertThrows(JournalDamagedException.class, action).getMessage();
        assertTrue(message.contains("00000000.segment"), message);
        assertTrue(message.contains(Index.toText(lost)), message);
    }

    @Test
    void aComponentStopsBeforeTheGap() {
        write("numbers");
        zeroAPage("numbers");
        try (Channel input = Channel.readOnly(root.resolve("numbers"));
                Channel output = Flow.channel(root, "sums")) {
            ServiceTask task = summer(output, input);
            expectMissing(() -> Flow.run(task));
            assertEquals(KEPT, task.inputs());
        }
    }

    @Test
    void aGatewayStopsBeforeTheGap() {
        write("requests");
        try (Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
                Channel output = Flow.channel(root, "outcomes")) {
            zeroAPage("requests");
            ServiceTask task = gateway(output, input);
            expectMissing(() -> Flow.run(task));
            assertEquals(KEPT, ((ListingGateway) task.component()).requests.size());
        }
    }

    @Test
    void aServiceWithAGapInItsOutputDoesNotRestart() {
        write("numbers");
        try (Channel input = Channel.journal("numbers", root.resolve("numbers"), Flow.synced());
                Channel output = Flow.channel(root, "sums")) {
            input.markEnded();
            Flow.run(summer(output, input));
        }
        zeroAPage("sums");
        try (Channel input = Channel.journal("numbers", root.resolve("numbers"), Flow.synced());
                Channel output = Flow.channel(root, "sums")) {
            expectMissing(() -> Flow.run(summer(output, input)));
        }
        try (Channel readOnly = Channel.readOnly(root.resolve("sums"))) {
            expectMissing(() -> Flow.calls(readOnly));
        }
    }
}
