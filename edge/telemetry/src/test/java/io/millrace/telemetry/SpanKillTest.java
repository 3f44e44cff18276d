package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.service.Rate;
import java.io.File;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it exports loses no span, and what it repeats has the same ids. */
@ExpectedLog(value = "Failed to export spans", occurs = Occurrence.PERHAPS)
@Tag("process")
class SpanKillTest {

    private static final int COUNT = 30_000;
    private static final int KILLS = 3;
    private static final int SPANS_EACH = 4;

    @TempDir
    private Path data;

    @Test
    void noSpanIsLostByKills() throws Exception {
        try (SpanCollector collector = new SpanCollector(0, number -> number % 5 == 4 ? 503 : 200)) {
            for (int kill = 1; kill <= KILLS; kill++) {
                int before = collector.spans.size();
                Process process = start(collector.endpoint());
                try {
                    int least = before + 2_000 * kill;
                    Waiting.until(() -> collector.spans.size() > least || !process.isAlive(), () -> "no spans");
                    assertTrue(process.isAlive(), "the process has ended");
                } finally {
                    process.destroyForcibly();
                    process.waitFor();
                }
            }
            TelemetrySpec telemetry = TelemetrySpec.none().withOtlp(OtlpSpec.to(collector.endpoint()));
            try (TestRun run = TestRun.start(data, COUNT, Rate.UNLIMITED, telemetry)) {
                Waiting.until(
                        () -> ids(collector).size() >= SPANS_EACH * COUNT,
                        () -> "spans=" + ids(collector).size());
                for (String journal : TestRun.JOURNALS) {
                    assertEquals(COUNT, run.messages(journal));
                }
            }
            assertEquals(SPANS_EACH * COUNT, ids(collector).size());
        }
    }

    private static Set<String> ids(SpanCollector collector) {
        return collector.spans.stream().map(SpanCollector.Span::id).collect(Collectors.toSet());
    }

    private Process start(String endpoint) throws Exception {
        return JavaCommand.of(RunProcess.class, data.toString(), endpoint, Integer.toString(COUNT))
                .withFlags("-Xmx128m")
                .builder()
                .redirectOutput(new File("/dev/null"))
                .redirectError(new File("/dev/null"))
                .start();
    }
}
