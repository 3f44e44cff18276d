package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkRunnerTest {
    private static final ForkRunner FORKS = ForkRunner.likeThisProcess();

    @TempDir
    Path directory;

    /** Reports a figure and leaves a file behind. */
    public static final class Tidy implements Workload {
        @Override
        public void run(Effort effort, Path directory, Figures figures) throws IOException {
            Files.writeString(directory.resolve("left"), "behind");
            figures.report("flag", Integer.getInteger("flag"));
        }
    }

    /** Fails. */
    public static final class Broken implements Workload {
        @Override
        public void run(Effort effort, Path directory, Figures figures) {
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
        assertEquals(7, FORKS.run(side, Effort.SMOKE, directory).value("flag"));
        try (var left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aFailedForkIsAnErrorThatShowsWhatItPrinted() {
        Side side = new Side("broken", Broken.class, List.of());
        BenchmarkException error =
                assertThrows(BenchmarkException.class, () -> FORKS.run(side, Effort.SMOKE, directory));
        assertTrue(error.getMessage().contains("the disk is made of cheese"), error.getMessage());
    }

    @Test
    void aForkThatDoesNotEndIsEnded() {
        ForkRunner impatient = new ForkRunner(FORKS.javaHome(), FORKS.classPath(), TimeUnit.SECONDS.toNanos(2));
        Side side = new Side("endless", Endless.class, List.of());
        BenchmarkException error =
                assertThrows(BenchmarkException.class, () -> impatient.run(side, Effort.SMOKE, directory));
        assertTrue(error.getMessage().contains("did not end in time"), error.getMessage());
        assertFalse(ProcessHandle.current()
                .descendants()
                .anyMatch(child -> child.info().commandLine().orElse("").contains(Endless.class.getName())));
    }
}
