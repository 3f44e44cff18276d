package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.journal.Durability;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.service.DeterminismException;
import io.millrace.service.ServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No service of a topology takes anything new before each of them is known to be able to. */
@ExpectedLog(value = "machine went down", occurs = Occurrence.PERHAPS)
class StartGateTest {

    private static final ChannelSpec JOURNAL = ChannelSpec.journal().withDurability(Durability.SYNCED);
    private static final ChannelSpec QUEUE = ChannelSpec.queue().withQueueSize(1 << 12);

    @TempDir
    Path root;

    /** Passes on what it gets, with something added. */
    public static final class Adder implements Numbers {
        private final Numbers out;
        private final long add;

        public Adder(Numbers out, long add) {
            this.out = out;
            this.add = add;
        }

        @Override
        public void number(long value) {
            out.number(value + add);
        }
    }

    private static TopologyBuilder base(long limit) {
        return base(limit, JOURNAL);
    }

    private static TopologyBuilder base(long limit, ChannelSpec numbers) {
        return Topology.builder("gate")
                .channel("numbers", numbers)
                .component(
                        "counter",
                        ComponentSpec.of(QueueTopologyTest.Counter.class)
                                .writes("numbers")
                                .argument("limit", limit));
    }

    private static ComponentSpec adder(long add, String reads, String writes) {
        return ComponentSpec.of(Adder.class).reads(reads).writes(writes).argument("add", add);
    }

    private RunningTopology open(TopologyBuilder topology) {
        return TopologyRunner.open(
                topology.build(),
                RunOptions.in(root.resolve("data")).withClassLoader(StartGateTest.class.getClassLoader()));
    }

    private void run(TopologyBuilder topology) throws InterruptedException {
        try (RunningTopology running = open(topology)) {
            running.start();
            RunEnd end = running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
            assertEquals(RunEnd.ENDED, end);
        }
    }

    private Map<String, List<String>> calls(String... channels) {
        Map<String, List<String>> calls = new TreeMap<>();
        for (String name : channels) {
            try (Channel channel = Channel.readOnly(root.resolve("data").resolve(name))) {
                calls.put(name, Flow.calls(channel));
            }
        }
        return calls;
    }

    private TopologyBuilder pipeline(long limit, long add) {
        return base(limit)
                .channel("first", JOURNAL)
                .channel("second", JOURNAL)
                .channel("rows", JOURNAL)
                .component("one", adder(1, "numbers", "first"))
                .component("two", adder(add, "first", "second"))
                .component(
                        "table",
                        ComponentSpec.of(RenamedTopology.FileTable.class)
                                .reads("numbers")
                                .writes("rows")
                                .argument("file", "${data}/table"))
                .thread("a", ThreadSpec.running("counter"))
                .thread("b", ThreadSpec.running("one"))
                .thread("c", ThreadSpec.running("two"))
                .thread("d", ThreadSpec.running("table"));
    }

    @Test
    @ExpectedLog("failed component=")
    void aRestartThatIsRefusedWritesNothing() throws Exception {
        String[] channels = {"numbers", "first", "second", "rows"};
        run(pipeline(5_000, 2));
        Map<String, List<String>> before = calls(channels);
        List<String> table = Files.readAllLines(root.resolve("data/table"));
        // A component that answers otherwise is found out after thousands of inputs; all others have more to do.
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThrows(DeterminismException.class, () -> {
                try {
                    run(pipeline(9_000, 3));
                } catch (ServiceException e) {
                    throw e.getCause();
                }
            });
            assertEquals(before, calls(channels));
            assertEquals(table, Files.readAllLines(root.resolve("data/table")));
        }
        run(pipeline(9_000, 2));
        assertEquals(9_000, calls("second").get("second").size());
        assertEquals(9_000, Files.readAllLines(root.resolve("data/table")).size());
    }

    /** The queue is much shorter than what one of its readers has to take before the other is where it stood. */
    @Test
    void aReaderOfASharedQueueDoesNotHoldBackTheOther() throws Exception {
        run(shared(3_000));
        Map<String, List<String>> expected = calls("left", "right");
        for (String behind : List.of("left", "right")) {
            Flow.delete(root.resolve("data").resolve(behind));
            run(shared(3_000));
            assertEquals(expected, calls("left", "right"));
        }
    }

    private static TopologyBuilder shared(long limit) {
        return base(limit)
                .channel("queue", QUEUE)
                .channel("next", QUEUE)
                .channel("left", JOURNAL)
                .channel("right", JOURNAL)
                .component("one", adder(1, "numbers", "queue"))
                .component("passer", adder(1, "queue", "next"))
                .component("lefty", adder(1, "next", "left"))
                .component("righty", adder(1, "queue", "right"))
                .thread("a", ThreadSpec.running("counter", "one"))
                .thread("b", ThreadSpec.running("passer"))
                .thread("c", ThreadSpec.running("lefty"))
                .thread("d", ThreadSpec.running("righty"));
    }

    /** What a loss of power takes from a journal before a queue is not waited for. */
    @Test
    @ExpectedLog("failed component=")
    void aCallThatNeverComesThroughAQueueIsAnError() throws Exception {
        run(lossy(1_000));
        Path numbers = root.resolve("data/numbers");
        List<Long> frames;
        try (Channel channel = Channel.readOnly(numbers)) {
            frames = Flow.frames(channel.journal().orElseThrow());
        }
        Flow.cutAt(numbers, frames.get(frames.size() / 2));
        ServiceException error = assertThrows(ServiceException.class, () -> run(lossy(1_000)));
        assertTrue(error.getMessage().contains("is missing in its channel service=two input=next"), error.getMessage());
    }

    private static TopologyBuilder lossy(long limit) {
        return base(limit, ChannelSpec.journal())
                .channel("queue", QUEUE)
                .channel("next", QUEUE)
                .channel("result", JOURNAL)
                .component("one", adder(1, "numbers", "queue"))
                .component("between", adder(1, "queue", "next"))
                .component("two", adder(1, "next", "result"));
    }
}
