package io.millrace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What components read and write is inferred from data, and named where only one component can be it. */
class ChannelGraphTest {

    @TempDir
    Path data;

    private ChannelGraph infer() {
        try (ChannelSet set = ChannelSet.open(data)) {
            return ChannelGraph.infer(set);
        }
    }

    private static GraphComponent component(String name, List<String> reads, String writes) {
        return new GraphComponent(Optional.ofNullable(name), reads, writes);
    }

    @Test
    void aJoinOfAChannelAndWhatIsMadeOfItIsTold() {
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel made = channels.journal("made");
            Channel joined = channels.journal("joined");
            try (Feed feed = new Feed("feed", channels.clock, source);
                    Stage maker = new Stage("maker", channels.clock, made, source);
                    Stage join = new Stage("join", channels.clock, joined, source, made)) {
                for (int number = 0; number < 500; number++) {
                    feed.send(number);
                    maker.run();
                    join.run();
                }
            }
        }
        ChannelGraph graph = infer();
        assertEquals(
                List.of(
                        component("join", List.of("made", "source"), "joined"),
                        component("maker", List.of("source"), "made"),
                        component("feed", List.of(), "source")),
                graph.components());
        assertEquals(List.of(), graph.notes());
        assertEquals(Optional.of(ChannelKind.JOURNAL), graph.kind("made"));
        assertEquals(2, graph.readersOf("source").size());
    }

    @Test
    void aQueueAndAComponentThatHasWrittenNothingYetAreFound() {
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel queue = channels.queue("queue");
            Channel end = channels.journal("end");
            Channel later = channels.journal("later");
            try (Feed feed = new Feed("feed", channels.clock, source);
                    Stage first = new Stage("first", channels.clock, queue, source);
                    Stage second = new Stage("second", channels.clock, end, queue);
                    Stage third = new Stage("third", channels.clock, later, end)) {
                for (int number = 0; number < 50; number++) {
                    feed.send(number);
                }
                first.run();
                second.run();
                third.checkpoint();
            }
        }
        ChannelGraph graph = infer();
        assertEquals(
                List.of(
                        component("second", List.of("queue"), "end"),
                        component("third", List.of("end"), "later"),
                        component("first", List.of("source"), "queue"),
                        component("feed", List.of(), "source")),
                graph.components());
        assertEquals(Optional.of(ChannelKind.QUEUE), graph.kind("queue"));
    }

    @Test
    void aGivenGraphFollowsDirectCallsAndQueues() {
        ChannelGraph graph = ChannelGraph.of(
                List.of(
                        component("a", List.of("source"), "direct"),
                        component("b", List.of("direct"), "queue"),
                        component("c", List.of("queue"), "end"),
                        component("d", List.of("source"), "silent")),
                Map.of("direct", ChannelKind.DIRECT, "queue", ChannelKind.QUEUE, "silent", ChannelKind.QUEUE));
        assertEquals(
                List.of(new ChannelGraph.Reading(Optional.of("c"), "end", List.of("queue"))), graph.readings("source"));
        assertEquals(List.of(component("d", List.of("source"), "silent")), graph.unseenReaders("source"));
        ChannelGraph cycle = ChannelGraph.of(
                List.of(component("a", List.of("x"), "y"), component("b", List.of("y"), "x")),
                Map.of("x", ChannelKind.QUEUE, "y", ChannelKind.QUEUE));
        assertEquals(List.of(), cycle.readings("x"));
    }
}
