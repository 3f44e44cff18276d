package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.server.ServerException;
import io.millrace.service.Rate;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The meters of a run, as Prometheus reads them. */
class PrometheusTest {

    private static final int COUNT = 5_000;

    @TempDir
    private Path data;

    private static TelemetrySpec prometheus(int port) {
        return TelemetrySpec.none().withPrometheus(PrometheusSpec.at(port));
    }

    @Test
    void metersHaveTheNumbersOfTheRun() throws Exception {
        try (TestRun run = TestRun.start(data, COUNT, Rate.UNLIMITED, prometheus(0))) {
            Waiting.until(() -> run.messages("ends") == COUNT, () -> "ends=" + run.messages("ends"));
            String all = "millrace_component_inputs_messages_total{component=\"end\",topology=\"shop\"}";
            Waiting.until(() -> MetersText.read(run.text()).getOrDefault(all, 0.0) == COUNT, () -> "not all counted");
            // The meters are read one after the other, and all of them again from time to time.
            String unread = "millrace_reader_unread_messages{channel=\"notes\",component=\"summer\",topology=\"shop\"}";
            Waiting.until(
                    () -> {
                        Map<String, Double> each = MetersText.read(run.text());
                        return each.getOrDefault(unread, 1.0) == 0
                                && Stream.of("notes", "sums", "relayed", "ends")
                                        .allMatch(channel ->
                                                each.getOrDefault(of("millrace_channel_messages_total", channel), 0.0)
                                                        == COUNT);
                    },
                    () -> "not all counted");
            Map<String, Double> meters = MetersText.read(run.text());
            for (String channel : new String[] {"notes", "sums", "relayed", "ends"}) {
                assertEquals(COUNT, meters.get(of("millrace_channel_messages_total", channel)), meters.toString());
            }
            assertTrue(meters.get(of("millrace_channel_size_bytes", "notes")) > COUNT * 20, meters.toString());
            assertEquals(1, meters.get(of("millrace_channel_segments", "notes")));
            assertTrue(meters.containsKey(of("millrace_channel_unsynced_messages", "notes")), meters.toString());
            assertEquals(
                    0,
                    meters.get("millrace_reader_unread_messages{channel=\"notes\",component=\"summer\","
                            + "topology=\"shop\"}"));
            assertEquals(
                    0,
                    meters.get("millrace_reader_oldest_age_seconds{channel=\"notes\",component=\"summer\","
                            + "topology=\"shop\"}"));
            assertEquals(1, meters.get("millrace_component_state{component=\"end\",state=\"LIVE\",topology=\"shop\"}"));
            assertEquals(1, meters.get("millrace_health{state=\"RUNNING\",topology=\"shop\"}"));
            assertEquals(0, meters.get("millrace_health{state=\"FAILED\",topology=\"shop\"}"));
            assertEquals(1, meters.get("millrace_thread_running{thread=\"main\",topology=\"shop\"}"));
            assertEquals(1 << 20, meters.get(of("millrace_queue_capacity_bytes", "relayed")));
            assertEquals(0, meters.get(of("millrace_queue_used_bytes", "relayed")));
            assertFalse(meters.containsKey(of("millrace_queue_capacity_bytes", "notes")), meters.toString());
            assertTrue(meters.get("shop_disk_free_bytes{topology=\"shop\"}") > 0, meters.toString());
            Waiting.until(() -> busy(run) == 0, () -> "the thread has no work and is busy");
            assertTrue(run.reports.isEmpty(), run.reports.toString());
        }
    }

    /** Returns the busy share of the thread of the source; not a number while none is measured. */
    private static double busy(TestRun run) throws Exception {
        return MetersText.read(run.text())
                .getOrDefault("millrace_thread_busy{thread=\"main\",topology=\"shop\"}", Double.NaN);
    }

    private static String of(String meter, String channel) {
        return meter + "{channel=\"" + channel + "\",topology=\"shop\"}";
    }

    @Test
    void callsThatAComponentDoesNotTakeAreNotUnread() throws Exception {
        Topology topology = Topology.builder("shop")
                .channel("notes", ChannelSpec.journal())
                .channel("sums", ChannelSpec.journal())
                .component(
                        "source",
                        ComponentSpec.of(NoteSource.class).writes("notes").argument("count", 100L))
                .component("deaf", ComponentSpec.of(Deaf.class).reads("notes").writes("sums"))
                .thread("main", ThreadSpec.running("source", "deaf"))
                .section(prometheus(0))
                .build();
        try (RunningTopology running = TopologyRunner.open(topology, RunOptions.in(data))) {
            running.start();
            URI metrics = URI.create(
                    running.health().sections().get("telemetry").details().get("prometheus"));
            String reader = "{channel=\"notes\",component=\"deaf\",topology=\"shop\"}";
            Waiting.until(
                    () -> MetersText.read(TestRun.get(metrics))
                                    .getOrDefault(
                                            "millrace_channel_messages_total{channel=\"notes\",topology=\"shop\"}", 0.0)
                            == 100,
                    () -> "the source has not written all");
            Waiting.until(
                    () -> MetersText.read(TestRun.get(metrics))
                                    .getOrDefault("millrace_reader_unread_messages" + reader, 100.0)
                            == 0,
                    () -> "messages that it does not take are unread");
            assertEquals(0, MetersText.read(TestRun.get(metrics)).get("millrace_reader_oldest_age_seconds" + reader));
        }
    }

    /** One of the calls of notes. */
    public interface Closings {
        /** The last call. */
        void closed(String reason);
    }

    /** A component that takes none of the calls that its input has. */
    public static final class Deaf implements Closings {
        private final Sums out;

        /** Creates the component; called by the topology. */
        public Deaf(Sums out) {
            this.out = out;
        }

        @Override
        public void closed(String reason) {
            out.sum(0, reason);
        }
    }

    @Test
    void latenciesAreMeasuredWhileItRuns() throws Exception {
        try (TestRun run = TestRun.start(data, Long.MAX_VALUE, Rate.perSecond(1_000), prometheus(0))) {
            String labels = "{channel=\"sums\",component=\"summer\",topology=\"shop\"";
            Waiting.until(
                    () -> MetersText.read(run.text())
                                    .getOrDefault("millrace_hop_service_seconds_count" + labels + "}", 0.0)
                            > 100,
                    () -> "no latencies");
            Map<String, Double> meters = MetersText.read(run.text());
            double median = meters.get("millrace_hop_service_seconds" + labels + ",quantile=\"0.5\"}");
            double most = meters.get("millrace_hop_service_seconds" + labels + ",quantile=\"0.999\"}");
            assertTrue(median > 0 && median <= most && most < 60, meters.toString());
            Waiting.until(() -> busy(run) > 0 && busy(run) <= 1, () -> "the thread has work and is not busy");
            double total = meters.get("millrace_hop_total_seconds" + labels + ",quantile=\"0.5\"}");
            assertTrue(total >= median, meters.toString());
        }
    }

    @Test
    void metersOfAModuleThatThrowsAnErrorAreReportedAndAllOthersAreRead() throws Exception {
        String start = "WARNING cannot read all meters: java.lang.NoClassDefFoundError: ";
        List<String> reports;
        BrokenMeters.MISSING.set("driver/Missing");
        try (TestRun run = TestRun.start(data, COUNT, Rate.UNLIMITED, prometheus(0))) {
            reports = run.reports;
            Waiting.until(() -> reports.contains(start + "driver/Missing"), reports::toString);
            Waiting.until(() -> lastError(run).isPresent(), () -> "it is degraded");
            BrokenMeters.MISSING.set("");
            Waiting.until(() -> lastError(run).isEmpty(), () -> "it is well again");
            assertTrue(run.text().contains("millrace_health"));
            BrokenMeters.MISSING.set("driver/Other");
        } finally {
            BrokenMeters.MISSING.set("");
        }
        assertTrue(reports.contains(start + "driver/Other"), reports.toString());
    }

    private static Optional<String> lastError(TestRun run) {
        return run.running.health().sections().get("telemetry").lastError();
    }

    @Test
    void aPortThatIsTakenStopsTheStartAndLeavesNothing() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TopologyException e = assertThrows(
                    TopologyException.class,
                    () -> TestRun.start(data, COUNT, Rate.UNLIMITED, prometheus(taken.getLocalPort())));
            assertTrue(e.getMessage().contains("section=telemetry"), e.getMessage());
            assertTrue(e.getCause() instanceof ServerException, e.toString());
        }
    }

    @Test
    void anEndpointWithoutAPortNeedsASectionThatServesIt() {
        TopologyException e = assertThrows(
                TopologyException.class,
                () -> TestRun.start(
                        data, COUNT, Rate.UNLIMITED, TelemetrySpec.none().withPrometheus(PrometheusSpec.onConsole())));
        assertTrue(e.getMessage().contains("prometheus has no port"), e.getMessage());
        assertFalse(Files.exists(data.resolve("notes")));
    }

    @Test
    void aRunWithoutTheEndpointReadsNoMeters() throws Exception {
        try (SpanCollector collector = new SpanCollector(0, number -> 200);
                TestRun run = TestRun.start(
                        data,
                        COUNT,
                        Rate.UNLIMITED,
                        TelemetrySpec.none().withOtlp(OtlpSpec.to(collector.endpoint())))) {
            assertFalse(
                    run.running.health().sections().get("telemetry").details().containsKey("series"));
            assertTrue(Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("millrace-meters")));
            Waiting.until(() -> run.messages("ends") == COUNT, () -> "ends=" + run.messages("ends"));
        }
    }
}
