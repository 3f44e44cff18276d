package io.millrace.harness;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class ForkRunnerTest {
    private static final ForkRunner FORKS = ForkRunner.likeThisProcess();

    @TempDir
    Path directory;

    /** Reports a figure and leaves a file. */
    public static final class Tidy implements Workload {
        @Override
        public void run(Effort effort, Path directory, Figures figures) throws IOException {
            Files.writeString(directory.resolve("left"), "behind");
            figures.report("flag", Integer.getInteger("flag"));
        }
    }

    /** Writes into a file that both sides share when it starts and when it stops. */
    public static final class Taking implements Workload {
        @Override
        public void run(Effort effort, Path directory, Figures figures) throws IOException {
            Path both = Path.of(System.getProperty("both"));
            int stages = Integer.getInteger("stages");
            int rounds = Integer.getInteger("rounds");
            for (int stage = 0; stage < stages; stage++) {
                Turn.stage(stage);
                for (int round = 0; round < rounds; round++) {
                    Turn.next();
                    System.out.println("turn of a library");
                    String name = System.getProperty("name") + stage;
                    Files.writeString(both, "+" + name + "\n", CREATE, APPEND);
                    Files.writeString(both, "-" + name + "\n", CREATE, APPEND);
                }
            }
            figures.report("done", 1);
        }
    }

    /** Reports how large its heap may become. */
    public static final class Heap implements Workload {
        @Override
        public void run(Effort effort, Path directory, Figures figures) {
            figures.report("heap", (double) Runtime.getRuntime().maxMemory());
        }
    }

    /** Reports the number of its process and the property that its side sets. */
    public static class Sharing implements Workload {
        @Override
        public void run(Effort effort, Path directory, Figures figures) throws IOException {
            Files.createFile(directory.resolve("only here"));
            figures.report("pid", (double) ProcessHandle.current().pid());
            figures.report("shared", Integer.getInteger("shared"));
            figures.report("own", Integer.getInteger("own", 0));
        }
    }

    /** Does the same as another workload. */
    public static final class SharingToo extends Sharing {}

    /** Fails, and leaves a thread that does not end. */
    public static final class Broken implements Workload {
        @Override
        public void run(Effort effort, Path directory, Figures figures) {
            Thread.ofPlatform().start(LockSupport::park);
            throw new IllegalStateException("the disk is made of cheese");
        }
    }

    /** Never ends. */
    public static final class Endless implements Workload {
        @Override
        public void run(Effort effort, Path directory, Figures figures) throws InterruptedException {
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    @Test
    void aForkRunsWithItsFlagsAndLeavesNoFiles() throws Exception {
        Side side = new Side("tidy", Tidy.class, List.of("-Dflag=7"));
        assertEquals(
                7, FORKS.run(List.of(side), Effort.SMOKE, directory).get(side).value("flag"));
        try (var left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aForkHasTheHeapThatIsAskedFor() throws Exception {
        Side side = new Side("heap", Heap.class, List.of("-XX:+UseG1GC"));
        ForkRunner small = FORKS.withHeap("96m");
        assertEquals("at most 96m", small.heapSize());
        assertEquals(
                96L << 20,
                small.run(List.of(side), Effort.SMOKE, directory).get(side).value("heap"));
    }

    @Test
    void sidesTakeTurns() throws Exception {
        assertTurns(3, "a0", "b0", "a0", "b0", "a0", "b0", "a1", "b1", "a1", "b1", "a1", "b1", "a2", "a2", "a2");
    }

    @Test
    void noSideIsAStageAheadOfOneThatHasMoreRounds() throws Exception {
        assertTurns(1, "a0", "b0", "b0", "b0", "a1", "b1", "b1", "b1", "a2");
    }

    private void assertTurns(int roundsOfFirst, String... names) throws Exception {
        Path both = directory.resolve("both");
        List<Side> sides = List.of(
                taking("a", 3, roundsOfFirst, both),
                taking("b", 2, 3, both),
                new Side("c", Tidy.class, List.of("-Dflag=1")));
        assertEquals(
                sides, List.copyOf(FORKS.run(sides, Effort.SMOKE, directory).keySet()));
        List<String> expected = new ArrayList<>();
        for (String name : names) {
            expected.add("+" + name);
            expected.add("-" + name);
        }
        assertEquals(expected, Files.readAllLines(both));
    }

    private static Side taking(String name, int stages, int rounds, Path both) {
        return new Side(
                name,
                Taking.class,
                List.of("-Dname=" + name, "-Dstages=" + stages, "-Drounds=" + rounds, "-Dboth=" + both));
    }

    @Test
    void sidesWhoseFlagsAgreeShareAForkWhereThatIsAskedFor() throws Exception {
        Side one = new Side("one", Sharing.class, List.of("-Dshared=1"));
        Side other = new Side("other", SharingToo.class, List.of("-Down=2", "-Dshared=1"));
        Side apart = new Side("apart", SharingToo.class, List.of("-Dshared=2"));
        Side last = new Side("last", Sharing.class, List.of("-Dshared=1"));
        Side tuned = new Side("tuned", Sharing.class, List.of("-Dshared=1", "-Dtuned=1"));
        List<Side> sides = List.of(one, other, apart, last, tuned);
        var shared = FORKS.withSharedForks().run(sides, Effort.SMOKE, directory);
        assertEquals(sides, List.copyOf(shared.keySet()));
        assertEquals(shared.get(one).value("pid"), shared.get(other).value("pid"));
        assertEquals(shared.get(one).value("pid"), shared.get(last).value("pid"));
        assertNotEquals(shared.get(one).value("pid"), shared.get(apart).value("pid"));
        assertNotEquals(shared.get(one).value("pid"), shared.get(tuned).value("pid"));
        assertEquals(2, shared.get(one).value("own"));
        assertEquals(2, shared.get(apart).value("shared"));
        assertEquals(0, shared.get(apart).value("own"));
        var alone = FORKS.run(List.of(one, other), Effort.SMOKE, directory);
        assertNotEquals(alone.get(one).value("pid"), alone.get(other).value("pid"));
    }

    @Test
    void aSideThatFailsInASharedForkIsAnError() {
        Side tidy = new Side("tidy", Tidy.class, List.of("-Dflag=7"));
        Side broken = new Side("broken", Broken.class, List.of());
        BenchmarkException error = assertThrows(
                BenchmarkException.class,
                () -> FORKS.withSharedForks().run(List.of(tidy, broken), Effort.SMOKE, directory));
        assertTrue(error.getMessage().contains("fork of tidy, broken failed exitValue=1"), error.getMessage());
        assertTrue(error.getMessage().contains("the disk is made of cheese"), error.getMessage());
    }

    @Test
    void aFailedForkEndsTheOthers() {
        Side broken = new Side("broken", Broken.class, List.of());
        Side taking = taking("a", 1_000_000, 3, directory.resolve("both"));
        BenchmarkException error = assertThrows(
                BenchmarkException.class, () -> FORKS.run(List.of(taking, broken), Effort.SMOKE, directory));
        assertTrue(error.getMessage().contains("fork of broken failed"), error.getMessage());
    }

    @Test
    void aFailedForkIsAnErrorThatShowsWhatItPrinted() {
        Side side = new Side("broken", Broken.class, List.of());
        BenchmarkException error =
                assertThrows(BenchmarkException.class, () -> FORKS.run(List.of(side), Effort.SMOKE, directory));
        assertTrue(error.getMessage().contains("the disk is made of cheese"), error.getMessage());
    }

    @Test
    void aForkThatDoesNotEndIsEnded() {
        ForkRunner impatient = new ForkRunner(
                FORKS.javaHome(), FORKS.classPath(), FORKS.heap(), TimeUnit.SECONDS.toNanos(2), FORKS.sharing());
        Side side = new Side("endless", Endless.class, List.of());
        BenchmarkException error =
                assertThrows(BenchmarkException.class, () -> impatient.run(List.of(side), Effort.SMOKE, directory));
        assertTrue(error.getMessage().contains("did not end in time"), error.getMessage());
        assertFalse(ProcessHandle.current()
                .descendants()
                .anyMatch(child -> child.info().commandLine().orElse("").contains(Endless.class.getName())));
    }
}
