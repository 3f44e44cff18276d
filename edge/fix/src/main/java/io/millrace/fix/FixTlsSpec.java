package io.millrace.fix;

import io.millrace.net.TlsIdentity.ClientCertificate;
import java.util.Optional;

/**
 * TLS, as a topology says it; files are in PEM format and relative to the topology.
 *
 * @param certificate the certificate of this side; empty where an initiator shows none
 * @param key its private key
 * @param trust the authorities of the other side; empty where a port asks for no certificate
 * @param client what a port asks of those who connect
 */
public record FixTlsSpec(
        Optional<String> certificate, Optional<String> key, Optional<String> trust, ClientCertificate client) {}
