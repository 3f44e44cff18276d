package io.millrace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.JournalChannel;
import io.millrace.journal.Epoch;
import io.millrace.journal.Index;
import io.millrace.journal.JournalId;
import io.millrace.journal.Ownership;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search by bisection finds what a walk over the whole output finds. */
class OutputSearchTest {

    @TempDir
    Path data;

    /** What a walk over the whole output says of one input. */
    private static final class Walk {

        final Map<Long, List<Long>> outputs = new HashMap<>();
        final List<long[]> runs = new ArrayList<>();
        long last = Index.NONE;

        Walk(Channel output, JournalId input) {
            try (ChannelCursor cursor = output.cursor()) {
                for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                    if (entry == Entry.CALL) {
                        call(cursor, input);
                    } else if (entry == Entry.CONSUMED) {
                        consumed(cursor.consumed(), input);
                    }
                }
            }
        }

        private void call(ChannelCursor cursor, JournalId input) {
            History history = cursor.history();
            int newest = history.size() - 1;
            if (history.source(newest).journalId().orElseThrow().equals(input)) {
                outputs.computeIfAbsent(history.index(newest), index -> new ArrayList<>())
                        .add(cursor.index());
                last = Math.max(last, history.index(newest));
            }
        }

        private void consumed(ConsumedRuns consumed, JournalId input) {
            for (int run = 0; run < consumed.size(); run++) {
                if (consumed.source(run).journalId().orElseThrow().equals(input)) {
                    runs.add(new long[] {consumed.from(run), consumed.to(run)});
                    last = Math.max(last, consumed.to(run));
                }
            }
        }

        ReadingState state(long index) {
            if (outputs.containsKey(index)) {
                return ReadingState.OUTPUTS;
            }
            if (runs.stream().anyMatch(run -> run[0] <= index && index <= run[1])) {
                return ReadingState.NO_OUTPUT;
            }
            return last > index ? ReadingState.PASSED : ReadingState.UNREAD;
        }
    }

    @Test
    void theSearchFindsWhatAWalkFinds() {
        long seed = new Random().nextLong();
        for (int run = 0; run < 6; run++) {
            try (Channels channels = new Channels(data.resolve("run-" + run))) {
                compare(channels, new Random(seed + run), "seed=" + (seed + run), run % 2);
            }
        }
    }

    private static void compare(Channels channels, Random random, String seed, int leader) {
        Channel left = channels.journal("left");
        Channel right = channels.journal("right");
        JournalChannel output = channels.journal("output");
        int oneInRight = List.of(1, 2, 50, 2_000).get(random.nextInt(4));
        int percentWithOutput = List.of(2, 50, 100).get(random.nextInt(3));
        try (Feed feed = new Feed("feed", channels.clock, left);
                Feed rare = new Feed("rare", channels.clock, right)) {
            for (int number = 0; number < 8_000; number++) {
                feed.send(number);
                if (number == 0 || random.nextInt(oneInRight) == 0) {
                    rare.send(number);
                }
                if (random.nextInt(1_000) == 0) {
                    channels.clock.advance(3_000_000_000L);
                }
            }
        }
        output = write(channels, random, percentWithOutput, output, left, right, leader);
        for (Channel input : List.of(left, right)) {
            Walk walk = new Walk(output, input.journal().orElseThrow().id());
            List<Long> indexes = Indexes.of(input);
            try (ChannelSet set = ChannelSet.open(channels.data)) {
                ChannelGraph graph = ChannelGraph.infer(set);
                for (int sample = 0; sample < 60; sample++) {
                    int number = sample == 0 ? 0 : sample == 1 ? indexes.size() - 1 : random.nextInt(indexes.size());
                    long index = indexes.get(number);
                    MessageTrace trace = MessageTrace.follow(set, graph, input.name(), index, TraceOptions.defaults());
                    TraceReading reading = trace.readings().getFirst();
                    String message = input.name() + "@" + Index.toText(index) + " " + seed + " " + trace.notes();
                    assertEquals(walk.state(index), reading.state(), message);
                    assertEquals(
                            walk.outputs.getOrDefault(index, List.of()),
                            reading.outputs().stream()
                                    .map(each -> each.message().index())
                                    .toList(),
                            message);
                    assertTrue(trace.complete(), message);
                }
            }
        }
    }

    /**
     * Writes the output in three runs, the later ones in epochs of their own if their leader is not zero; the last one
     * leaves some inputs unread.
     */
    private static JournalChannel write(
            Channels channels,
            Random random,
            int percentWithOutput,
            JournalChannel first,
            Channel left,
            Channel right,
            int leader) {
        JournalChannel output = first;
        long leftAt = Index.NONE;
        long rightAt = Index.NONE;
        for (int run = 0; run < 3; run++) {
            if (run > 0 && leader > 0) {
                output = channels.inEpoch("output", new Epoch(run, leader * 31 / run));
            }
            try (Stage stage = new Stage("merge", channels.clock, output, left, right)
                    .writing(number -> random.nextInt(100) < percentWithOutput ? 1 + random.nextInt(3) : 0)
                    .after(leftAt, rightAt)) {
                long[] taken = {leftAt, rightAt};
                for (int inputs = 0; inputs < 2_600 && stage.take(taken); inputs++) {
                    if (random.nextInt(500) == 0) {
                        stage.checkpoint();
                    }
                }
                stage.checkpoint();
                leftAt = taken[0];
                rightAt = taken[1];
            }
        }
        return output;
    }

    @Test
    void twoComponentsThatWriteOneChannelAreReadOneAfterTheOther() {
        try (Channels channels = new Channels(data)) {
            Channel input = channels.journal("input");
            Channel shared = channels.journal(
                    "shared", options -> options.withJournal(options.journal().withOwnership(Ownership.SHARED)));
            try (Feed feed = new Feed("feed", channels.clock, input);
                    Stage fast = new Stage("fast", channels.clock, shared, input);
                    Stage slow = new Stage("slow", channels.clock, shared, input)) {
                for (int number = 0; number < 3_000; number++) {
                    feed.send(number);
                }
                for (int number = 0; number < 3_000; number++) {
                    fast.take();
                    if (number > 500) {
                        slow.take();
                    }
                }
                slow.run();
            }
            List<Long> indexes = Indexes.of(input);
            Walk walk = new Walk(shared, input.journal().orElseThrow().id());
            for (int number : new int[] {0, 1_000, 2_999}) {
                MessageTrace trace = channels.trace("input", indexes.get(number));
                TraceReading reading = trace.readings().getFirst();
                assertEquals(2, reading.total(), trace.notes().toString());
                assertEquals(
                        walk.outputs.get(indexes.get(number)),
                        reading.outputs().stream()
                                .map(each -> each.message().index())
                                .toList());
            }
        }
    }

    @Test
    void aSearchEndsAtItsBoundWithANote() {
        try (Channels channels = new Channels(data)) {
            Channel input = channels.journal("input");
            Channel output = channels.journal("output");
            try (Feed feed = new Feed("feed", channels.clock, input);
                    Stage stage = new Stage("stage", channels.clock, output, input)) {
                for (int number = 0; number < 5_000; number++) {
                    feed.send(number);
                }
                stage.run();
            }
            TraceOptions options = TraceOptions.defaults().withMaxScanned(3);
            MessageTrace trace = channels.trace("input", Indexes.of(input).get(2_500), options);
            assertEquals(ReadingState.UNKNOWN, trace.readings().getFirst().state());
            assertTrue(
                    trace.notes().getFirst().startsWith("the search for outputs was ended"), trace.notes()::toString);
        }
    }

    /** The only writer of the segment writes its sparse index too, so it is complete when the search begins. */
    @ParameterizedTest
    @ValueSource(ints = {0, 31})
    void oneSegmentIsBisectedWhateverItsLeader(int leader) {
        try (Channels channels = new Channels(data)) {
            Channel input = channels.journal("input");
            Channel output = channels.journal("output");
            if (leader > 0) {
                try (Feed other = new Feed("other", channels.clock, output)) {
                    other.send(0);
                }
                output = channels.inEpoch("output", new Epoch(1, leader));
            }
            try (Feed feed = new Feed("feed", channels.clock, input);
                    Stage stage = new Stage("stage", channels.clock, output, input)) {
                for (int number = 0; number < 600; number++) {
                    feed.send(number);
                }
                stage.run();
            }
            TraceOptions options = TraceOptions.defaults().withMaxScanned(200);
            MessageTrace trace = channels.trace("input", Indexes.of(input).get(590), options);
            assertEquals(ReadingState.OUTPUTS, trace.readings().getFirst().state(), trace.notes()::toString);
        }
    }

    /** A message of 100 ms, which is taken when inputs of 200 ms have been. */
    @Test
    void aMessageThatIsTakenAfterLaterOnesIsFound() {
        writeRare(100_000_000);
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel rare = channels.journal("rare");
            Channel copy = channels.journal("copy");
            try (Feed feed = new Feed("feed", channels.clock, source)) {
                try (Stage copier = new Stage("copier", channels.clock, copy, source)) {
                    copyEachMs(channels, feed, copier, 200);
                }
                try (Stage copier = new Stage("copier", channels.clock, copy, source, rare)
                        .after(Indexes.last(source), Index.NONE)) {
                    assertEquals(1, copier.run());
                    copyEachMs(channels, feed, copier, 100);
                }
            }
            MessageTrace trace = channels.trace("rare", Indexes.last(rare));
            assertEquals(ReadingState.OUTPUTS, trace.readings().getFirst().state(), trace.notes()::toString);
        }
    }

    /** The end of the channel is farther than a search may read, so nothing can say that the message was not taken. */
    @Test
    void aMessageThatNoRecordNamesIsGivenUpAfterAPartOfTheRecords() {
        writeRare(0, 5_000_000_000L);
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel rare = channels.journal("rare");
            Channel copy = channels.journal("copy");
            try (Stage copier = new Stage("copier", channels.clock, copy, rare)) {
                assertTrue(copier.take());
            }
            try (Feed feed = new Feed("feed", channels.clock, source);
                    Stage copier = new Stage("copier", channels.clock, copy, source)) {
                copyEachMs(channels, feed, copier, 300_000);
            }
            TraceOptions options = TraceOptions.defaults().withMaxScanned(250_000);
            MessageTrace trace = channels.trace("rare", Indexes.last(rare), options);
            assertEquals(ReadingState.UNKNOWN, trace.readings().getFirst().state(), trace.notes()::toString);
            assertTrue(trace.notes().getFirst().contains(" records=50000 "), trace.notes()::toString);
        }
    }

    /** Writes messages, each so many nanoseconds after the one before. */
    private void writeRare(long... afterNs) {
        try (Channels earlier = new Channels(data);
                Feed feed = new Feed("other", earlier.clock, earlier.journal("rare"))) {
            for (int number = 0; number < afterNs.length; number++) {
                earlier.clock.advance(afterNs[number]);
                feed.send(number);
            }
        }
    }

    private static void copyEachMs(Channels channels, Feed feed, Stage copier, int messages) {
        for (int number = 0; number < messages; number++) {
            feed.send(number);
            channels.clock.advance(1_000_000);
            copier.run();
        }
    }
}
