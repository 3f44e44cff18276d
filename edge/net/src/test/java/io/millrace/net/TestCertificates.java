package io.millrace.net;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.DERGeneralizedTime;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority for tests, which writes certificates and keys as files in PEM format. */
final class TestCertificates {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path directory;
    private final AtomicLong serial = new AtomicLong(1);
    private final String authority;
    private final KeyPair keys = newKeys();
    private final X509Certificate own;

    TestCertificates(Path directory, String authority) {
        this.directory = directory;
        this.authority = authority;
        this.own = certificate(authority, keys, null);
        write(authority + ".pem", "CERTIFICATE", encoded(own));
    }

    Path trusted() {
        return directory.resolve(authority + ".pem");
    }

    /** Returns the identity of a side that has a certificate of this authority and trusts it. */
    TlsIdentity identity(String name, String address) {
        return identity(name, address, this);
    }

    /** Returns the identity of a side that has a certificate of this authority and trusts another. */
    TlsIdentity identity(String name, String address, TestCertificates trusts) {
        KeyPair pair = newKeys();
        Path certificate = write(name + ".crt", "CERTIFICATE", encoded(certificate(name, pair, address)));
        Path key = write(name + ".key", "PRIVATE KEY", pair.getPrivate().getEncoded());
        return TlsIdentity.ofPem(certificate, key, trusts.trusted());
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private X509Certificate certificate(String name, KeyPair pair, String address) {
        try {
            Instant now = Instant.now();
            X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                    new X500Name("CN=" + authority),
                    BigInteger.valueOf(serial.getAndIncrement()),
                    time(now.minus(Duration.ofHours(1))),
                    time(now.plus(Duration.ofDays(1))),
                    new X500Name("CN=" + name),
                    SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(address == null));
            if (address != null) {
                builder.addExtension(
                        Extension.subjectAlternativeName,
                        false,
                        new GeneralNames(new GeneralName(GeneralName.iPAddress, address)));
            }
            PrivateKey signer = keys.getPrivate();
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer)));
        } catch (java.io.IOException
                | java.security.GeneralSecurityException
                | org.bouncycastle.operator.OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Time time(Instant instant) {
        return new Time(new DERGeneralizedTime(TIME.format(instant)));
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path write(String name, String kind, byte[] content) {
        try {
            String text = Base64.getMimeEncoder(64, "\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                    .encodeToString(content);
            return Files.writeString(
                    directory.resolve(name),
                    "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
