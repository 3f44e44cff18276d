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
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
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
                        topology(collector, COUNT),
                        RunOptions.in(data).withErrorHandler((severity, origin, error) -> {}))) {
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

    @Test
    void aSpanThatIsRefusedIsLeftOutAndAllOthersArrive() throws Exception {
        Set<String> refused = ConcurrentHashMap.newKeySet();
        List<String> reports = new CopyOnWriteArrayList<>();
        try (SpanCollector collector = new SpanCollector(0, _ -> 200)) {
            collector.poison = span -> {
                if (isPoison(span.id())) {
                    refused.add(span.id());
                }
                return isPoison(span.id());
            };
            try (RunningTopology running = run(collector, COUNT, reports)) {
                Waiting.until(
                        () -> detail(running, "spans") + detail(running, "refused") == COUNT,
                        () -> running.health().toString());
                assertEquals(refused.size(), detail(running, "refused"));
            }
            assertEquals(COUNT - refused.size(), collector.spans.size());
            assertTrue(collector.spans.stream().noneMatch(span -> isPoison(span.id())));
        }
        assertTrue(refused.size() > 1, refused::toString);
        assertEquals(
                1,
                reports.stream()
                        .filter(report -> report.contains("the collector refuses spans")
                                && report.contains("spans=1 reason=the collector has answered status=400"))
                        .count(),
                reports::toString);
    }

    /** Returns whether an id is one of about twenty, unknown before the run. */
    private static boolean isPoison(String id) {
        return Long.remainderUnsigned(Long.parseUnsignedLong(id, 16), 1_000) == 0;
    }

    @Test
    void aCollectorThatRefusesEverythingGetsABoundedNumberOfRequests() throws Exception {
        int count = 2_000;
        try (SpanCollector collector = new SpanCollector(0, _ -> 400);
                RunningTopology running = run(collector, count, new CopyOnWriteArrayList<>())) {
            Waiting.until(
                    () -> detail(running, "refused") == count,
                    () -> running.health().toString());
            assertEquals(HealthState.DEGRADED, running.health().state());
            Journal journal = running.journals().get("notes").journal().orElseThrow();
            Waiting.until(
                    () -> journal.position("telemetry shop").state().index() == journal.lastIndex(),
                    () -> "state=" + journal.position("telemetry shop").state());
            assertTrue(collector.requests() < count / 2, "requests=" + collector.requests());
        }
    }

    private RunningTopology run(SpanCollector collector, int count, List<String> reports) {
        RunningTopology running = TopologyRunner.open(
                topology(collector, count),
                RunOptions.in(data).withErrorHandler((severity, origin, error) -> reports.add(error.getMessage())));
        running.start();
        return running;
    }

    private static RetentionPolicy retention() {
        return RetentionPolicy.keepAll().withMaxSizeBytes(4 * JournalOptions.MIN_SEGMENT_SIZE_BYTES);
    }

    private static Topology topology(SpanCollector collector, int count) {
        return Topology.builder("shop")
                .channel("notes", ChannelSpec.journal().withSegmentSize(JournalOptions.MIN_SEGMENT_SIZE_BYTES))
                .component(
                        "source",
                        ComponentSpec.of(NoteSource.class).writes("notes").argument("count", count))
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
