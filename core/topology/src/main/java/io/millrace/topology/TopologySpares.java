package io.millrace.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** The spares of the hosts of a topology: the checks, what a spare holds, and in which order it is sent that. */
final class TopologySpares {

    private static final String HOSTS = "hosts";
    private static final String REPLICAS = "replicas";

    private final Topology topology;

    TopologySpares(Topology topology) {
        this.topology = topology;
    }

    /** Returns the host whose spare a host is; empty where it is none. */
    Optional<String> hostOf(String spare) {
        return topology.hosts().entrySet().stream()
                .filter(entry -> entry.getValue().replicas().contains(spare))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /**
     * Checks all spares.
     *
     * @param used the hosts that run a component or own a channel
     */
    void check(Set<String> used) {
        Map<String, String> owners = new HashMap<>();
        topology.hosts().forEach((name, host) -> {
            if (host.replicas().size() > 1) {
                throw problem(name, "has more than one spare, which is not supported replicas=" + host.replicas());
            }
            if (host.degradeAfter().isPresent() && host.replicas().isEmpty()) {
                throw problem(name, "has degradeAfter and no spare; that is for a host with replicas");
            }
            for (String spare : host.replicas()) {
                checkSpare(name, spare, used);
                String other = owners.putIfAbsent(spare, name);
                if (other != null) {
                    throw problem(
                            name, "has spare=" + spare + ", which is that of host=" + other + "; each has its own");
                }
            }
        });
    }

    private void checkSpare(String name, String spare, Set<String> used) {
        if (spare.equals(name) || !topology.hosts().containsKey(spare)) {
            throw problem(
                    name,
                    "has spare=" + spare + ", which is not among the other hosts hosts="
                            + topology.hosts().keySet());
        }
        if (!topology.hosts().get(spare).replicas().isEmpty()) {
            throw problem(name, "has spare=" + spare + ", which has a spare itself; that is not supported");
        }
        if (used.contains(spare)) {
            throw problem(
                    name,
                    "has spare=" + spare + ", which runs components or owns channels; a spare runs nothing until it is"
                            + " promoted");
        }
    }

    private TopologyException problem(String host, String message) {
        return topology.problem("host=" + host + " " + message, HOSTS, host, REPLICAS);
    }

    /**
     * Returns the channels of a host that its spare holds, each with those that it is made of.
     *
     * @param host a host with a spare
     * @param part what it runs
     * @param own the names of the journals that it writes
     */
    SequencedMap<String, List<String>> before(String host, Topology part, Set<String> own) {
        SequencedMap<String, List<String>> before = new LinkedHashMap<>();
        for (String channel : own) {
            Set<String> inputs = new LinkedHashSet<>();
            part.components().forEach((name, component) -> {
                boolean isSnapshots = component
                        .snapshots()
                        .filter(snapshots -> snapshots.channel().equals(channel))
                        .isPresent();
                if (component.writes().equals(channel) || isSnapshots) {
                    inputs(part, name, new LinkedHashSet<>(), inputs);
                }
                if (isSnapshots && part.isKept(component.writes())) {
                    inputs.add(component.writes()); // a snapshot says how far the output was
                }
            });
            inputs.retainAll(own);
            before.put(channel, List.copyOf(inputs));
        }
        for (String channel : own) {
            refuseCycle(host, before, channel, new ArrayList<>(List.of(channel)));
        }
        return before;
    }

    /** Adds the journals that a component is restarted from: those that it reads, or that what it reads is made of. */
    private static void inputs(Topology part, String component, Set<String> seen, Set<String> found) {
        if (!seen.add(component)) {
            return;
        }
        for (String channel : part.components().get(component).reads()) {
            if (part.isKept(channel)) {
                found.add(channel);
            } else {
                part.writerOf(channel).ifPresent(writer -> inputs(part, writer, seen, found));
            }
        }
    }

    private void refuseCycle(String host, SequencedMap<String, List<String>> before, String first, List<String> path) {
        for (String input : before.get(path.getLast())) {
            if (input.equals(first)) {
                throw problem(
                        host,
                        "has a spare, and its channels=" + path + " are made of each other; that is not supported:"
                                + " give one of their components another host");
            }
            if (!path.contains(input)) {
                path.add(input);
                refuseCycle(host, before, first, path);
                path.removeLast();
            }
        }
    }

    /** Returns the plan of the machine that stands by for a host. */
    static HostPlan standingBy(HostPlan runs, String site) {
        SequencedMap<String, String> received = new LinkedHashMap<>();
        runs.sent().keySet().forEach(name -> received.put(name, runs.host()));
        received.putAll(runs.received());
        return new HostPlan(
                runs.host(),
                site,
                HostDuty.STANDS_BY,
                runs.hosts(),
                runs.part(),
                new LinkedHashMap<>(),
                received,
                runs.before());
    }
}
