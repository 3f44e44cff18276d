/** Telemetry: meters of a running topology for Prometheus, and spans made from the history for OpenTelemetry. */
module io.millrace.telemetry {
    requires HdrHistogram;
    requires io.millrace.server;
    requires transitive io.millrace.topology;
    requires io.opentelemetry.api;
    requires io.opentelemetry.common;
    requires io.opentelemetry.exporter.internal;
    requires io.opentelemetry.exporter.otlp;
    requires io.opentelemetry.sdk.common;
    requires io.opentelemetry.sdk.trace;
    requires micrometer.core;
    requires micrometer.registry.prometheus;

    exports io.millrace.telemetry;

    uses io.millrace.topology.MeterSource;

    provides io.millrace.topology.TopologySection with
            io.millrace.telemetry.TelemetrySection;
}
