package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.CertificateAuthority;
import io.millrace.fixtures.CertificateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownIdentitiesTest {
    @TempDir
    Path folder;

    private static TlsIdentity read(CertificateFiles files) {
        return KnownIdentities.ofPem(files.certificate(), files.key(), files.trusted());
    }

    @Test
    void filesAreReadOnceUntilOneIsReplaced() throws IOException {
        CertificateAuthority authority = CertificateAuthority.create(folder, "authority");
        CertificateFiles first = authority.files("first", "127.0.0.1");
        TlsIdentity known = read(first);
        assertSame(known, read(first));
        CertificateFiles second = authority.files("second", "127.0.0.1");
        Files.move(second.certificate(), first.certificate(), StandardCopyOption.REPLACE_EXISTING);
        Files.move(second.key(), first.key(), StandardCopyOption.REPLACE_EXISTING);
        TlsIdentity renewed = read(first);
        assertNotSame(known, renewed);
        assertSame(renewed, read(first));
    }

    @Test
    void aFileThatIsGoneIsAnErrorThoughItWasReadBefore() throws IOException {
        CertificateFiles files =
                CertificateAuthority.create(folder, "authority").files("side", "127.0.0.1");
        TlsIdentity known = read(files);
        Path away = Files.move(files.key(), folder.resolve("away"));
        NetException e = assertThrows(NetException.class, () -> read(files));
        assertTrue(e.getMessage().contains(files.key().toString()), e.getMessage());
        Files.move(away, files.key());
        assertSame(known, read(files)); // it is the same file as before
    }

    @Test
    void aRenewedCertificateWithTheOldKeyIsAnError() throws IOException {
        CertificateAuthority authority = CertificateAuthority.create(folder, "authority");
        CertificateFiles first = authority.files("first", "127.0.0.1");
        read(first);
        Files.move(
                authority.files("second", "127.0.0.1").certificate(),
                first.certificate(),
                StandardCopyOption.REPLACE_EXISTING);
        assertThrows(NetException.class, () -> read(first));
    }
}
