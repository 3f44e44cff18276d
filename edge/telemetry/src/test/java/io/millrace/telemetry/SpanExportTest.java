package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.FreePorts;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.service.ErrorPolicy;
import io.millrace.service.Rate;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HealthState;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spans of a run, as a collector gets them. */
@ExpectedLog(value = "Failed to export spans", occurs = Occurrence.PERHAPS)
class SpanExportTest {

    private static final int COUNT = 3_000;

    /** Each note is a message of notes, sums, the queue and ends. */
    private static final int SPANS_EACH = 4;

    @TempDir
    private Path data;

    private static TelemetrySpec to(SpanCollector collector) {
        return to(collector, 1);
    }

    private static TelemetrySpec to(SpanCollector collector, long oneIn) {
        return TelemetrySpec.none().withOtlp(OtlpSpec.to(collector.endpoint()).withOneIn(oneIn));
    }

    private static Set<String> ids(SpanCollector collector) {
        return collector.spans.stream().map(SpanCollector.Span::id).collect(Collectors.toSet());
    }

    @Test
    void everyMessageIsASpanBelowThatOfItsInput() throws Exception {
        try (SpanCollector collector = new SpanCollector(0, number -> 200)) {
            try (TestRun run = TestRun.start(data, COUNT, Rate.UNLIMITED, to(collector))) {
                Waiting.until(
                        () -> ids(collector).size() == SPANS_EACH * COUNT,
                        () -> "spans=" + ids(collector).size());
                // The answer to the last batch may still be on its way.
                Waiting.until(
                        () -> exported(run) == SPANS_EACH * COUNT,
                        () -> run.running.health().toString());
                assertEquals(HealthState.RUNNING, run.running.health().state());
            }
            assertEquals(SPANS_EACH * COUNT, collector.spans.size());
            Map<String, SpanCollector.Span> byId = new HashMap<>();
            collector.spans.forEach(span -> byId.put(span.id(), span));
            for (SpanCollector.Span span : collector.spans) {
                check(span, byId);
            }
            assertEquals(
                    COUNT,
                    collector.spans.stream()
                            .map(SpanCollector.Span::trace)
                            .distinct()
                            .count());
            assertEquals(Set.of("shop"), new HashSet<>(collector.services));
        }
    }

    private static long exported(TestRun run) {
        return Long.parseLong(
                run.running.health().sections().get("telemetry").details().get("spans"));
    }

    private static void check(SpanCollector.Span span, Map<String, SpanCollector.Span> byId) {
        String channel = span.labels().get("millrace.channel");
        assertTrue(span.endNs() >= span.startNs(), span.toString());
        assertFalse(span.toString().contains("secret"), span.toString());
        String above = Map.of("notes", "", "sums", "notes", "relayed", "notes", "ends", "relayed")
                .get(channel);
        String component = Map.of("notes", "source", "sums", "summer", "relayed", "relay", "ends", "end")
                .get(channel);
        assertEquals(component, span.labels().get("millrace.component"));
        if (above.isEmpty()) {
            assertEquals("", span.parent());
            assertEquals("source note", span.name());
        } else {
            SpanCollector.Span parent = byId.get(span.parent());
            assertEquals(above, parent.labels().get("millrace.channel"));
            assertEquals(parent.trace(), span.trace());
        }
        Set<String> labels = new HashSet<>(span.labels().keySet());
        labels.removeAll(Set.of("millrace.channel", "millrace.component", "millrace.index", "millrace.call"));
        assertEquals(Set.of(), labels);
    }

    @Test
    void theSpanOfAnErrorRecordHasTheStatusOfAnError() throws Exception {
        try (SpanCollector collector = new SpanCollector(0, number -> 200)) {
            exportErrors(collector);
            assertEquals(
                    5,
                    collector.spans.stream()
                            .filter(span -> span.status() == 2)
                            .filter(span -> span.name().equals("picky error"))
                            .count());
            assertEquals(
                    15,
                    collector.spans.stream().filter(span -> span.status() == 0).count());
        }
    }

    private void exportErrors(SpanCollector collector) throws Exception {
        Topology topology = Topology.builder("shop")
                .channel("notes", ChannelSpec.journal())
                .channel("sums", ChannelSpec.journal())
                .component(
                        "source",
                        ComponentSpec.of(NoteSource.class).writes("notes").argument("count", 10L))
                .component(
                        "picky",
                        ComponentSpec.of(Picky.class)
                                .reads("notes")
                                .writes("sums")
                                .onError(ErrorPolicy.RECORD))
                .thread("main", ThreadSpec.running("source", "picky"))
                .section(to(collector))
                .build();
        try (RunningTopology running =
                TopologyRunner.open(topology, RunOptions.in(data).withErrorHandler((severity, origin, error) -> {}))) {
            running.start();
            Waiting.until(() -> collector.spans.size() == 20, () -> "spans=" + collector.spans.size());
        }
    }

    /** A component that throws on odd numbers. */
    public static final class Picky implements Notes {
        private final Sums out;

        /** Creates the component; called by the topology. */
        public Picky(Sums out) {
            this.out = out;
        }

        @Override
        public void note(Note note) {
            if (note.number() % 2 == 1) {
                throw new IllegalArgumentException("odd");
            }
            out.sum(note.number(), "");
        }

        @Override
        public void closed(String reason) {}
    }

    @Test
    void aCollectorThatRefusesGetsEachSpanLater() throws Exception {
        try (SpanCollector collector = new SpanCollector(0, number -> number % 3 == 2 ? 200 : 503);
                TestRun run = TestRun.start(data, COUNT, Rate.UNLIMITED, to(collector))) {
            Waiting.until(
                    () -> run.reports.stream().anyMatch(report -> report.contains("cannot export spans")),
                    run.reports::toString);
            Waiting.until(
                    () -> ids(collector).size() == SPANS_EACH * COUNT,
                    () -> "spans=" + ids(collector).size());
            assertEquals(SPANS_EACH * COUNT, collector.spans.size());
            Waiting.until(
                    () -> run.running.health().state() == HealthState.RUNNING,
                    () -> run.running.health().toString());
        }
    }

    @Test
    void aTraceIsExportedWholeOrNotAtAll() throws Exception {
        int oneIn = 10;
        try (SpanCollector collector = new SpanCollector(0, number -> 200)) {
            try (TestRun run = TestRun.start(data, COUNT, Rate.UNLIMITED, to(collector, oneIn))) {
                run.awaitExported(COUNT);
            }
            Map<String, Long> sizes = collector.spans.stream()
                    .collect(Collectors.groupingBy(SpanCollector.Span::trace, Collectors.counting()));
            assertEquals(Set.of((long) SPANS_EACH), new HashSet<>(sizes.values()));
            assertTrue(sizes.size() > COUNT / oneIn / 2 && sizes.size() < COUNT / oneIn * 2, "traces=" + sizes.size());
        }
    }

    @Test
    void aStopExportsWhatWasWrittenLastAndTheNextRunTheRest() throws Exception {
        int port = FreePorts.next();
        TelemetrySpec telemetry = TelemetrySpec.none().withOtlp(OtlpSpec.to("http://127.0.0.1:" + port));
        try (TestRun run = TestRun.start(data, COUNT, Rate.UNLIMITED, telemetry)) {
            run.awaitMessages(COUNT);
            Waiting.until(
                    () -> run.running.health().state() == HealthState.DEGRADED,
                    () -> run.running.health().toString());
            String error =
                    run.running.health().sections().get("telemetry").lastError().orElseThrow();
            assertTrue(error.startsWith("cannot export spans: "), error);
        }
        try (SpanCollector collector = new SpanCollector(port, number -> 200)) {
            TestRun.start(data, COUNT + 1, Rate.UNLIMITED, telemetry).close();
            TestRun run = TestRun.start(data, COUNT + 1, Rate.UNLIMITED, telemetry);
            run.awaitMessages(COUNT + 1);
            // A stop exports for some seconds only.
            Waiting.until(
                    () -> ids(collector).size() >= SPANS_EACH * COUNT,
                    () -> "spans=" + ids(collector).size());
            run.close();
            assertEquals(SPANS_EACH * (COUNT + 1), ids(collector).size());
        }
    }

    @Test
    void aCollectorThatNeverAnswersDoesNotHoldUpTheRun() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TelemetrySpec telemetry =
                    TelemetrySpec.none().withOtlp(OtlpSpec.to("http://127.0.0.1:" + silent.getLocalPort()));
            TestRun run = TestRun.start(data, COUNT, Rate.UNLIMITED, telemetry);
            Waiting.until(() -> run.messages("ends") == COUNT, () -> "ends=" + run.messages("ends"));
            long startNs = System.nanoTime();
            run.close();
            assertTrue(System.nanoTime() - startNs < 90_000_000_000L, "the run did not end in time");
        }
    }

    @Test
    void onlyTheChannelsThatAreNamedAreExportedWithTheHeadersOfTheFile() throws Exception {
        Path file = Files.createFile(
                data.resolve("headers"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "# of the collector\nAuthorization: Bearer abc\n");
        try (SpanCollector collector = new SpanCollector(0, number -> 200)) {
            TelemetrySpec telemetry = TelemetrySpec.none()
                    .withOtlp(OtlpSpec.to(collector.endpoint())
                            .withChannels("sums")
                            .withHeadersFile(file.toString()));
            try (TestRun run = TestRun.start(data.resolve("run"), COUNT, Rate.UNLIMITED, telemetry)) {
                Waiting.until(() -> ids(collector).size() == COUNT, run.reports::toString);
            }
            assertEquals(
                    List.of("sums"),
                    collector.spans.stream()
                            .map(span -> span.labels().get("millrace.channel"))
                            .distinct()
                            .toList());
            assertEquals("Bearer abc", collector.headers.getFirst().get("authorization"));
        }
    }

    @Test
    void whatWasThereBeforeIsNotExported() throws Exception {
        try (TestRun run =
                TestRun.start(data, COUNT, Rate.UNLIMITED, TelemetrySpec.none().withPrometheus(PrometheusSpec.at(0)))) {
            run.awaitMessages(COUNT);
        }
        try (SpanCollector collector = new SpanCollector(0, number -> 200)) {
            try (TestRun run = TestRun.start(data, COUNT + 5, Rate.UNLIMITED, to(collector))) {
                run.awaitExported(COUNT + 5);
            }
            assertEquals(SPANS_EACH * 5, collector.spans.size());
        }
    }
}
