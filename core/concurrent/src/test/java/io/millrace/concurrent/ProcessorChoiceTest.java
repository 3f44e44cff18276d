package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.ThreadProcessors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chooses processors of machines whose files under {@code /sys} are in {@code src/test/data/sys}. */
class ProcessorChoiceTest {

    @TempDir
    Path directory;

    /** Writes the files of a machine, and reads its processors. */
    private List<Processor> machine(String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("src/test/data/sys", name + ".txt"))) {
            write(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1) + "\n");
        }
        return ProcessorLayout.read(directory);
    }

    private void write(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static BitSet cpus(int... numbers) {
        BitSet cpus = new BitSet();
        Arrays.stream(numbers).forEach(cpus::set);
        return cpus;
    }

    private static List<Integer> choose(
            List<Processor> machine, BitSet usable, BitSet taken, Map<Integer, Integer> bound, int threads) {
        return ProcessorChoice.choose(machine, usable, taken, bound, threads).stream()
                .map(choice -> choice.cpu().orElse(-1))
                .toList();
    }

    private static List<Integer> choose(List<Processor> machine, int threads) {
        return choose(machine, ProcessorLayout.parse("0-15"), new BitSet(), Map.of(), threads);
    }

    @Test
    void theFilesOfAMachineAreRead() throws IOException {
        assertEquals(
                List.of(
                        new Processor(0, 0, cpus(0), cpus(0, 1), false),
                        new Processor(1, 0, cpus(1), cpus(0, 1), false)),
                machine("virtual-machine"));
        Processor last = machine("two-sockets").getLast();
        assertEquals(new Processor(15, 1, cpus(7, 15), cpus(4, 5, 6, 7, 12, 13, 14, 15), true), last);
    }

    @Test
    void processorZeroIsTheLast() throws IOException {
        assertEquals(List.of(1, 0), choose(machine("virtual-machine"), 2));
    }

    @Test
    void isolatedProcessorsComeFirstAndThenWholeCoresOfTheSameNode() throws IOException {
        // Three isolated cores of node 1, then their siblings, then the core that is not isolated.
        assertEquals(List.of(5, 6, 7, 13, 14, 15, 4, 12), choose(machine("two-sockets"), 8));
    }

    @Test
    void allAreOfOneNodeWhereItHasEnough() throws IOException {
        List<Processor> machine = machine("two-sockets");
        BitSet notIsolated = ProcessorLayout.parse("0-4,8-12");
        assertEquals(List.of(1, 2, 3), choose(machine, notIsolated, new BitSet(), Map.of(), 3));
        assertEquals(
                List.of(1, 2, 3, 0, 9, 10, 11, 8, 4, 12), choose(machine, notIsolated, new BitSet(), Map.of(), 10));
    }

    @Test
    void theNodeOfTakenProcessorsIsPreferred() throws IOException {
        BitSet usable = ProcessorLayout.parse("0-15");
        assertEquals(List.of(2, 3), choose(machine("two-sockets"), usable, cpus(1), Map.of(), 2));
        assertEquals(List.of(5, 6), choose(machine("two-sockets"), usable, cpus(7), Map.of(), 2));
    }

    @Test
    void aProcessorOrCoreWithABoundThreadIsAvoided() throws IOException {
        List<Processor> machine = machine("two-complexes");
        assertEquals(List.of(2, 4, 6, 8), choose(machine, 4));
        assertEquals(
                List.of(4, 6, 8, 10),
                choose(machine, ProcessorLayout.parse("0-15"), new BitSet(), Map.of(3, 1), 4),
                "the core of 2 has a bound thread");
        assertEquals(
                List.of(8, 10, 12, 14, 9, 11, 13, 15),
                choose(machine, ProcessorLayout.parse("0-15"), new BitSet(), Map.of(1, 1, 3, 1, 5, 1, 7, 1), 8));
        assertEquals(
                List.of(6),
                choose(machine("two-sockets"), ProcessorLayout.parse("0-15"), new BitSet(), Map.of(5, 2), 1),
                "5 is isolated, and has bound threads");
        assertEquals(
                List.of(4),
                choose(machine("two-sockets"), cpus(4, 5), new BitSet(), Map.of(5, 1), 1),
                "a processor without bound threads is better, even if it is not isolated");
    }

    @Test
    void processorsThatShareACacheAreTakenTogether() throws IOException {
        assertEquals(
                List.of(10, 12, 14, 2),
                choose(machine("two-complexes"), ProcessorLayout.parse("0-15"), cpus(8), Map.of(), 4));
    }

    @Test
    void aCoreOfOneProcessorIsBetterThanHalfOfACoreOfTwo() throws IOException {
        assertEquals(List.of(4, 5, 6, 2, 0), choose(machine("hybrid"), 5));
    }

    @Test
    void threadsForWhichNoneIsLeftHaveNone() throws IOException {
        List<ProcessorChoice> choices =
                ProcessorChoice.choose(machine("virtual-machine"), cpus(0, 1, 2), cpus(0), Map.of(), 2);
        assertEquals(OptionalInt.of(1), choices.get(0).cpu());
        assertEquals(
                "isolated=false node=0 core={1} boundThreads=0 boundThreadsOfTheRestOfTheCore=0",
                choices.get(0).reason());
        assertEquals(OptionalInt.empty(), choices.get(1).cpu());
        assertEquals(
                "no processor is left: known=2 allowed={0, 1, 2} taken={0, 1}",
                choices.get(1).reason());
        assertEquals(
                List.of(-1), choose(ProcessorLayout.read(directory.resolve("none")), cpus(0), cpus(), Map.of(), 1));
    }

    @Test
    void aListThatCannotBeReadNamesItsFile() throws IOException {
        write("cpu/online", "0-x\n");
        String message = assertThrows(UncheckedIOException.class, () -> ProcessorLayout.read(directory))
                .getCause()
                .getMessage();
        assertEquals(
                "cannot read the list of processors file=" + directory.resolve("cpu/online") + " text=0-x", message);
        for (String wrong : List.of("3-1", "-1", "1,,2", "0-99999", "1-2-3")) {
            assertThrows(NumberFormatException.class, () -> ProcessorLayout.parse(wrong), wrong);
        }
    }

    @Test
    void boundThreadsOfProgramsAreCounted() throws IOException {
        write("10/cmdline", "java\0");
        write("10/task/10/status", "Name:\tjava\nCpus_allowed_list:\t0-3\n");
        write("10/task/11/status", "Name:\tjava\nCpus_allowed_list:\t3\n");
        write("10/task/12/status", "Name:\tjava\nCpus_allowed_list:\t3\n");
        for (int ended = 13; ended < 30; ended++) { // in any order
            Files.createDirectories(directory.resolve("10/task/" + ended));
        }
        write("20/cmdline", "");
        write("20/task/20/status", "Name:\tkworker\nCpus_allowed_list:\t1\n");
        write("30/cmdline", "has ended");
        write("self/cmdline", "java\0");
        assertEquals(Map.of(3, 2), BoundThreads.count(directory));
        assertEquals(Map.of(), BoundThreads.count(directory.resolve("none")));
    }

    @Test
    void aThreadOfThisProcessThatIsBoundIsSeen() throws InterruptedException {
        BitSet allowed = ThreadAffinity.allowedCpus();
        int cpu = allowed.length() - 1;
        if (allowed.cardinality() < 2 || ThreadProcessors.get().isEmpty()) {
            return; // all threads are bound to the only processor, or none can be
        }
        AtomicInteger seen = new AtomicInteger();
        Thread bound = Thread.ofPlatform().start(() -> {
            ThreadAffinity.pin(cpu);
            seen.set(BoundThreads.count(Path.of("/proc")).getOrDefault(cpu, 0));
        });
        bound.join();
        assertTrue(seen.get() >= 1, "the thread was bound while it counted");
        assertEquals(allowed, ThreadAffinity.bindable(allowed));
        assertEquals(new BitSet(), ThreadAffinity.bindable(cpus(8000)));
        List<ProcessorChoice> choices = ProcessorChoice.forThreads(1, new BitSet());
        assertTrue(choices.getFirst().cpu().isPresent(), choices::toString);
    }
}
