package io.millrace.telemetry;

import io.millrace.topology.ChannelKind;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologySection;
import io.millrace.topology.YamlFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;

/** The section {@code telemetry}: meters for Prometheus and spans for OpenTelemetry. */
public final class TelemetrySection implements TopologySection<TelemetrySpec> {

    static final String KEY = "telemetry";

    /** Creates the section. */
    public TelemetrySection() {}

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public String help() {
        return "meters for Prometheus and spans for OpenTelemetry";
    }

    @Override
    public Class<TelemetrySpec> type() {
        return TelemetrySpec.class;
    }

    @Override
    public SequencedMap<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("prometheus", "the endpoint of the meters: port, address, hosts");
        keys.put("otlp", "where spans go: endpoint, sample, channels, headersFile, keepFor");
        return keys;
    }

    @Override
    public TelemetrySpec read(YamlFields fields) {
        return new TelemetrySpec(
                fields.fields("prometheus", "port", "address", "hosts").map(TelemetrySection::prometheus),
                fields.fields("otlp", "endpoint", "sample", "channels", "headersFile", "keepFor")
                        .map(TelemetrySection::otlp));
    }

    private static PrometheusSpec prometheus(YamlFields fields) {
        OptionalLong port = fields.optionalNumber("port", 0, PrometheusSpec.MAX_PORT);
        for (String key : List.of("address", "hosts")) {
            if (port.isEmpty() && fields.keys().contains(key)) {
                throw fields.problem(key, "has " + key + " without a port, at which it would listen");
            }
        }
        return new PrometheusSpec(
                port.isPresent() ? OptionalInt.of((int) port.getAsLong()) : OptionalInt.empty(),
                fields.text("address").orElse(PrometheusSpec.LOOPBACK),
                fields.texts("hosts"));
    }

    private static OtlpSpec otlp(YamlFields fields) {
        String address = fields.required("endpoint");
        OtlpSpec otlp = fields.at("endpoint", () -> OtlpSpec.to(address), TelemetrySection::isOurs);
        long oneIn = fields.at(
                "sample", () -> fields.text("sample").map(OtlpSpec::oneIn).orElse(1L), TelemetrySection::isOurs);
        OtlpSpec sampled = fields.at("sample", () -> otlp.withOneIn(oneIn), TelemetrySection::isOurs);
        return new OtlpSpec(
                sampled.endpoint(),
                oneIn,
                fields.texts("channels"),
                fields.text("headersFile"),
                fields.duration("keepFor").orElse(OtlpSpec.DEFAULT_KEEP_FOR));
    }

    private static boolean isOurs(RuntimeException error) {
        return error instanceof TelemetryException;
    }

    @Override
    public void check(TelemetrySpec telemetry, Topology topology) {
        if (telemetry.prometheus().isEmpty() && telemetry.otlp().isEmpty()) {
            throw topology.problem("telemetry has neither prometheus nor otlp", KEY);
        }
        telemetry.otlp().ifPresent(otlp -> {
            for (String channel : otlp.channels()) {
                topology.requireChannel(channel, "telemetry exports", KEY, "otlp", "channels");
                if (topology.channels().get(channel).kind() != ChannelKind.JOURNAL) {
                    throw topology.problem(
                            "telemetry exports channel=" + channel + ", which is no journal", KEY, "otlp", "channels");
                }
            }
        });
    }

    @Override
    public SectionRun open(TelemetrySpec telemetry, SectionContext context) {
        // Not in check: the option --console may add the server after a file was read.
        boolean needsServer = telemetry
                .prometheus()
                .map(endpoint -> endpoint.port().isEmpty())
                .orElse(false);
        if (needsServer && !context.topology().servesPages()) {
            throw context.topology()
                    .problem("prometheus has no port, and the run has no console that serves it", KEY, "prometheus");
        }
        Optional<SpanClient> client = telemetry
                .otlp()
                .map(otlp -> new SpanClient(
                        otlp,
                        otlp.headersFile()
                                .map(file -> HeadersFile.read(context.path(file, "otlp", "headersFile")))
                                .orElse(Map.of())));
        return new TelemetryRun(telemetry, client, context);
    }
}
