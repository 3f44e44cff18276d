package io.millrace.topology;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A host of a topology: a machine, or a process of its own, that runs some of the components.
 *
 * @param address where it listens and the other hosts reach it, as {@code HOST:PORT} or {@code [IPV6]:PORT}
 * @param certificate its certificate in PEM format; links then use TLS 1.3. Without certificates links are plain TCP,
 *     which is allowed on loopback alone
 * @param key the private key of the certificate, unencrypted, in PEM format of PKCS #8
 * @param trust the certificates of the authorities that sign those of the other hosts, in PEM format
 */
public record HostSpec(String address, Optional<Path> certificate, Optional<Path> key, Optional<Path> trust) {

    /** Checks that nothing is null. */
    public HostSpec {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(trust, "trust");
    }

    /**
     * Returns a host with plain TCP.
     *
     * @param address where it listens, as {@code HOST:PORT}
     * @return the host
     */
    public static HostSpec at(String address) {
        return new HostSpec(address, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Returns the same host with TLS.
     *
     * @param ownCertificate its certificate
     * @param ownKey the private key of the certificate
     * @param authorities the certificates of the authorities of the other hosts
     * @return the host
     */
    public HostSpec withTls(Path ownCertificate, Path ownKey, Path authorities) {
        return new HostSpec(address, Optional.of(ownCertificate), Optional.of(ownKey), Optional.of(authorities));
    }

    /** Returns whether links use TLS. */
    public boolean hasTls() {
        return certificate.isPresent();
    }
}
