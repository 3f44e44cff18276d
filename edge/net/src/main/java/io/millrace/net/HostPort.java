package io.millrace.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * The address of a listener, as users write it: {@code HOST:PORT}, {@code [IPV6]:PORT}, or {@code PORT} for the
 * loopback interface of this machine.
 *
 * @param host name or address, without brackets
 * @param port 0 to 65535; 0 is a free port, to listen only
 */
public record HostPort(String host, int port) {

    private static final int MAX_PORT = 65535;
    private static final String LOOPBACK = "127.0.0.1";

    /** Checks the port. */
    public HostPort {
        if (host.isBlank() || port < 0 || port > MAX_PORT) {
            throw new NetException("an address is HOST:PORT with a port of 0 to 65535 host=" + host + " port=" + port);
        }
    }

    /**
     * Returns the address that a text states.
     *
     * @throws NetException if it is none
     */
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? LOOPBACK : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new NetException("an IPv6 address needs brackets, as in [::1]:7000 address=" + text);
        }
        try {
            return new HostPort(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new NetException("an address is HOST:PORT with a port of 0 to 65535 address=" + text, e);
        }
    }

    /** Returns whether the host is an address or a name of the loopback interface. */
    public boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /**
     * Returns the address with its name resolved.
     *
     * @throws NetException if the name is not known
     */
    InetSocketAddress resolve() {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new NetException("host is not known host=" + host + " address=" + this);
        }
        return address;
    }

    /**
     * Returns all addresses of the name, in the order in which they should be tried.
     *
     * @throws NetException if the name is not known
     */
    List<InetSocketAddress> resolveAll() {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .map(each -> new InetSocketAddress(each, port))
                    .toList();
        } catch (UnknownHostException e) {
            throw new NetException("host is not known host=" + host + " address=" + this, e);
        }
    }

    static HostPort of(InetSocketAddress address) {
        return new HostPort(address.getAddress().getHostAddress(), address.getPort());
    }

    /** Returns the text form that {@link #parse} reads. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
