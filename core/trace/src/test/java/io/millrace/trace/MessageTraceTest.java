package io.millrace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.JournalId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages are followed through a chain of components: names, values and times. */
class MessageTraceTest {

    @TempDir
    Path data;

    private Channels channels;
    private Channel quotes;
    private Channel ticks;
    private Channel merged;
    private Channel parts;
    private Channel ends;

    /** The messages in order, by what they say: 0 3 105 6 9 12 15 117 18 in merged, two parts of each after that. */
    private List<Long> quote;

    private List<Long> merge;
    private List<Long> part;
    private List<Long> end;

    /**
     * Sends 20 quotes and 5 ticks, 101 after quote 1 and so on; merge passes every third number on, split writes two
     * parts of each, and end passes them on.
     */
    @BeforeEach
    void run() {
        channels = new Channels(data);
        quotes = channels.journal("quotes");
        ticks = channels.journal("ticks");
        merged = channels.journal("merged");
        parts = channels.journal("parts");
        ends = channels.journal("ends");
        try (Feed feed = new Feed("feed", channels.clock, quotes);
                Feed timer = new Feed("timer", channels.clock, ticks);
                Stage merger = new Stage("merge", channels.clock, merged, quotes, ticks)
                        .writing(number -> number % 3 == 0 ? 1 : 0);
                Stage split = new Stage("split", channels.clock, parts, merged).writing(number -> 2);
                Stage last = new Stage("end", channels.clock, ends, parts)) {
            for (int number = 0; number < 20; number++) {
                feed.send(number);
                if (number % 4 == 1) {
                    timer.send(number + 100);
                }
            }
            assertEquals(25, merger.run());
            merger.checkpoint();
            assertEquals(9, split.run());
            assertEquals(18, last.run());
        }
        quote = Indexes.of(quotes);
        merge = Indexes.of(merged);
        part = Indexes.of(parts);
        end = Indexes.of(ends);
    }

    @AfterEach
    void close() {
        channels.close();
    }

    private static List<String> path(MessageTrace trace) {
        return trace.path().stream()
                .map(step -> step.component().orElse("?") + ">" + step.message().position())
                .toList();
    }

    private static List<String> texts(List<TracedMessage> messages) {
        return messages.stream()
                .map(message -> message.channel() + " " + message.text().replaceAll("(?s)step: .(\\d+),.*", "$1"))
                .toList();
    }

    private String position(String channel, long index) {
        return channel + "@" + Index.toText(index);
    }

    @Test
    void theChainIsFollowedToTheSourceWithAllTimes() {
        MessageTrace trace = channels.trace("ends", end.get(7));
        assertEquals(List.of(), trace.notes());
        assertTrue(trace.complete());
        assertEquals(
                List.of(
                        "feed>" + position("quotes", quote.get(6)),
                        "merge>" + position("merged", merge.get(3)),
                        "split>" + position("parts", part.get(7)),
                        "end>" + position("ends", end.get(7))),
                path(trace));
        TraceStep first = trace.path().getFirst();
        assertEquals("feed@6", first.input().orElseThrow().position());
        assertEquals(OptionalLong.empty(), first.waitingNs());
        assertEquals(OptionalLong.of(1_000), first.serviceNs());
        assertEquals(OptionalLong.of(1_000), first.sinceStartNs());
        // feed and timer took 1,000 ns for each of their items
        assertEquals(OptionalLong.of(ManualClock.START_NS + 8_000), first.timeInNs());
        assertEquals(OptionalLong.of(ManualClock.START_NS + 9_000), first.timeOutNs());
        // merge took this input as its ninth, when all 25 items had been sent
        TraceStep second = trace.path().get(1);
        long takenNs = ManualClock.START_NS + 25_000 + 9 * Stage.WAIT_NS + 8 * Stage.SERVICE_NS;
        assertEquals(OptionalLong.of(takenNs), second.timeInNs());
        assertEquals(OptionalLong.of(takenNs - first.timeOutNs().getAsLong()), second.waitingNs());
        assertEquals(OptionalLong.of(Stage.SERVICE_NS), second.serviceNs());
        assertEquals(
                position("quotes", quote.get(6)), second.input().orElseThrow().position());
        assertEquals(1, second.number());
        assertEquals(2, trace.path().get(2).number());
        TraceStep last = trace.path().getLast();
        assertEquals(trace.message(), last.message());
        assertEquals(Optional.of("step"), trace.message().call());
        assertEquals(MessageContent.WHOLE, trace.message().content());
        assertTrue(
                trace.message().text().contains("item 6 part 2"),
                trace.message().text());
        long sum = first.serviceNs().getAsLong();
        for (TraceStep step : trace.path().subList(1, 4)) {
            sum += step.waitingNs().getAsLong() + step.serviceNs().getAsLong();
        }
        assertEquals(OptionalLong.of(sum), last.sinceStartNs());
    }

    @Test
    void theOtherInputsSinceThePreviousOutputAreShown() {
        OtherInputs before105 =
                channels.trace("merged", merge.get(2)).path().getLast().otherInputs();
        assertEquals(OptionalLong.of(2), before105.total());
        assertEquals(List.of("quotes 4", "quotes 5"), texts(before105.inputs()));
        OtherInputs before12 = channels.trace("ends", end.get(10)).path().get(1).otherInputs();
        assertEquals(List.of("ticks 109", "quotes 10", "quotes 11"), texts(before12.inputs()));
        OtherInputs before6 =
                channels.trace("merged", merge.get(3)).path().getLast().otherInputs();
        assertEquals(OtherInputs.NONE, before6);
        OtherInputs secondPart =
                channels.trace("parts", part.get(3)).path().getLast().otherInputs();
        assertEquals(OtherInputs.NONE, secondPart);
        OtherInputs first =
                channels.trace("merged", merge.getFirst()).path().getLast().otherInputs();
        assertEquals(OtherInputs.NONE, first);
    }

    @Test
    void moreOtherInputsThanTheBoundAreCounted() {
        TraceOptions options = TraceOptions.defaults().withMaxOtherInputs(2);
        OtherInputs inputs =
                channels.trace("merged", merge.get(5), options).path().getLast().otherInputs();
        assertEquals(OptionalLong.of(3), inputs.total());
        assertEquals(List.of("ticks 109", "quotes 10"), texts(inputs.inputs()));
        assertTrue(inputs.hasMore());
    }

    @Test
    void everyOutputThatNamesAMessageIsFound() {
        MessageTrace trace = channels.trace("merged", merge.get(7));
        assertEquals(1, trace.readings().size());
        TraceReading reading = trace.readings().getFirst();
        assertEquals(Optional.of("split"), reading.component());
        assertEquals(Optional.of("parts"), reading.output());
        assertEquals(ReadingState.OUTPUTS, reading.state());
        assertEquals(2, reading.total());
        assertEquals(
                List.of(part.get(14), part.get(15)),
                reading.outputs().stream().map(each -> each.message().index()).toList());
        TraceOutput output = reading.outputs().getLast();
        assertEquals(2, output.number());
        assertEquals(OutputKind.CALL, output.kind());
        assertEquals(OptionalLong.of(Stage.SERVICE_NS), output.serviceNs());
        long afterNs =
                output.message().timeNs().getAsLong() - trace.message().timeNs().getAsLong();
        assertEquals(OptionalLong.of(afterNs), output.afterNs());
        assertEquals(OptionalLong.of(afterNs - Stage.SERVICE_NS), output.waitingNs());
        assertEquals(List.of(), output.readings());
    }

    @Test
    void outputsAreFollowedAsDeepAsAsked() {
        MessageTrace trace =
                channels.trace("quotes", quote.get(9), TraceOptions.defaults().withDepth(5));
        TraceOutput merged9 = trace.readings().getFirst().outputs().getFirst();
        assertEquals(merge.get(4), merged9.message().index());
        List<TraceOutput> parts9 = merged9.readings().getFirst().outputs();
        assertEquals(2, parts9.size());
        TraceOutput end9 = parts9.getLast().readings().getFirst().outputs().getFirst();
        assertEquals(end.get(9), end9.message().index());
        assertEquals(List.of(), end9.readings(), "no component reads the last channel");
        assertTrue(trace.complete());
        TraceOptions few = TraceOptions.defaults().withDepth(5).withMaxTotalOutputs(2);
        MessageTrace bounded = channels.trace("quotes", quote.get(9), few);
        assertFalse(bounded.complete());
        assertTrue(
                bounded.notes().getFirst().startsWith("more outputs are not shown"),
                bounded.notes().toString());
        assertEquals(
                List.of(),
                channels.trace("quotes", quote.get(9), few.withDepth(0)).readings());
    }

    @Test
    void inputsWithoutOutputAreReported() {
        TraceReading consumed =
                channels.trace("quotes", quote.get(4)).readings().getFirst();
        assertEquals(ReadingState.NO_OUTPUT, consumed.state());
        assertEquals(Optional.of("merge"), consumed.component());
        TraceReading last = channels.trace("quotes", quote.get(19)).readings().getFirst();
        assertEquals(ReadingState.NO_OUTPUT, last.state());
    }

    @Test
    void messagesThatAreNotTakenYetAreReportedWithTheLag() {
        long unread;
        try (Feed feed = new Feed("feed", channels.clock, quotes)) {
            feed.send(30);
            feed.send(31);
            unread = feed.send(33);
            feed.send(36);
        }
        TraceReading reading = channels.trace("quotes", unread).readings().getFirst();
        assertEquals(ReadingState.UNREAD, reading.state());
        assertEquals(OptionalLong.of(3), reading.lag());
    }

    @Test
    void namedPositionsOfOtherReadersAreReported() {
        ends.journal().orElseThrow().position("report").set(end.get(3));
        TraceReading passed = channels.trace("ends", end.get(3)).readings().getFirst();
        assertEquals(Optional.of("report"), passed.component());
        assertEquals(ReadingState.PASSED, passed.state());
        TraceReading unread = channels.trace("ends", end.get(5)).readings().getFirst();
        assertEquals(ReadingState.UNREAD, unread.state());
        assertEquals(OptionalLong.of(2), unread.lag());
    }

    @Test
    void anIndexWithoutAMessageIsRefusedWithTheLastOne() {
        String last = " lastIndex=" + Index.toText(end.getLast());
        TraceException beyond = assertThrows(TraceException.class, () -> channels.trace("ends", end.getLast() + 100));
        assertTrue(beyond.getMessage().contains(last), beyond.getMessage());
        TraceException between = assertThrows(TraceException.class, () -> channels.trace("ends", end.getLast() - 1));
        assertTrue(between.getMessage().contains("result=NOT_A_FRAME" + last), between.getMessage());
        TraceException none = assertThrows(TraceException.class, () -> channels.trace("ends", Index.NONE));
        assertTrue(none.getMessage().contains("index=none"), none.getMessage());
        TraceException other = assertThrows(TraceException.class, () -> channels.trace("end", end.getLast()));
        assertTrue(other.getMessage().contains("channels=[ends, merged, parts, quotes, ticks]"), other.getMessage());
    }

    @Test
    void aMessageWithoutAnInputIsItsOwnSource() {
        Channel notes = channels.journal("notes");
        Channel copies = channels.journal("copies");
        try (ChannelWriter writer = notes.writer();
                Stage copy = new Stage("copy", channels.clock, copies, notes)) {
            writer.as(Steps.class).step(1, "by hand");
            assertEquals(1, copy.run());
        }
        long index = Indexes.of(notes).getFirst();
        MessageTrace own = channels.trace("notes", index);
        assertEquals(1, own.path().size());
        assertEquals(Optional.empty(), own.path().getFirst().input());
        assertEquals(OptionalLong.of(0), own.path().getFirst().sinceStartNs());
        MessageTrace copy = channels.trace("copies", Indexes.of(copies).getFirst());
        assertEquals(
                List.of(
                        "?>" + position("notes", index),
                        "copy>" + position("copies", copy.message().index())),
                path(copy));
        assertEquals(OptionalLong.of(Stage.WAIT_NS), copy.path().getLast().waitingNs());
        assertEquals(
                OptionalLong.of(Stage.WAIT_NS + Stage.SERVICE_NS),
                copy.path().getLast().sinceStartNs());
    }

    @Test
    void longTextsAreCutAndVeryLongOnesLeftOut() {
        long index;
        try (Feed feed = new Feed("feed", channels.clock, quotes)) {
            index = feed.send(1, "<script>".repeat(500));
        }
        TraceOptions options = TraceOptions.defaults().withMaxTextChars(1_500);
        TracedMessage cut = channels.trace("quotes", index, options).message();
        assertEquals(MessageContent.SHORTENED, cut.content());
        assertEquals(1_500, cut.text().length());
        TracedMessage none =
                channels.trace("quotes", index, options.withMaxTextChars(100)).message();
        assertEquals(MessageContent.SHORTENED, none.content());
        assertEquals("", none.text());
        assertTrue(none.bytes() > 4_000, "bytes=" + none.bytes());
    }

    @Test
    void openChannelsOfARunningSystemServeAsWell() {
        List<Channel> open = List.of(quotes, ticks, merged, parts, ends);
        ChannelGraph graph = ChannelGraph.of(
                List.of(
                        new GraphComponent(Optional.of("my-feed"), List.of(), "quotes"),
                        new GraphComponent(Optional.of("my-merge"), List.of("quotes", "ticks"), "merged")),
                Map.of());
        try (ChannelSet set = ChannelSet.of(open)) {
            MessageTrace trace = MessageTrace.follow(set, graph, "quotes", quote.get(6), TraceOptions.defaults());
            assertEquals(Optional.of("my-merge"), trace.readings().getFirst().component());
            assertEquals(
                    merge.get(3),
                    trace.readings().getFirst().outputs().getFirst().message().index());
        }
        assertEquals(end, Indexes.of(ends), "the channels stay open");
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        TraceOptions options = TraceOptions.defaults();
        assertThrows(TraceException.class, () -> options.withDepth(65));
        assertThrows(TraceException.class, () -> options.withMaxOutputs(0));
        assertThrows(TraceException.class, () -> options.withMaxTextChars(-1));
    }

    @Test
    void aSourceIsShownAsItsKindCounts() {
        JournalId id = quotes.journal().orElseThrow().id();
        assertEquals("q@0:8", new TraceInput("q", Source.channel("q", id), 1).position());
        assertEquals("feed@1", new TraceInput("feed", Source.external("feed"), 1).position());
        assertEquals(List.of(), channels.trace("ends", end.getFirst()).readings());
    }
}
