package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.service.Rate;
import io.millrace.service.Severity;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A run of a small topology with telemetry: notes from a source, to sums, and through a queue to other sums. */
final class TestRun implements AutoCloseable {

    /** The journals of the topology. */
    static final List<String> JOURNALS = List.of("notes", "sums", "ends");

    final RunningTopology running;
    final List<String> reports;

    private TestRun(RunningTopology running, List<String> reports) {
        this.running = running;
        this.reports = reports;
    }

    static TestRun start(Path data, long count, Rate rate, TelemetrySpec telemetry) {
        List<String> reports = new CopyOnWriteArrayList<>();
        RunningTopology running = TopologyRunner.open(
                topology(count, ChannelSpec.journal()).section(telemetry).build(),
                RunOptions.in(data)
                        .withRate(rate)
                        .withErrorHandler((severity, origin, error) -> note(reports, severity, error)));
        try {
            running.start();
            return new TestRun(running, reports);
        } catch (RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    private static void note(List<String> reports, Severity severity, Throwable error) {
        reports.add(severity + " " + error.getMessage());
    }

    static TopologyBuilder topology(long count, ChannelSpec notes) {
        return Topology.builder("shop")
                .channel("notes", notes)
                .channel("sums", ChannelSpec.journal())
                .channel("relayed", ChannelSpec.queue())
                .channel("ends", ChannelSpec.journal())
                .component(
                        "source",
                        ComponentSpec.of(NoteSource.class).writes("notes").argument("count", count))
                .component(
                        "summer", ComponentSpec.of(Summer.class).reads("notes").writes("sums"))
                .component("relay", ComponentSpec.of(Relay.class).reads("notes").writes("relayed"))
                .component(
                        "end", ComponentSpec.of(Summer.class).reads("relayed").writes("ends"))
                .thread("main", ThreadSpec.running("source", "summer"))
                .thread("second", ThreadSpec.running("relay", "end").withIdle("parking"));
    }

    long messages(String channel) {
        return running.journals().get(channel).journal().orElseThrow().messages();
    }

    /** Waits until each journal has so many messages: the two threads do not end at the same time. */
    void awaitMessages(long count) throws Exception {
        for (String channel : JOURNALS) {
            Waiting.until(() -> messages(channel) == count, () -> channel + "=" + messages(channel));
        }
    }

    /** Waits until each journal has so many messages, and the spans of all of them are exported or left out. */
    void awaitExported(long count) throws Exception {
        awaitMessages(count);
        for (String channel : JOURNALS) {
            Waiting.until(() -> read(channel) == count, () -> channel + "=" + read(channel));
        }
    }

    /** Returns how many messages the export has read and confirmed. */
    private long read(String channel) {
        Journal journal = running.journals().get(channel).journal().orElseThrow();
        long index = journal.position("telemetry shop").state().index();
        return journal.messagesBefore(index == Index.NONE ? index : index + 1);
    }

    URI metrics() {
        return URI.create(running.health().sections().get("telemetry").details().get("prometheus"));
    }

    String text() throws IOException, InterruptedException {
        return get(metrics());
    }

    static String get(URI uri) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, response.statusCode(), response.body());
            return response.body();
        }
    }

    @Override
    public void close() {
        running.close();
    }
}
