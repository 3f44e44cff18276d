package io.millrace.telemetry;

import java.util.Objects;
import java.util.Optional;

/**
 * The section {@code telemetry} of a topology.
 *
 * @param prometheus the endpoint of the meters, if there is one
 * @param otlp where spans go, if they go anywhere
 */
public record TelemetrySpec(Optional<PrometheusSpec> prometheus, Optional<OtlpSpec> otlp) {

    /** Checks that nothing is null. */
    public TelemetrySpec {
        Objects.requireNonNull(prometheus, "prometheus");
        Objects.requireNonNull(otlp, "otlp");
    }

    /** Returns telemetry without meters and spans, which a topology does not accept as it is. */
    public static TelemetrySpec none() {
        return new TelemetrySpec(Optional.empty(), Optional.empty());
    }

    /** Returns this with an endpoint for Prometheus. */
    public TelemetrySpec withPrometheus(PrometheusSpec endpoint) {
        return new TelemetrySpec(Optional.of(endpoint), otlp);
    }

    /** Returns this with spans. */
    public TelemetrySpec withOtlp(OtlpSpec spans) {
        return new TelemetrySpec(prometheus, Optional.of(spans));
    }
}
