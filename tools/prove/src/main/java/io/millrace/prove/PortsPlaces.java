package io.millrace.prove;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * Where the components of a {@link PortsPlan} run, and at which ports clients find them.
 *
 * @param addresses the addresses of the hosts by name; empty for one process. The first one has a spare, the last
 * @param tls the keys of each host for its certificate, or an empty text for plain links
 * @param components the host of each component by name; empty for one process
 * @param database the URL of the database
 * @param web the port for clients over WebSocket
 * @param webProxies the ports by which these reach it
 * @param tcp the port for clients over TCP
 * @param console the port of the console, which serves the meters too
 * @param idle what threads do that have no work, as a topology names it
 */
record PortsPlaces(
        SequencedMap<String, String> addresses,
        String tls,
        Map<String, String> components,
        String database,
        int web,
        List<Integer> webProxies,
        int tcp,
        int console,
        String idle) {

    /** The channel with what {@link PortWatch} makes on another host. */
    static final String SEEN = "seen";

    /** Returns the hosts of the topology as text. */
    String hosts() {
        if (addresses.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("hosts:\n");
        String first = addresses.firstEntry().getKey();
        String spare = addresses.lastEntry().getKey();
        addresses.forEach((host, address) -> text.append("  " + host + ": {address: \"" + address + "\"" + tls)
                .append(host.equals(first) ? ", replicas: [" + spare + "]" : "")
                .append("}\n"));
        return text.toString();
    }

    /** Returns the key of the host of a component, after others on a line. */
    String on(String component) {
        return components.isEmpty() ? "" : ", host: " + components.get(component);
    }

    /** Returns the key of the host of a component as a line. */
    String line(String component) {
        return components.isEmpty() ? "" : "    host: " + components.get(component) + "\n";
    }

    /** Returns the channel of the component that watches, as text. */
    String watchedChannel() {
        return components.isEmpty() ? "" : "  " + SEEN + ": {roll: {size: 64KiB}}\n";
    }

    /** Returns the thread of the component that watches, as text. */
    String watchingThread() {
        return components.isEmpty() ? "" : "  watch: {runs: [watch], idle: " + idle + "}\n";
    }

    /** Returns the component that watches, as text. */
    String watcher() {
        return components.isEmpty()
                ? ""
                : "  watch: {class: " + PortWatch.class.getName() + ", reads: [events], writes: " + SEEN + on("watch")
                        + "}\n";
    }

    /** Returns the hosts that requests of clients may name. */
    String proxies() {
        return webProxies.stream().map(port -> "\"127.0.0.1:" + port + "\"").collect(Collectors.joining(", "));
    }
}
