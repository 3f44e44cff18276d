package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.journal.Ownership;
import io.millrace.service.Counting;
import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a queue between components gives, refuses, and is after a restart. */
class QueueTopologyTest {

    /** 4,096 bytes, some 80 calls: much less than what goes through. */
    private static final ChannelSpec SMALL = ChannelSpec.queue().withQueueSize(1 << 12);

    @TempDir
    private Path directory;

    /** Gives each number several times, so that a group is often larger than what is free. */
    public static final class Repeat implements Numbers {
        private final Numbers out;

        public Repeat(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            for (long i = 0; i < value % 40; i++) {
                out.number(value + i);
            }
        }
    }

    /** Sums up, and passes on every second sum. */
    public static final class Halve implements Numbers, Counting {
        private final Numbers out;
        private long sum;
        private long count;

        public Halve(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            sum = sum * 3 + value;
            if (++count % 2 == 0) {
                out.number(sum);
            }
        }

        @Override
        public long count(String what) {
            return count;
        }
    }

    /** Counts up to a limit and ends. */
    public static final class Counter implements ExternalSource {
        private final Numbers out;
        private final long limit;
        private long next;

        public Counter(Numbers out, long limit) {
            this.out = out;
            this.limit = limit;
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == limit) {
                return Progress.ENDED;
            }
            context.index(next);
            out.number(next++);
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    private static TopologyBuilder pipeline(ChannelSpec between, long limit) {
        return Topology.builder("queues")
                .channel("numbers", ChannelSpec.journal())
                .channel("repeated", between)
                .channel("halved", between)
                .channel("result", ChannelSpec.journal())
                .component(
                        "counter",
                        ComponentSpec.of(Counter.class).writes("numbers").argument("limit", limit))
                .component(
                        "repeat",
                        ComponentSpec.of(Repeat.class).reads("numbers").writes("repeated"))
                .component(
                        "halve", ComponentSpec.of(Halve.class).reads("repeated").writes("halved"))
                .component("last", ComponentSpec.of(Halve.class).reads("halved").writes("result"))
                .summary("taken", CountSpec.counted("halve", "all"));
    }

    private static TopologyBuilder threads(TopologyBuilder topology) {
        return topology.thread("one", ThreadSpec.running("counter", "repeat"))
                .thread("two", ThreadSpec.running("halve"))
                .thread("three", ThreadSpec.running("last"));
    }

    private RunningTopology open(Topology topology, String data) {
        return TopologyRunner.open(
                topology,
                RunOptions.in(directory.resolve(data)).withClassLoader(QueueTopologyTest.class.getClassLoader()));
    }

    private Summary run(TopologyBuilder topology, String data) throws InterruptedException {
        try (RunningTopology running = open(topology.build(), data)) {
            running.start();
            assertEquals(RunEnd.ENDED, running.await(), () -> running.failure().toString());
            return running.summary();
        }
    }

    private List<String> result(String data) {
        try (Channel channel = Channel.readOnly(directory.resolve(data).resolve("result"))) {
            return Flow.calls(channel).stream()
                    .map(call -> call.replaceAll("(numbers|repeated|halved)@\\d+", "$1"))
                    .toList();
        }
    }

    @Test
    void queuesGiveWhatJournalsGiveOnOneThreadAndOnSeveral() throws InterruptedException {
        run(pipeline(ChannelSpec.journal(), 400), "journals");
        run(pipeline(SMALL, 400), "one");
        run(threads(pipeline(SMALL, 400)), "several");
        assertEquals(result("journals"), result("one"));
        assertEquals(result("journals"), result("several"));
        assertTrue(result("one").size() > 1_500);
        assertTrue(Files.exists(directory.resolve("journals/halved")));
        assertFalse(Files.exists(directory.resolve("one/halved")));
    }

    @Test
    void theNextRunMakesTheCallsAgainAndGoesOnWhereItStood() throws InterruptedException {
        Summary first = run(threads(pipeline(SMALL, 200)), "data");
        Summary again = run(threads(pipeline(SMALL, 200)), "data");
        assertFalse(first.nothingNew());
        assertTrue(again.nothingNew(), again.toString());
        assertEquals(first.counts(), again.counts());
        assertEquals(Map.of("taken", 3_900L), first.counts());
        run(pipeline(SMALL, 300), "data");
        run(pipeline(SMALL, 300), "whole");
        assertEquals(result("whole"), result("data"));
    }

    @Test
    void aRunThatIsStoppedAnywhereGoesOn() throws InterruptedException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int unfinished = 0;
        for (int stop = 0; stop < 6; stop++) {
            try (RunningTopology running = open(threads(pipeline(SMALL, 1_200)).build(), "data")) {
                running.start();
                if (stop > 0) { // the first one is stopped at once, before it can end
                    running.await(Duration.ofMillis(random.nextInt(40)));
                }
                running.stop();
                unfinished += running.await() == RunEnd.STOPPED ? 1 : 0;
                assertEquals(List.of(), running.failure().stream().toList(), "seed=" + seed);
            }
        }
        assertTrue(unfinished > 0, "every run ended before it was stopped seed=" + seed);
        run(threads(pipeline(SMALL, 1_200)), "data");
        run(pipeline(ChannelSpec.journal(), 1_200), "whole");
        assertEquals(result("whole"), result("data"), "seed=" + seed);
    }

    @Test
    void aSourceHasNoBoundsOfAnswers() {
        refused(
                "component=counter is an external source, which answers no clients, and cannot have answers",
                Topology.builder("x")
                        .channel("b", ChannelSpec.journal())
                        .component(
                                "counter",
                                ComponentSpec.of(Counter.class)
                                        .writes("b")
                                        .argument("limit", 1)
                                        .answers(AnswerSpec.defaults())));
    }

    @Test
    void topologiesThatCouldNotRestartAreRefused() {
        refused(
                "component=both writes channel=queue of kind queue and reads=[a, b]",
                base().component(
                                "both",
                                ComponentSpec.of(Repeat.class).reads("a", "b").writes("queue")));
        refused(
                "component=counter is an external source, which is never replayed",
                base().component(
                                "counter",
                                ComponentSpec.of(Counter.class).writes("queue").argument("limit", 1)));
        refused(
                "component=first writes channel=queue of kind queue and cannot have snapshots",
                base().component(
                                "first",
                                ComponentSpec.of(Repeat.class)
                                        .reads("a")
                                        .writes("queue")
                                        .snapshots("b", 10)));
        refused(
                "channel=queue of kind queue needs a reader",
                Topology.builder("x")
                        .channel("a", ChannelSpec.journal().withOwnership(Ownership.SHARED))
                        .channel("queue", SMALL)
                        .component(
                                "first",
                                ComponentSpec.of(Repeat.class).reads("a").writes("queue")));
        refused(
                "of kind queue has no input but itself",
                Topology.builder("x")
                        .channel("there", SMALL)
                        .channel("back", SMALL)
                        .component(
                                "first",
                                ComponentSpec.of(Repeat.class).reads("back").writes("there"))
                        .component(
                                "second",
                                ComponentSpec.of(Repeat.class).reads("there").writes("back")));
        refused(
                "counts channel=queue of kind queue, which stores nothing",
                base().component(
                                "first",
                                ComponentSpec.of(Repeat.class).reads("a").writes("queue"))
                        .summary("all", CountSpec.calls("queue", "number")));
        refused(
                "channel=queue of kind queue has size=5000",
                base(ChannelSpec.queue().withQueueSize(5_000))
                        .component(
                                "first",
                                ComponentSpec.of(Repeat.class).reads("a").writes("queue")));
        assertFalse(Files.exists(directory.resolve("refused")));
    }

    private static TopologyBuilder base() {
        return base(SMALL);
    }

    private static TopologyBuilder base(ChannelSpec queue) {
        return Topology.builder("x")
                .channel("a", ChannelSpec.journal().withOwnership(Ownership.SHARED))
                .channel("b", ChannelSpec.journal().withOwnership(Ownership.SHARED))
                .channel("queue", queue)
                .channel("out", ChannelSpec.journal())
                .component(
                        "reader",
                        ComponentSpec.of(Halve.class).reads("queue", "a", "b").writes("out"));
    }

    private void refused(String expected, TopologyBuilder builder) {
        String error = assertThrows(RuntimeException.class, () -> open(builder.build(), "refused"))
                .getMessage();
        assertTrue(error.contains(expected), error);
    }
}
