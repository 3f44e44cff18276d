package io.millrace.fix;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accepted connections whose session is not known yet, a bounded number. When there is no room, the oldest one of
 * the address that has most of them makes room: at once if the new one's address has less, else if it has had a second.
 * So an address that opens connections and says nothing keeps others out no longer than that. Addresses of version 6
 * count by their network of 64 bits. One thread.
 */
final class EngineStrangers {

    private static final long GRACE_NS = 1_000_000_000L;
    private static final int NETWORK_BYTES = 8;

    private final int most;
    private final List<EngineConnection> connections = new ArrayList<>();

    EngineStrangers(int most) {
        this.most = most;
    }

    /** Returns the connection that is to make room for one more, null if none is. */
    EngineConnection victim(SocketAddress newcomer, long steadyNs) {
        Map<Object, Integer> counts = new HashMap<>();
        int largest = 0;
        for (EngineConnection connection : connections) {
            largest = Math.max(largest, counts.merge(network(connection.peer()), 1, Integer::sum));
        }
        int own = counts.getOrDefault(network(newcomer), 0);
        for (EngineConnection connection : connections) { // the oldest first
            boolean isLargest = counts.get(network(connection.peer())) == largest;
            boolean mayGo = largest > own + 1 || steadyNs - connection.sinceNs() >= GRACE_NS;
            if (isLargest && mayGo) {
                return connection;
            }
        }
        return null;
    }

    boolean isFull() {
        return connections.size() >= most;
    }

    int size() {
        return connections.size();
    }

    void add(EngineConnection connection) {
        connections.add(connection);
    }

    void remove(EngineConnection connection) {
        connections.remove(connection);
    }

    private static Object network(SocketAddress address) {
        if (!(address instanceof InetSocketAddress internet) || internet.getAddress() == null) {
            return address;
        }
        InetAddress host = internet.getAddress();
        return host instanceof Inet6Address ? ByteBuffer.wrap(host.getAddress(), 0, NETWORK_BYTES) : host;
    }
}
