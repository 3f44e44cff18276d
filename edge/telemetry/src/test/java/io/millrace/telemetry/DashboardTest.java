package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.fixtures.FreePorts;
import io.millrace.service.Rate;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every query of the dashboard, and every alert rule, has an answer of a Prometheus that scrapes a run; skipped where
 * none is installed.
 */
@Tag("process")
class DashboardTest {

    private static final Path DASHBOARD = Path.of("../../docs/grafana-dashboard.json");
    private static final Path ALERTS = Path.of("../../docs/prometheus-alerts.yaml");
    private static final Path DOCUMENT = Path.of("../../docs/telemetry.md");

    @TempDir
    private Path directory;

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(DASHBOARD.toFile())) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME && json.currentName().equals("expr")) {
                    queries.add(json.nextTextValue());
                }
            }
        }
        return queries;
    }

    @Test
    void everyMeterOfARunIsInTheDashboardAndInTheDocument() throws Exception {
        String queries = String.join("\n", queries());
        String document = Files.readString(DOCUMENT);
        try (SpanCollector collector = new SpanCollector(0, number -> 200);
                TestRun run = TestRun.start(directory, Long.MAX_VALUE, Rate.perSecond(500), telemetry(collector))) {
            Waiting.until(
                    () -> run.text().contains("millrace_hop_waiting")
                            && run.text().contains("millrace_thread_busy"),
                    () -> "no latencies");
            List<String> names = run.text()
                    .lines()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.substring("# TYPE ".length(), line.lastIndexOf(' ')))
                    .filter(name -> name.startsWith("millrace_") && !name.endsWith("_max"))
                    .toList();
            assertTrue(names.size() > 18, names.toString());
            checkAlerts(run.text());
            for (String name : names) {
                assertTrue(queries.contains(name), "the dashboard lacks " + name);
                assertTrue(document.contains("`" + name + "`"), "the document lacks " + name);
            }
        }
    }

    /** Each meter and each label of the rules is one that a run exports. */
    private static void checkAlerts(String exported) throws IOException {
        List<String> expressions = Files.readAllLines(ALERTS).stream()
                .filter(line -> line.strip().startsWith("expr: "))
                .toList();
        assertTrue(expressions.size() >= 12, expressions.toString());
        Pattern series = Pattern.compile("(millrace_\\w+)(\\{(\\w+=\"\\w+\")})?");
        for (String expression : expressions) {
            Matcher matcher = series.matcher(expression);
            assertTrue(matcher.find(), expression);
            do {
                String name = matcher.group(1);
                String label = matcher.group(3);
                // Queues, sessions of FIX and seats are not in this run; their meters are declared all the same.
                assertTrue(
                        exported.lines()
                                        .anyMatch(line ->
                                                line.startsWith(name + "{") && (label == null || line.contains(label)))
                                || isDeclared(name, label),
                        "no run exports what an alert names series=" + matcher.group());
            } while (matcher.find());
        }
    }

    private static boolean isDeclared(String name, String label) throws IOException {
        boolean isOfOthers = (label == null && name.startsWith("millrace_queue_")) || isOfSection(name);
        return isOfOthers && Files.readString(DOCUMENT).contains("| `" + name + "` |");
    }

    /** Returns whether a query is about meters of sections that the run of this test does not have. */
    private static boolean isOfSection(String query) {
        return query.contains("millrace_fix_") || query.contains("millrace_ledger_");
    }

    private static TelemetrySpec telemetry(SpanCollector collector) {
        return TelemetrySpec.none().withPrometheus(PrometheusSpec.at(0)).withOtlp(OtlpSpec.to(collector.endpoint()));
    }

    @Test
    void everyQueryHasAnAnswer() throws Exception {
        assumeTrue(isInstalled(), "Debian's package prometheus is not installed");
        List<String> queries = queries();
        assertTrue(queries.size() >= 20, queries.toString());
        try (SpanCollector collector = new SpanCollector(0, number -> 200);
                TestRun run = TestRun.start(
                        directory.resolve("data"), Long.MAX_VALUE, Rate.perSecond(500), telemetry(collector))) {
            int port = FreePorts.next();
            Process prometheus = prometheus(run.metrics().getPort(), port);
            try (HttpClient client = HttpClient.newHttpClient()) {
                for (String query : queries) {
                    if (query.contains("millrace_queue_") || isOfSection(query)) {
                        continue; // this run has no queue, no session and no seat
                    }
                    URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1/query?query="
                            + URLEncoder.encode(withValues(query), StandardCharsets.UTF_8));
                    Waiting.until(() -> hasData(client, uri), () -> "no answer to query=" + query);
                }
                URI rules = URI.create("http://127.0.0.1:" + port + "/api/v1/rules");
                Waiting.until(() -> areEvaluated(client, rules), () -> "the alert rules are not evaluated");
                assertTrue(prometheus.isAlive(), "Prometheus has ended");
            } finally {
                prometheus.destroy();
                prometheus.waitFor();
            }
        }
    }

    private static boolean areEvaluated(HttpClient client, URI rules) throws Exception {
        String body = client.send(HttpRequest.newBuilder(rules).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        assertFalse(body.contains("\"health\":\"err\""), body);
        return body.contains("MillraceSpansLost") && !body.contains("\"health\":\"unknown\"");
    }

    private static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "prometheus")));
    }

    /** Puts the values in that Grafana would. */
    private static String withValues(String query) {
        return query.replace("$topology", ".*")
                .replace("$__rate_interval", "10s")
                .replace("$__range", "30s");
    }

    /** Returns whether an answer has at least one number. */
    private static boolean hasData(HttpClient client, URI uri) throws Exception {
        HttpResponse<String> response;
        try {
            response = client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException _) {
            return false; // it has not started yet
        }
        if (response.statusCode() == 503) {
            return false;
        }
        assertEquals(200, response.statusCode(), response.body());
        String body = response.body();
        return body.contains("\"value\":[") && !body.contains("\"NaN\"");
    }

    private Process prometheus(int target, int port) throws IOException {
        Path config = directory.resolve("prometheus.yml");
        Files.writeString(config, """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                scrape_configs:
                  - job_name: millrace
                    static_configs: [{targets: ["127.0.0.1:%d"]}]
                rule_files: ["%s"]
                """.formatted(target, ALERTS.toAbsolutePath().normalize()));
        return new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + directory.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
    }
}
