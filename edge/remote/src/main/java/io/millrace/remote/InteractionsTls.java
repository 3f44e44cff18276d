package io.millrace.remote;

import java.util.Objects;

/**
 * The files in PEM format with which the TCP of the section {@code interactions} uses TLS 1.3, relative to the topology
 * file.
 *
 * @param certificate the certificate of the server
 * @param key its private key, unencrypted, of PKCS #8
 * @param trust the certificates of the authorities that sign those of the clients
 */
public record InteractionsTls(String certificate, String key, String trust) {

    /** Checks that nothing is null. */
    public InteractionsTls {
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(trust, "trust");
    }
}
