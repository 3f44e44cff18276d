package io.millrace.net;

import io.millrace.fixtures.CertificateAuthority;
import io.millrace.fixtures.CertificateFiles;
import java.nio.file.Path;

/** An authority whose certificates are identities of sides. */
final class TestCertificates {

    private final CertificateAuthority authority;

    TestCertificates(Path directory, String name) {
        this.authority = CertificateAuthority.create(directory, name);
    }

    Path trusted() {
        return authority.trusted();
    }

    /** Returns the identity of a side that has a certificate of this authority and trusts it. */
    TlsIdentity identity(String name, String address) {
        return identity(name, address, this);
    }

    /** Returns the identity of a side that has a certificate of this authority and trusts another. */
    TlsIdentity identity(String name, String address, TestCertificates trusts) {
        CertificateFiles files = authority.files(name, address, trusts.authority);
        return TlsIdentity.ofPem(files.certificate(), files.key(), files.trusted());
    }
}
