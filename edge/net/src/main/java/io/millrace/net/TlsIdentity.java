package io.millrace.net;

import io.millrace.replication.ErrorReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * What a side shows and whom it trusts: its certificate with the private key, and the certificates of authorities that
 * sign those of its peers. Links use TLS 1.3 alone, and both sides need a certificate; connections that a program polls
 * itself ({@link #accepting}, {@link #connecting}) use TLS 1.2 or 1.3. The side that connects also checks that the
 * peer's certificate names the host that it connects to.
 */
public final class TlsIdentity {

    private static final String PROTOCOL = "TLSv1.3";
    private static final String[] POLLED_PROTOCOLS = {PROTOCOL, "TLSv1.2"};

    /** The rules for names in certificates, RFC 9110. */
    private static final String NAMES_OF_CERTIFICATES = "HTTPS";

    private static final long MAX_FILE_BYTES = 1 << 20;
    private static final char[] NO_PASSWORD = new char[0];
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]*)-----END PRIVATE KEY-----");

    private final SSLContext context;

    private TlsIdentity(SSLContext context) {
        this.context = context;
    }

    /**
     * Reads three files in PEM format.
     *
     * @param certificates the certificate of this side, and after it those that lead to its authority
     * @param key its private key, unencrypted, in PKCS #8 ({@code BEGIN PRIVATE KEY})
     * @param trusted certificates of the authorities that are trusted for peers, one or more
     * @throws NetException if a file cannot be read or is not what it has to be, or the key is not that of the
     *     certificate
     */
    public static TlsIdentity ofPem(Path certificates, Path key, Path trusted) {
        return new TlsIdentity(context(certificates, keyManagers(certificates, key), trustManagers(trusted)));
    }

    /**
     * Reads the files of a side that accepts and asks for no certificate.
     *
     * @param certificates as for {@link #ofPem(Path, Path, Path)}
     * @param key as there
     * @throws NetException as there
     */
    public static TlsIdentity ofPem(Path certificates, Path key) {
        return new TlsIdentity(context(certificates, keyManagers(certificates, key), null));
    }

    /**
     * Reads the file of a side that connects and shows no certificate.
     *
     * @param trusted certificates of the authorities that are trusted for peers, one or more
     * @throws NetException if the file cannot be read or has none
     */
    public static TlsIdentity trusting(Path trusted) {
        return new TlsIdentity(context(trusted, null, trustManagers(trusted)));
    }

    private static KeyManager[] keyManagers(Path certificates, Path key) {
        Collection<? extends Certificate> own = certificates(certificates);
        PublicKey shown = ((X509Certificate) own.iterator().next()).getPublicKey();
        PrivateKey secret = privateKey(key, shown.getAlgorithm());
        try {
            if (!isPair(secret, shown)) {
                throw new NetException(
                        "the key is not that of the certificate certificate=" + certificates + " key=" + key);
            }
            KeyStore keys = emptyStore();
            keys.setKeyEntry("own", secret, NO_PASSWORD, own.toArray(Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, NO_PASSWORD);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new NetException(
                    "cannot use certificate and key certificate=" + certificates + " key=" + key + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    /** Returns whether one key verifies what the other one signs; true for kinds of keys without a test here. */
    private static boolean isPair(PrivateKey secret, PublicKey shown) throws GeneralSecurityException {
        String algorithm = switch (shown.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            case "EdDSA", "Ed25519", "Ed448" -> "EdDSA";
            default -> "";
        };
        if (algorithm.isEmpty()) {
            return true;
        }
        byte[] any = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(secret);
        signature.update(any);
        byte[] signed = signature.sign();
        signature.initVerify(shown);
        signature.update(any);
        return signature.verify(signed);
    }

    private static TrustManager[] trustManagers(Path trusted) {
        Collection<? extends Certificate> found = certificates(trusted);
        try {
            KeyStore authorities = emptyStore();
            int number = 0;
            for (Certificate authority : found) {
                authorities.setCertificateEntry("authority" + number++, authority);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(authorities);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new NetException("cannot trust certificates file=" + trusted + " reason=" + e.getMessage(), e);
        }
    }

    private static SSLContext context(Path file, KeyManager[] keys, TrustManager[] trust) {
        try {
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new NetException("cannot use certificates file=" + file + " reason=" + e.getMessage(), e);
        }
    }

    /** What the side that accepts asks of the side that connects. */
    public enum ClientCertificate {
        /** A connection without a certificate of a trusted authority is refused. */
        NEEDED,
        /** A certificate is asked for and checked, and may be missing. */
        WANTED,
        /** No certificate is asked for. */
        NONE
    }

    /** Returns TLS 1.2 or 1.3 of a connection that was accepted, for a program that polls it. */
    public SSLEngine accepting(ClientCertificate certificate) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(POLLED_PROTOCOLS);
        switch (certificate) {
            case NEEDED -> engine.setNeedClientAuth(true);
            case WANTED -> engine.setWantClientAuth(true);
            case NONE -> engine.setWantClientAuth(false);
        }
        return engine;
    }

    /** Returns TLS 1.2 or 1.3 of a connection to a peer, whose certificate must name its host. */
    public SSLEngine connecting(HostPort peer) {
        SSLEngine engine = context.createSSLEngine(peer.host(), peer.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(POLLED_PROTOCOLS);
        parameters.setEndpointIdentificationAlgorithm(NAMES_OF_CERTIFICATES);
        engine.setSSLParameters(parameters);
        return engine;
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        checkSize(file);
        try (InputStream stream = Files.newInputStream(file)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(stream);
            if (!found.isEmpty()) {
                return found;
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new NetException("cannot read certificates file=" + file + " reason=" + e.getMessage(), e);
        }
        throw new NetException("file has no certificate in PEM format file=" + file);
    }

    private static PrivateKey privateKey(Path file, String algorithm) {
        checkSize(file);
        try {
            Matcher text = PRIVATE_KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            if (!text.find()) {
                throw new NetException("file has no unencrypted private key in PEM format of PKCS #8 file=" + file);
            }
            byte[] encoded = Base64.getMimeDecoder().decode(text.group(1));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new NetException(
                    "cannot read private key file=" + file + " algorithm=" + algorithm + " reason=" + e.getMessage(),
                    e);
        }
    }

    private static void checkSize(Path file) {
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw new NetException("file is too large for certificates or a key file=" + file + " bytes="
                        + Files.size(file) + " limit=" + MAX_FILE_BYTES);
            }
        } catch (IOException e) {
            throw new NetException("cannot read file=" + file + " reason=" + ErrorReason.of(e), e);
        }
    }

    /** Returns a TLS socket over a connected one. */
    SSLSocket overlay(java.net.Socket socket, HostPort peer, Side side) throws IOException {
        SSLSocketFactory factory = context.getSocketFactory();
        SSLSocket secured = (SSLSocket) factory.createSocket(socket, peer.host(), peer.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setProtocols(new String[] {PROTOCOL});
        parameters.setNeedClientAuth(true);
        if (side == Side.CONNECTS) {
            parameters.setEndpointIdentificationAlgorithm(NAMES_OF_CERTIFICATES);
        }
        secured.setUseClientMode(side == Side.CONNECTS);
        secured.setSSLParameters(parameters);
        return secured;
    }

    /** The two sides of a connection. */
    enum Side {
        CONNECTS,
        ACCEPTS
    }
}
