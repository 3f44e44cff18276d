package io.millrace.topology;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
 * @param replicas the hosts that hold what this one has and take over from it when they are promoted: none, or one
 * @param degradeAfter after how long without its spare the host continues without it; empty where it waits
 */
public record HostSpec(
        String address,
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<Path> trust,
        List<String> replicas,
        Optional<Duration> degradeAfter) {

    /** Checks that nothing is null, and takes a copy. */
    public HostSpec {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(trust, "trust");
        Objects.requireNonNull(degradeAfter, "degradeAfter");
        replicas = List.copyOf(replicas);
    }

    /**
     * Returns a host with plain TCP and without a spare.
     *
     * @param address where it listens, as {@code HOST:PORT}
     * @return the host
     */
    public static HostSpec at(String address) {
        return new HostSpec(address, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
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
        return new HostSpec(
                address,
                Optional.of(ownCertificate),
                Optional.of(ownKey),
                Optional.of(authorities),
                replicas,
                degradeAfter);
    }

    /**
     * Returns the same host with a spare.
     *
     * @param hosts the names of the hosts that take over from it
     * @return the host
     */
    public HostSpec withReplicas(String... hosts) {
        return new HostSpec(address, certificate, key, trust, List.of(hosts), degradeAfter);
    }

    /**
     * Returns the same host, which continues without its spare when that has been away for a time.
     *
     * @param away the time
     * @return the host
     */
    public HostSpec withDegradeAfter(Duration away) {
        return new HostSpec(address, certificate, key, trust, replicas, Optional.of(away));
    }

    /** Returns whether links use TLS. */
    public boolean hasTls() {
        return certificate.isPresent();
    }
}
