package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.service.OutputDifference;
import io.millrace.service.Timed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topologies whose source is an order. */
class OrderedTopologyTest {

    @TempDir
    Path data;

    /** Writes each number, and half a second later its negative. */
    public static final class Echo implements Numbers, Timed {
        private static final long LATER_NS = 500_000_000;
        private final Numbers out;
        private long newest;
        private long dueNs = NEVER;
        private final long noonNs = 1_767_355_200_000_000_000L;

        /** Takes the output. */
        public Echo(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            newest = value;
            dueNs = noonNs + value * 2 * LATER_NS + LATER_NS;
            out.number(value);
        }

        @Override
        public long dueNs() {
            return dueNs;
        }

        @Override
        public void due() {
            dueNs = NEVER;
            out.number(-newest);
        }
    }

    private static TopologyBuilder ordered() {
        return Topology.builder("ordered")
                .channel("entries", ChannelSpec.journal())
                .channel("echoes", ChannelSpec.journal())
                .component("order", ComponentSpec.of(OrderFeed.class).writes("entries"))
                .component("echo", ComponentSpec.of(Echo.class).reads("entries").writes("echoes"));
    }

    private void run(String node) throws InterruptedException {
        Topology topology = ordered()
                .channel("more", ChannelSpec.journal())
                .component(
                        "matcher",
                        ComponentSpec.of(Matcher.class).reads("echoes").writes("more"))
                .build();
        try (RunningTopology running = TopologyRunner.open(topology, RunOptions.in(data.resolve(node)))) {
            running.start();
            assertEquals(RunEnd.ENDED, running.await(), () -> running.failure().toString());
        }
    }

    private List<String> calls(String node, String name) {
        List<String> calls = new ArrayList<>();
        try (Channel channel = Channel.readOnly(data.resolve(node).resolve(name));
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    Instant at = Instant.ofEpochSecond(0, cursor.timeNs());
                    calls.add(cursor.yaml().strip() + " " + at);
                }
            }
        }
        return calls;
    }

    @Test
    void allChannelsBehindAnOrderHaveItsTimesAndAreTheSameOnEachNode() throws InterruptedException {
        run("one");
        run("other");
        run("other");
        List<String> calls = calls("one", "more");
        assertEquals(19, calls.size());
        assertEquals("number: 0 2026-01-02T12:00:00Z", calls.get(0));
        assertEquals("number: 0 2026-01-02T12:00:00.500Z", calls.get(1));
        assertEquals("number: -8 2026-01-02T12:00:08.500Z", calls.get(17));
        assertEquals("number: 9 2026-01-02T12:00:09Z", calls.get(18));
        for (String name : List.of("entries", "echoes", "more")) {
            assertEquals(calls("one", name), calls("other", name));
            try (Channel one = Channel.readOnly(data.resolve("one").resolve(name));
                    Channel other = Channel.readOnly(data.resolve("other").resolve(name))) {
                assertEquals(Optional.empty(), OutputDifference.between(one, other));
            }
        }
    }

    private void assertRefused(TopologyBuilder builder, String message) {
        TopologyException refused = assertThrows(
                TopologyException.class,
                () -> TopologyRunner.open(builder.build(), RunOptions.in(data)).close());
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void whatNodesCouldDecideDifferentlyIsRefused() {
        assertRefused(
                ordered()
                        .channel("more", ChannelSpec.journal())
                        .component(
                                "matcher",
                                ComponentSpec.of(Matcher.class)
                                        .reads("echoes", "entries")
                                        .writes("more")),
                "component=matcher is part of an order and reads one channel");
        assertRefused(
                ordered()
                        .channel("queue", ChannelSpec.queue())
                        .channel("end", ChannelSpec.journal())
                        .component(
                                "matcher",
                                ComponentSpec.of(Matcher.class).reads("echoes").writes("queue"))
                        .component(
                                "last",
                                ComponentSpec.of(Matcher.class).reads("queue").writes("end")),
                "component=matcher is part of an order and alone writes a journal");
    }

    @Test
    void aRunOfAnOrderEndsWithItWhateverIsDueLater() throws InterruptedException {
        Topology topology = ordered().build();
        try (RunningTopology running = TopologyRunner.open(topology, RunOptions.in(data))) {
            running.start();
            assertTrue(running.await(Duration.ofMinutes(5)));
            assertEquals(RunEnd.ENDED, running.await(), () -> running.failure().toString());
        }
    }
}
