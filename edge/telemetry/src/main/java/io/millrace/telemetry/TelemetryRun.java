package io.millrace.telemetry;

import io.millrace.server.Access;
import io.millrace.server.ServerLimits;
import io.millrace.server.WebResponse;
import io.millrace.server.WebServer;
import io.millrace.server.WebServerOptions;
import io.millrace.service.CloseAll;
import io.millrace.service.ErrorReports;
import io.millrace.service.Severity;
import io.millrace.topology.ChannelKind;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunPhase;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionHealth;
import io.millrace.topology.SectionPage;
import io.millrace.topology.SectionRun;
import io.millrace.topology.SectionState;
import io.millrace.topology.SnapshotSpec;
import io.millrace.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Telemetry of one run: it starts before the services, and ends after them with what they have written last. */
final class TelemetryRun implements SectionRun {

    static final String PATH = "/metrics";

    private static final String POSITION = "telemetry ";
    private static final int MAX_CONNECTIONS = 64;

    private final TelemetrySpec spec;
    private final Optional<SpanClient> client;
    private final SectionContext context;
    private volatile RunMeters meters;
    private volatile SpanFeed feed;
    private volatile WebServer server;

    TelemetryRun(TelemetrySpec spec, Optional<SpanClient> client, SectionContext context) {
        this.spec = spec;
        this.client = client;
        this.context = context;
    }

    @Override
    public void start(RunPhase phase) {
        if (phase != RunPhase.BEFORE_SERVICES) {
            return;
        }
        try {
            if (spec.otlp().isPresent()) {
                SpanFeed spans = feed(spec.otlp().get(), client.orElseThrow());
                feed = spans;
                spans.start();
            }
            if (spec.prometheus().isPresent()) {
                RunMeters started = new RunMeters(context);
                meters = started;
                started.start(new TelemetryMeters(Optional.ofNullable(feed)));
                PrometheusSpec prometheus = spec.prometheus().get();
                if (prometheus.port().isPresent()) {
                    server = server(prometheus, prometheus.port().getAsInt());
                }
            }
        } catch (RuntimeException | Error e) {
            try {
                close();
            } catch (RuntimeException | Error closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    private SpanFeed feed(OtlpSpec otlp, SpanClient sender) {
        Topology topology = context.topology();
        Set<String> snapshots = topology.components().values().stream()
                .map(ComponentSpec::snapshots)
                .flatMap(Optional::stream)
                .map(SnapshotSpec::channel)
                .collect(Collectors.toSet());
        HopSpans spans = new HopSpans(topology, otlp.oneIn());
        List<SpanReader> readers = new ArrayList<>();
        topology.channels().forEach((name, channel) -> {
            boolean isWanted = otlp.channels().isEmpty()
                    ? !snapshots.contains(name)
                    : otlp.channels().contains(name);
            if (channel.kind() == ChannelKind.JOURNAL && isWanted) {
                readers.add(new SpanReader(context.channel(name), POSITION + topology.name(), spans));
            }
        });
        return new SpanFeed(context, sender, readers, otlp.keepFor());
    }

    private WebServer server(PrometheusSpec prometheus, int port) {
        return WebServer.with(WebServerOptions.loopback()
                        .at(prometheus.address(), port)
                        .withHosts(prometheus.hosts())
                        .withLimits(ServerLimits.defaults().withConnections(MAX_CONNECTIONS, 1))
                        .withErrorHandler((where, error) -> context.report(
                                Severity.WARNING,
                                new TelemetryException(
                                        "error of the endpoint of the meters at=" + where + ": "
                                                + ErrorReports.text(error),
                                        error))))
                .get(
                        PATH,
                        Access.OPEN,
                        _ -> WebResponse.bytes(
                                RunMeters.CONTENT_TYPE, text().orElse("").getBytes(StandardCharsets.UTF_8)))
                .start();
    }

    @Override
    public void stop(RunPhase phase) {
        if (phase == RunPhase.BEFORE_SERVICES) {
            close();
        }
    }

    private void close() {
        List<Runnable> closes = new ArrayList<>();
        if (server != null) {
            closes.add(server::close);
        }
        if (meters != null) {
            closes.add(meters::close);
        }
        if (feed != null) {
            closes.add(feed::close);
        }
        CloseAll.run(closes);
    }

    private Optional<String> text() {
        return Optional.ofNullable(meters).map(RunMeters::text);
    }

    @Override
    public List<SectionPage> pages() {
        return spec.prometheus()
                .map(_ -> List.of(new SectionPage(PATH, RunMeters.CONTENT_TYPE, this::text)))
                .orElse(List.of());
    }

    private static String address(WebServer server) {
        return server.uri().replaceFirst("/$", "") + PATH;
    }

    @Override
    public Optional<SectionHealth> health() {
        Optional<String> wrong = Optional.ofNullable(feed)
                .flatMap(SpanFeed::failing)
                .map(reason -> "cannot export spans: " + reason)
                .or(() -> Optional.ofNullable(meters).flatMap(RunMeters::error));
        SectionHealth health = SectionHealth.of(wrong.isPresent() ? SectionState.DEGRADED : SectionState.RUNNING);
        if (spec.prometheus().isPresent() && server == null) {
            health = health.with("prometheus", PATH);
        } else if (server != null) {
            health = health.with("prometheus", address(server));
        }
        if (meters != null) {
            health = health.with("series", Integer.toString(meters.series()));
        }
        if (feed != null) {
            health = health.with("spans", Long.toString(feed.exported()))
                    .with("failures", Long.toString(feed.failures()))
                    .with("refused", Long.toString(feed.refused()))
                    .with("lost", Long.toString(feed.lost()));
        }
        return Optional.of(wrong.isPresent() ? health.withError(wrong.get()) : health);
    }
}
