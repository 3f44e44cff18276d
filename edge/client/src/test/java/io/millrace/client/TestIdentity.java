package io.millrace.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that has signed itself, with its key, made by the tool of the JDK. */
final class TestIdentity {

    private static final String PASSWORD = "changeit";

    private final Path directory;
    private final String name;
    private final KeyStore store;

    private TestIdentity(Path directory, String name, KeyStore store) {
        this.directory = directory;
        this.name = name;
        this.store = store;
    }

    static TestIdentity create(Path directory, String name) throws Exception {
        Path file = directory.resolve(name + ".p12");
        Process tool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile())
                .start();
        if (tool.waitFor() != 0) {
            throw new AssertionError(Files.readString(directory.resolve(name + ".log")));
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        TestIdentity identity = new TestIdentity(directory, name, store);
        identity.write("crt", "CERTIFICATE", store.getCertificate("own").getEncoded());
        Key key = store.getKey("own", PASSWORD.toCharArray());
        identity.write("key", "PRIVATE KEY", key.getEncoded());
        return identity;
    }

    private void write(String suffix, String kind, byte[] encoded) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        Files.writeString(
                directory.resolve(name + "." + suffix),
                "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    String certificate() {
        return directory.resolve(name + ".crt").toString();
    }

    String key() {
        return directory.resolve(name + ".key").toString();
    }

    /** Returns what shows this certificate, and trusts that of another. */
    SSLContext trusting(TestIdentity other) throws GeneralSecurityException, IOException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        Certificate trusted = other.store.getCertificate("own");
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        authorities.setCertificateEntry("other", trusted);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
