package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.ProcessorChoice;
import io.millrace.leaks.ExpectedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processors of threads, and {@code cpu: auto}. */
class ThreadCpusTest {

    @TempDir
    Path data;

    private static Topology topology(String first, String second, String third) {
        return Topology.builder("three")
                .channel("numbers", ChannelSpec.journal().withSegmentSize(1 << 16))
                .channel("sums", ChannelSpec.journal().withSegmentSize(1 << 16))
                .channel("more", ChannelSpec.journal().withSegmentSize(1 << 16))
                .component(
                        "counter",
                        ComponentSpec.of(TopologyRunTest.Counter.class)
                                .writes("numbers")
                                .argument("limit", 10)
                                .argument("after", "END"))
                .component(
                        "first",
                        ComponentSpec.of(SkipsTest.Mended.class)
                                .reads("numbers")
                                .writes("sums"))
                .component(
                        "second",
                        ComponentSpec.of(SkipsTest.Mended.class)
                                .reads("numbers")
                                .writes("more"))
                .thread("a", spec("counter", first))
                .thread("b", spec("first", second))
                .thread("c", spec("second", third))
                .build();
    }

    private static ThreadSpec spec(String component, String cpu) {
        ThreadSpec any = ThreadSpec.running(component);
        return switch (cpu) {
            case "any" -> any;
            case "auto" -> any.withAutoCpu();
            default -> any.withCpu(Integer.parseInt(cpu));
        };
    }

    private static ProcessorChoice choice(int cpu) {
        return new ProcessorChoice(cpu < 0 ? OptionalInt.empty() : OptionalInt.of(cpu), "for a test");
    }

    @Test
    @ExpectedLog("the thread has no processor of its own thread=c for a test")
    void threadsWithAutoGetWhatIsChosenBesideTheOthers() {
        List<BitSet> asked = new ArrayList<>();
        Map<String, Integer> cpus = ThreadCpus.of(topology("auto", "3", "auto"), (threads, taken) -> {
            assertEquals(2, threads);
            asked.add(taken);
            return List.of(choice(7), choice(-1));
        });
        assertEquals(Map.of("a", 7, "b", 3), cpus, "none was left for c");
        assertEquals(BitSet.valueOf(new long[] {1 << 3}), asked.getFirst());
        assertEquals(Map.of("b", 3), ThreadCpus.of(topology("any", "3", "any"), (_, _) -> {
            throw new AssertionError("nothing is to be chosen");
        }));
    }

    @Test
    void aRunSaysOnWhichProcessorsItsThreadsAre() throws InterruptedException {
        try (RunningTopology running = TopologyRunner.open(topology("auto", "any", "any"), RunOptions.in(data))) {
            running.start();
            running.await();
            assertEquals(RunEnd.ENDED, running.end());
            List<ThreadInfo> threads = running.view().threads();
            assertTrue(threads.get(0).cpu().isPresent(), threads::toString);
            assertEquals(OptionalInt.empty(), threads.get(1).cpu());
        }
    }

    @Test
    void theFileSaysAuto() throws IOException {
        String text = """
                name: one
                channels:
                  numbers: {}
                components:
                  counter: {class: io.millrace.topology.TopologyRunTest$Counter, writes: numbers}
                threads:
                  a: {runs: [counter], cpu: auto}
                """;
        Topology topology = Topology.load(Files.writeString(data.resolve("one.yaml"), text));
        assertEquals(new ThreadCpu.Auto(), topology.threads().get("a").cpu());
    }
}
