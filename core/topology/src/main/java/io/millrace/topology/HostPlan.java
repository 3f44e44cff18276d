package io.millrace.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What one host of a topology has to do with the others. Immutable.
 *
 * @param host the name of the host
 * @param hosts all hosts, by name
 * @param part what the host runs: its components, the channels that they read and write, and its threads
 * @param sent the channels that are written here and read on other hosts, with the names of those hosts
 * @param received the channels that are read here and written on another host, with the name of that host
 */
public record HostPlan(
        String host,
        SequencedMap<String, HostSpec> hosts,
        Topology part,
        SequencedMap<String, List<String>> sent,
        SequencedMap<String, String> received) {

    /** Takes copies. */
    public HostPlan {
        hosts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(hosts));
        sent = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sent));
        received = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(received));
    }

    /** Returns the address and the certificate of this host. */
    public HostSpec own() {
        return hosts.get(host);
    }
}
