package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.ForkRunner;
import io.millrace.harness.Report;
import io.millrace.harness.Row;
import io.millrace.harness.SuiteRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("bench")
@Tag("process")
class LoadSuiteTest {
    private static final String SAID = """
        Running 5s test @ http://127.0.0.1:18080/
          Latency Distribution
             50%  311.00us
             99%   12.50ms
        Requests/sec:   9915.98
        """;

    @TempDir
    private Path directory;

    @Test
    void theOutputOfThePeerIsRead() {
        assertEquals(9915.98, WrkWorkload.rate(SAID));
        assertEquals(311, WrkWorkload.us(SAID, "50%"));
        assertEquals(12_500, WrkWorkload.us(SAID, "99%"));
        assertThrows(BenchmarkException.class, () -> WrkWorkload.rate("unable to connect"));
    }

    @Test
    void bothGeneratorsAskTheSameServer() throws Exception {
        assumeTrue(LoadSuite.wrk().isPresent(), LoadSuite.SKIPPED);
        List<String> progress = new ArrayList<>();
        try (MinimalHttpServer server = MinimalHttpServer.start()) {
            Report report = new SuiteRunner(ForkRunner.likeThisProcess(), directory, progress::add)
                    .run(LoadSuite.suite(server.url()), Effort.SMOKE, 1);
            assertEquals(3, report.rows().size());
            for (Row row : report.rows()) {
                assertTrue(row.ours() > 0 && row.peer() > 0, row.toString());
            }
        }
    }
}
