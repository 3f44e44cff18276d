package io.millrace.telemetry;

import java.util.List;
import java.util.Objects;

/**
 * An endpoint for Prometheus, {@code /metrics}.
 *
 * @param port the port, 0 for any that is free
 * @param address the address or host name at which it listens
 * @param hosts further host names in requests that it accepts, compared exactly
 */
public record PrometheusSpec(int port, String address, List<String> hosts) {

    static final int MAX_PORT = 65_535;

    /**
     * Checks the port and takes a copy.
     *
     * @throws TelemetryException where the port is none
     */
    public PrometheusSpec {
        Objects.requireNonNull(address, "address");
        hosts = List.copyOf(hosts);
        if (port < 0 || port > MAX_PORT) {
            throw new TelemetryException("port=" + port + " is not between 0 and " + MAX_PORT);
        }
    }

    /**
     * Returns an endpoint at a port of loopback.
     *
     * @throws TelemetryException where the port is none
     */
    public static PrometheusSpec at(int port) {
        return new PrometheusSpec(port, "127.0.0.1", List.of());
    }
}
