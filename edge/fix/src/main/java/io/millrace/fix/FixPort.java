package io.millrace.fix;

import io.millrace.net.HostPort;
import io.millrace.net.TlsIdentity;
import io.millrace.net.TlsIdentity.ClientCertificate;
import java.util.Optional;

/**
 * Where an engine listens.
 *
 * @param address the address, whose port may be 0 for any that is free
 * @param tls what this side shows and whom it trusts; empty for no TLS
 * @param certificate what is asked of those who connect
 * @param proxy whether connections come through a proxy, which states their addresses
 */
public record FixPort(HostPort address, Optional<TlsIdentity> tls, ClientCertificate certificate, Proxy proxy) {

    /** Whether a connection begins with a header of the PROXY protocol. */
    public enum Proxy {
        /** It does not. */
        NONE,
        /** It does, of version 1 or 2; a connection without one is closed. */
        REQUIRED
    }

    /** Returns a port of an address, without TLS. */
    public static FixPort at(HostPort address) {
        return new FixPort(address, Optional.empty(), ClientCertificate.NONE, Proxy.NONE);
    }

    /** Returns a port of the loopback interface; 0 is any that is free. */
    public static FixPort loopback(int port) {
        return at(new HostPort("127.0.0.1", port));
    }

    /** Returns the same port with TLS. */
    public FixPort withTls(TlsIdentity identity, ClientCertificate asked) {
        return new FixPort(address, Optional.of(identity), asked, proxy);
    }

    /** Returns the same port for connections through a proxy. */
    public FixPort throughProxy() {
        return new FixPort(address, tls, certificate, Proxy.REQUIRED);
    }
}
