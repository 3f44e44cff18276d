package io.millrace.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;

/** Finds the address of a target by its name. */
public final class TargetAddress {

    private static final int CONNECT_WITHIN_MS = 5_000;

    private TargetAddress() {}

    /**
     * Returns the first address of a host that accepts a connection, which is closed at once; where none does, the
     * first one, so that the target reports why. A name may have several, of IPv4 and IPv6 for example, and a server
     * may listen at one of them only.
     *
     * @param host a name or an address
     * @param port 0 to 65535
     * @throws LoadException if the host has no address
     */
    public static InetSocketAddress find(String host, int port) {
        InetAddress[] all;
        try {
            all = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new LoadException("host has no address host=" + host, e);
        }
        for (InetAddress each : all) {
            InetSocketAddress address = new InetSocketAddress(each, port);
            if (all.length == 1 || accepts(address)) {
                return address;
            }
        }
        return new InetSocketAddress(all[0], port);
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_WITHIN_MS);
            return true;
        } catch (IOException _) {
            return false; // the next one may
        }
    }
}
