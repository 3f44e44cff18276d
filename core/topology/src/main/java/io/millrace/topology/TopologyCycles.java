package io.millrace.topology;

import io.millrace.journal.Ownership;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds what keeps a run from ending once its sources have ended. */
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
            if (after.contains(component)) {
                return Optional.of("components " + String.join(", ", inCycle(topology, component, after))
                        + " read what each other write");
            }
        }
        return Optional.empty();
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
