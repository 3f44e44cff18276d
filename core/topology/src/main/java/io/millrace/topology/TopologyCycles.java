package io.millrace.topology;

import io.millrace.journal.Ownership;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds components that read what each other write, which end together, and what keeps a run from ending once its
 * sources have ended.
 */
final class TopologyCycles {
    private TopologyCycles() {}

    static Optional<String> endless(Topology topology) {
        for (String channel : topology.channels().keySet()) {
            boolean read = !topology.readersOf(channel).isEmpty();
            if (read
                    && topology.channels().get(channel).ownership() == Ownership.SHARED
                    && topology.writerOf(channel).isEmpty()) {
                return Optional.of("channel=" + channel + " is written by other processes");
            }
        }
        for (String component : topology.components().keySet()) {
            List<String> after = after(topology, component);
            if (after.contains(component) && hasQueue(topology, component)) {
                return Optional.of("components " + String.join(", ", inCycle(topology, component, after))
                        + " read what each other write, through a queue");
            }
        }
        return Optional.empty();
    }

    /** Returns the channels between a component and those that its output reaches and that reach it; perhaps none. */
    static Set<String> channelsOfCycle(Topology topology, String component) {
        List<String> cycle = inCycle(topology, component, after(topology, component));
        Set<String> channels = new TreeSet<>();
        for (String each : cycle) {
            String writes = topology.components().get(each).writes();
            if (topology.readersOf(writes).stream().anyMatch(cycle::contains)) {
                channels.add(writes);
            }
        }
        return channels;
    }

    /** Returns whether a channel of the cycle is a queue, which does not count what is unread. */
    private static boolean hasQueue(Topology topology, String component) {
        return channelsOfCycle(topology, component).stream().anyMatch(topology::isQueue);
    }

    /** Returns the components that a component's output reaches, directly or through others. */
    private static List<String> after(Topology topology, String component) {
        Set<String> seen = new HashSet<>();
        List<String> reached = new ArrayList<>();
        Deque<String> next = new ArrayDeque<>(List.of(component));
        while (!next.isEmpty()) {
            String writes = topology.components().get(next.remove()).writes();
            for (String reader : topology.readersOf(writes)) {
                if (seen.add(reader)) {
                    reached.add(reader);
                    next.add(reader);
                }
            }
        }
        return reached;
    }

    private static List<String> inCycle(Topology topology, String component, List<String> after) {
        return after.stream()
                .filter(other ->
                        other.equals(component) || after(topology, other).contains(component))
                .toList();
    }
}
