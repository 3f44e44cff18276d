package io.millrace.clients;

import java.util.Objects;
import java.util.Optional;

/**
 * How clients connect over TCP.
 *
 * @param port the port, 0 for any that is free
 * @param certificate the certificate of the server in PEM format; links then use TLS 1.3, and clients need certificates
 *     too. Without certificates the server listens on loopback alone
 * @param key the private key of the certificate, unencrypted, in PEM format of PKCS #8
 * @param trust the certificates of the authorities that sign those of the clients, in PEM format
 */
public record TcpSpec(int port, Optional<String> certificate, Optional<String> key, Optional<String> trust) {

    /** Checks that certificate, key and trust are given together. */
    public TcpSpec {
        Objects.requireNonNull(certificate, "certificate");
        if (key.isPresent() != certificate.isPresent() || trust.isPresent() != certificate.isPresent()) {
            throw new ClientsException("certificate, key and trust are given together, or none of them certificate="
                    + certificate.orElse("") + " key=" + key.orElse("") + " trust=" + trust.orElse(""));
        }
    }

    /** Returns plain TCP at a port of loopback. */
    public static TcpSpec at(int port) {
        return new TcpSpec(port, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the same with certificates. */
    public TcpSpec withTls(String ownCertificate, String ownKey, String authorities) {
        return new TcpSpec(port, Optional.of(ownCertificate), Optional.of(ownKey), Optional.of(authorities));
    }
}
