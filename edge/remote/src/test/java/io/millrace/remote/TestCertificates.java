package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.net.TlsIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** Certificates that sign themselves, made with the tool of the JDK. */
final class TestCertificates {

    private static final String PASSWORD = "password";

    private TestCertificates() {}

    /** Returns the identity of one side, which trusts the other one alone. */
    static TlsIdentity identity(InteractionsTls own, InteractionsTls trusted) {
        return TlsIdentity.ofPem(Path.of(own.certificate()), Path.of(own.key()), Path.of(trusted.certificate()));
    }

    /** Makes a certificate that signs itself. */
    static InteractionsTls make(Path files, String name)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = files.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=ip:127.0.0.1,dns:localhost",
                        "-ext",
                        "BC=ca:true")
                .inheritIO()
                .start();
        assertEquals(0, keytool.waitFor());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        String certificate = pem(
                files, name + ".crt", "CERTIFICATE", keys.getCertificate(name).getEncoded());
        String key = pem(
                files,
                name + ".key",
                "PRIVATE KEY",
                keys.getKey(name, PASSWORD.toCharArray()).getEncoded());
        return new InteractionsTls(certificate, key, certificate);
    }

    private static String pem(Path files, String file, String kind, byte[] bytes) throws IOException {
        Path path = Files.writeString(
                files.resolve(file),
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + kind
                        + "-----\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        return path.toString();
    }
}
