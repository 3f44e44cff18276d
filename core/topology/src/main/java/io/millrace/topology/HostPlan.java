package io.millrace.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What one host of a topology has to do with the others. Immutable.
 *
 * <p>A host with a spare may run on either of two machines, its sites: they have the names and the addresses of the two
 * hosts in the topology. One site runs the host, and the other stands by.
 *
 * @param host the name of the host
 * @param site the name of the host in the topology whose address and certificate this machine has: that of the host
 *     itself, or of its spare
 * @param duty whether this machine runs the host or stands by
 * @param hosts all hosts, by name
 * @param part what the host runs: its components, the channels that they read and write, and its threads
 * @param sent the channels that are written here and held elsewhere, with the names of the other hosts that read them
 * @param received the channels that are copied here, with the name of the host that writes them
 * @param before the channels that are written here and held by a spare, with those that are written here and that they
 *     are made of: the spare has these first
 */
public record HostPlan(
        String host,
        String site,
        HostDuty duty,
        SequencedMap<String, HostSpec> hosts,
        Topology part,
        SequencedMap<String, List<String>> sent,
        SequencedMap<String, String> received,
        SequencedMap<String, List<String>> before) {

    /** Takes copies. */
    public HostPlan {
        hosts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(hosts));
        sent = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sent));
        received = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(received));
        before = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(before));
    }

    /** Returns the address and the certificate of this machine. */
    public HostSpec own() {
        return hosts.get(site);
    }

    /**
     * Returns the sites of a host: its own name, and those of its spares.
     *
     * @param name the name of a host that runs components
     */
    public List<String> sites(String name) {
        List<String> sites = new ArrayList<>(List.of(name));
        sites.addAll(hosts.get(name).replicas());
        return sites;
    }

    /** Returns the channels that the host writes and that are received here, where this machine stands by. */
    public List<String> channelsOfHost() {
        return received.entrySet().stream()
                .filter(channel -> channel.getValue().equals(host))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the other site of this host, if it has one. */
    public Optional<String> otherSite() {
        return sites(host).stream().filter(other -> !other.equals(site)).findFirst();
    }
}
