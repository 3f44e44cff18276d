package io.millrace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Tailer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Traces among many messages, beside readers that lag: {@code -Dmillrace.trace.messages=10000000} is the measurement of
 * the document on tracing, {@code -Dmillrace.trace.segment} the size of segments in bytes.
 */
@Tag("proof")
class LargeTraceTest {

    private static final int MESSAGES = Integer.getInteger("millrace.trace.messages", 30_000);
    private static final int SEGMENT_BYTES = Integer.getInteger("millrace.trace.segment", 1 << 16);
    private static final int TRACES = 200;
    private static final long SECOND_NS = 1_000_000_000L;

    @TempDir
    Path data;

    @Test
    void aTraceTakesLessThanASecondHoweverManyMessagesThereAre() {
        long seed = new Random().nextLong();
        try (Channels channels = new Channels(data)) {
            write(channels);
        }
        Random random = new Random(seed);
        List<Long> cold = new ArrayList<>();
        for (int i = 0; i < TRACES / 10; i++) {
            long startNs = System.nanoTime();
            try (ChannelSet set = ChannelSet.open(data)) {
                trace(set, ChannelGraph.infer(set), random);
            }
            cold.add(System.nanoTime() - startNs);
        }
        report("with opening and inference", cold);
        List<Long> warm = new ArrayList<>();
        try (ChannelSet set = ChannelSet.open(data)) {
            ChannelGraph graph = ChannelGraph.infer(set);
            assertEquals(4, graph.components().size(), graph::toString);
            for (int i = 0; i < TRACES; i++) {
                long startNs = System.nanoTime();
                trace(set, graph, random);
                warm.add(System.nanoTime() - startNs);
            }
        }
        report("of open channels", warm);
        lastMessages();
        cold.addAll(warm);
        long slow = cold.stream().filter(ns -> ns >= SECOND_NS).count(); // a busy machine may stop for a second
        assertTrue(slow <= cold.size() / 10, () -> "seed=" + seed + " ns=" + cold);
    }

    /**
     * Writes the messages, a copy of the first 60 in 100 with what a rare second source sends, and one output for each
     * thousandth of the first half, whose component lags by as many messages as the other half has.
     */
    private static void write(Channels channels) {
        Channel source = journal(channels, "source");
        Channel rare = journal(channels, "rare");
        Channel copy = journal(channels, "copy");
        Channel sums = journal(channels, "sums");
        long startNs = System.nanoTime();
        try (Feed feed = new Feed("feed", channels.clock, source);
                Feed other = new Feed("other", channels.clock, rare);
                Stage copier = new Stage("copier", channels.clock, copy, source, rare);
                Stage summer = new Stage("summer", channels.clock, sums, source)
                        .writing(number -> number % 1_000 == 0 ? 1 : 0)) {
            other.send(0);
            for (int number = 0; number < MESSAGES; number++) {
                feed.send(number, "a message of the source");
                if (number == MESSAGES / 2) {
                    other.send(number);
                }
            }
            take(copier, MESSAGES / 100 * 60);
            take(summer, MESSAGES / 2);
            summer.checkpoint();
        }
        System.out.printf(
                Locale.ROOT,
                "trace: wrote %,d messages in segments of %,d bytes in %.1f s%n",
                MESSAGES,
                SEGMENT_BYTES,
                (System.nanoTime() - startNs) / 1e9);
    }

    private static void take(Stage stage, int inputs) {
        for (int input = 0; input < inputs; input++) {
            assertTrue(stage.take());
        }
    }

    private static Channel journal(Channels channels, String name) {
        return channels.journal(
                name, options -> options.withJournal(JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES)));
    }

    private static void trace(ChannelSet set, ChannelGraph graph, Random random) {
        String name =
                List.of("source", "source", "source", "rare", "copy", "sums").get(random.nextInt(6));
        Channel channel = set.channel(name).orElseThrow();
        long messages = channel.journal().orElseThrow().messages();
        long number = random.nextLong(messages);
        long index;
        try (Tailer tailer = channel.journal().orElseThrow().tailer()) {
            tailer.seekMessage(number);
            tailer.read();
            index = tailer.index();
        }
        MessageTrace trace = MessageTrace.follow(
                set, graph, name, index, TraceOptions.defaults().withDepth(3));
        String message = name + "@" + Index.toText(index) + " number=" + number + " " + trace;
        assertTrue(trace.complete(), message);
        if (name.equals("source")) {
            long copied = MESSAGES / 100 * 60L - 2; // those of the rare source come before
            ReadingState copy = number < copied ? ReadingState.OUTPUTS : ReadingState.UNREAD;
            assertEquals(copy, trace.readings().getFirst().state(), message);
            ReadingState sum = number >= MESSAGES / 2
                    ? ReadingState.UNREAD
                    : number % 1_000 == 0 ? ReadingState.OUTPUTS : ReadingState.NO_OUTPUT;
            assertEquals(sum, trace.readings().getLast().state(), message);
        } else if (name.equals("sums")) {
            assertEquals(
                    number == 0 ? 0 : 999,
                    trace.path().getLast().otherInputs().total().getAsLong(),
                    message);
        } else if (name.equals("rare")) {
            assertEquals(ReadingState.OUTPUTS, trace.readings().getFirst().state(), message);
        }
    }

    private void lastMessages() {
        try (ChannelSet set = ChannelSet.open(data)) {
            ChannelGraph graph = ChannelGraph.infer(set);
            for (String name : set.names()) {
                long last = Indexes.last(set.channel(name).orElseThrow());
                MessageTrace trace = MessageTrace.follow(set, graph, name, last, TraceOptions.defaults());
                assertTrue(trace.complete(), trace::toString);
                assertEquals(last, trace.path().getLast().message().index());
            }
        }
    }

    private static void report(String what, List<Long> timesNs) {
        long[] sorted = timesNs.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "trace %s: traces=%d median=%.2f ms p99=%.2f ms max=%.2f ms%n",
                what,
                sorted.length,
                sorted[sorted.length / 2] / 1e6,
                sorted[(int) (sorted.length * 0.99)] / 1e6,
                Arrays.stream(sorted).max().orElse(0) / 1e6);
    }
}
