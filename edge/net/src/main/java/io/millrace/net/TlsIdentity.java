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
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * What a side shows and whom it trusts: its certificate with the private key, and the certificates of authorities that
 * sign those of its peers. Links use TLS 1.3 alone, and both sides need a certificate. The side that connects also
 * checks that the peer's certificate names the host that it connects to.
 */
public final class TlsIdentity {

    private static final String PROTOCOL = "TLSv1.3";
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
        Collection<? extends Certificate> own = certificates(certificates);
        PrivateKey secret = privateKey(
                key, ((X509Certificate) own.iterator().next()).getPublicKey().getAlgorithm());
        try {
            KeyStore keys = emptyStore();
            keys.setKeyEntry("own", secret, NO_PASSWORD, own.toArray(Certificate[]::new));
            KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keyManagers.init(keys, NO_PASSWORD);
            KeyStore authorities = emptyStore();
            int number = 0;
            for (Certificate authority : certificates(trusted)) {
                authorities.setCertificateEntry("authority" + number++, authority);
            }
            TrustManagerFactory trustManagers =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trustManagers.init(authorities);
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
            return new TlsIdentity(context);
        } catch (GeneralSecurityException | IOException e) {
            throw new NetException(
                    "cannot use certificate and key certificate=" + certificates + " key=" + key + " reason="
                            + e.getMessage(),
                    e);
        }
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
            parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the rules for names in certificates, RFC 9110
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
