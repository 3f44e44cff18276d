package io.millrace.fix;

import io.millrace.net.HostPort;
import java.util.Optional;

/**
 * A port, as a topology says it.
 *
 * @param address where it listens
 * @param tls its TLS; empty for none
 * @param proxy whether connections come through a proxy
 */
public record FixPortSpec(HostPort address, Optional<FixTlsSpec> tls, FixPort.Proxy proxy) {}
