package io.millrace.telemetry;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * An endpoint for Prometheus, {@code /metrics}. A section that has a server, as the console is one, serves it too.
 *
 * @param port its own port, 0 for any that is free; empty where it is served by the other section alone
 * @param address the address or host name at which it listens
 * @param hosts further host names in requests that it accepts, compared exactly
 */
public record PrometheusSpec(OptionalInt port, String address, List<String> hosts) {

    static final int MAX_PORT = 65_535;
    static final String LOOPBACK = "127.0.0.1";

    /**
     * Checks the port and takes a copy.
     *
     * @throws TelemetryException where the port is none
     */
    public PrometheusSpec {
        Objects.requireNonNull(port, "port");
        Objects.requireNonNull(address, "address");
        hosts = List.copyOf(hosts);
        port.ifPresent(number -> {
            if (number < 0 || number > MAX_PORT) {
                throw new TelemetryException("port=" + number + " is not between 0 and " + MAX_PORT);
            }
        });
    }

    /**
     * Returns an endpoint at a port of loopback.
     *
     * @throws TelemetryException where the port is none
     */
    public static PrometheusSpec at(int port) {
        return new PrometheusSpec(OptionalInt.of(port), LOOPBACK, List.of());
    }

    /** Returns an endpoint without a port of its own: the console of the run serves it. */
    public static PrometheusSpec onConsole() {
        return new PrometheusSpec(OptionalInt.empty(), LOOPBACK, List.of());
    }
}
