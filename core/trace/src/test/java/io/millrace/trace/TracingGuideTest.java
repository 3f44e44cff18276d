package io.millrace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the document on tracing quotes. */
class TracingGuideTest {

    @TempDir
    Path data;

    @Test
    void aMessageIsFollowed() {
        long quote;
        long index;
        try (Channels channels = new Channels(data)) {
            Channel quotes = channels.journal("quotes");
            Channel merged = channels.journal("merged");
            try (Feed feed = new Feed("feed", channels.clock, quotes);
                    Stage merge = new Stage("merge", channels.clock, merged, quotes)) {
                quote = feed.send(1);
                index = merge.takeOne();
            }
        }
        List<String> lines = new ArrayList<>();
        try (ChannelSet channels = ChannelSet.open(data)) {
            ChannelGraph graph = ChannelGraph.infer(channels);
            MessageTrace trace = MessageTrace.follow(channels, graph, "merged", index, TraceOptions.defaults());
            for (TraceStep step : trace.path()) {
                lines.add(step.message().position() + " by " + step.component().orElse("an unnamed component"));
            }
        }
        assertEquals(
                List.of("quotes@" + Index.toText(quote) + " by feed", "merged@" + Index.toText(index) + " by merge"),
                lines);
    }
}
