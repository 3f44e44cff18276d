package io.millrace.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is installed and what is published, tried by the scripts that make it: minutes, so in the long lane alone. */
@Tag("process")
@Tag("proof")
class DistributionTest {

    /** The script that runs, such as {@code distribution}; none when left out. */
    private static final String RUN = "millrace.dist.script";

    private static final Duration LONGEST = Duration.ofMinutes(40);

    @TempDir
    private Path directory;

    private void run(String script) throws IOException, InterruptedException {
        assumeTrue(script.equals(System.getProperty(RUN)), "only with -D" + RUN + "=" + script);
        Path work = Files.createDirectory(directory.resolve("work"));
        ProcessBuilder builder =
                new ProcessBuilder(Path.of("../../.ci", script).toString(), work.toString()).redirectErrorStream(true);
        try (TestProcess process = TestProcess.start(directory, builder)) {
            assertTrue(process.isEndedWithin(LONGEST), "the script does not end");
            TestProcess.Ended ended = process.awaitEnd();
            assertEquals(0, ended.code(), ended.out());
            assertFalse(ended.out().contains("FAILED"), ended.out());
        }
    }

    @Test
    void theDistributionRunsWithoutJavaAsAnArchiveAnImageAndAPackage() throws Exception {
        run("distribution");
    }

    @Test
    void aReleaseIsEqualInTwoBuildsAndFitForAPublicRepository() throws Exception {
        run("release");
    }

    @Test
    void aProjectInKotlinIsBuiltAndItsTestsPass() throws Exception {
        run("kotlin");
    }

    @Test
    void anApplicationOfSpringBootRunsAsOneJarInThreeLines() throws Exception {
        run("spring-boot");
    }
}
