package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.PositionState;
import io.millrace.journal.RetentionPolicy;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HealthState;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collector that is away for long: the disk is not filled for it, and what it has missed is counted. */
@ExpectedLog(value = "Failed to export spans", occurs = Occurrence.PERHAPS)
class SpanAwayTest {

    private static final int COUNT = 20_000;

    @TempDir
    private Path data;

    @Test
    void segmentsGoAfterATimeAndWhatIsLostIsCounted() throws Exception {
        AtomicInteger status = new AtomicInteger(503);
        try (SpanCollector collector = new SpanCollector(0, _ -> status.get());
                RunningTopology running = TopologyRunner.open(
                        topology(collector), RunOptions.in(data).withErrorHandler((severity, origin, error) -> {}))) {
            running.start();
            Journal journal = running.journals().get("notes").journal().orElseThrow();
            Waiting.until(() -> journal.messages() == COUNT, () -> "messages=" + journal.messages());
            Waiting.until(
                    () -> journal.position("telemetry shop").isParked(),
                    () -> "state=" + journal.position("telemetry shop").state());
            Waiting.until(
                    () -> {
                        journal.retain(retention());
                        return journal.messagesBefore(-1) > 0;
                    },
                    () -> "nothing is removed");
            assertEquals(HealthState.DEGRADED, running.health().state());
            status.set(200);
            Waiting.until(
                    () -> running.health().state() == HealthState.RUNNING && sum(running) == COUNT,
                    () -> running.health().toString());
            assertTrue(detail(running, "lost") > 0, running.health().toString());
            assertEquals(detail(running, "spans"), collector.spans.size());
            assertInstanceOf(
                    PositionState.At.class, journal.position("telemetry shop").state());
        }
    }

    private static RetentionPolicy retention() {
        return RetentionPolicy.keepAll().withMaxSizeBytes(4 * JournalOptions.MIN_SEGMENT_SIZE_BYTES);
    }

    private static Topology topology(SpanCollector collector) {
        return Topology.builder("shop")
                .channel("notes", ChannelSpec.journal().withSegmentSize(JournalOptions.MIN_SEGMENT_SIZE_BYTES))
                .component(
                        "source",
                        ComponentSpec.of(NoteSource.class).writes("notes").argument("count", COUNT))
                .section(TelemetrySpec.none()
                        .withOtlp(OtlpSpec.to(collector.endpoint()).withKeepFor(Duration.ofMillis(200))))
                .build();
    }

    /** Returns how many messages are exported or lost. */
    private static long sum(RunningTopology running) {
        return detail(running, "spans") + detail(running, "lost");
    }

    private static long detail(RunningTopology running, String name) {
        return Long.parseLong(
                running.health().sections().get("telemetry").details().get(name));
    }
}
