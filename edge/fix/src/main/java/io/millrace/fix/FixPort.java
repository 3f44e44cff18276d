package io.millrace.fix;

import io.millrace.net.HostPort;

/**
 * Where an engine listens.
 *
 * @param address the address, whose port may be 0 for any that is free
 */
public record FixPort(HostPort address) {

    /** Returns a port of the loopback interface; 0 is any that is free. */
    public static FixPort loopback(int port) {
        return new FixPort(new HostPort("127.0.0.1", port));
    }
}
