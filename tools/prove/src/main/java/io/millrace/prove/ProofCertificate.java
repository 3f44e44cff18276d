package io.millrace.prove;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate for all sides of a proof, which is its own authority, and its key, as files in PEM format. It is made
 * by the {@code keytool} of the JDK that runs the proof.
 *
 * @param certificate the file of the certificate; also what a side trusts
 * @param key the file of the private key
 */
public record ProofCertificate(Path certificate, Path key) {

    private static final String ALIAS = "proof";
    private static final String PASSWORD = "changeit";
    private static final int LINE = 64;
    private static final long WITHIN_SECONDS = 60;

    /**
     * Makes a certificate that is valid for a day.
     *
     * @param directory where its files are written
     * @param names the names of the sides, as {@code dns:NAME} or {@code ip:ADDRESS}
     */
    public static ProofCertificate make(Path directory, List<String> names) throws IOException, InterruptedException {
        Path store = directory.resolve("proof.p12");
        Path said = directory.resolve("keytool.txt");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "2",
                "-dname",
                "CN=" + ALIAS,
                "-ext",
                "san=" + String.join(",", names),
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new ProofException("cannot make a certificate said=" + Files.readString(said));
        }
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            Path certificate = directory.resolve("proof.crt");
            Path key = directory.resolve("proof.key");
            write(certificate, "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
            write(key, "PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
            return new ProofCertificate(certificate, key);
        } catch (GeneralSecurityException e) {
            throw new ProofException("cannot read a certificate file=" + store, e);
        }
    }

    private static void write(Path file, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
