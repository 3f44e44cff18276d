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
     * Returns the channels of a host that its spare holds, each with those that it is made of by what is in memory,
     * such as queues: what a record of inputs that came through a queue was made of is not in the record.
     *
     * @param host a host with a spare
     * @param part what it runs
     * @param own the names of the journals that it writes
     */
    SequencedMap<String, List<String>> before(String host, Topology part, Set<String> own) {
        SequencedMap<String, List<String>> before = new LinkedHashMap<>();
        SequencedMap<String, List<String>> all = new LinkedHashMap<>();
        for (String channel : own) {
            Set<String> inputs = new LinkedHashSet<>();
            Set<String> direct = new LinkedHashSet<>();
            part.components().forEach((name, component) -> {
                boolean isSnapshots = component
                        .snapshots()
                        .filter(snapshots -> snapshots.channel().equals(channel))
                        .isPresent();
                if (component.writes().equals(channel) || isSnapshots) {
                    for (String read : component.reads()) {
                        if (part.isKept(read)) {
                            direct.add(read);
                        } else {
                            part.writerOf(read)
                                    .ifPresent(writer -> inputs(part, writer, new LinkedHashSet<>(), inputs));
                        }
                    }
                }
                if (isSnapshots && part.isKept(component.writes())) {
                    direct.add(component.writes()); // a snapshot says how far the output was
                }
            });
            inputs.retainAll(own);
            direct.retainAll(own);
            before.put(channel, List.copyOf(inputs));
            direct.addAll(inputs);
            all.put(channel, List.copyOf(direct));
        }
        before.forEach((channel, inputs) ->
                inputs.forEach(input -> refuseCycle(host, all, channel, new ArrayList<>(List.of(channel, input)))));
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

    /** Refuses a circle that begins with a channel and one that it is made of by a queue: each would wait. */
    private void refuseCycle(String host, SequencedMap<String, List<String>> all, String first, List<String> path) {
        if (path.getLast().equals(first)) {
            throw problem(
                    host,
                    "has a spare, and its channels=" + path.subList(0, path.size() - 1)
                            + " are made of each other, by what is in memory; that is not supported: let a journal"
                            + " take the place of the queue, or give one of their components another host");
        }
        for (String input : all.get(path.getLast())) {
            if (input.equals(first) || !path.contains(input)) {
                path.add(input);
                refuseCycle(host, all, first, path);
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
