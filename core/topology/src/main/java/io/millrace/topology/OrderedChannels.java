package io.millrace.topology;

import io.millrace.journal.Ownership;
import io.millrace.service.ComponentKind;
import io.millrace.service.OrderClock;
import io.millrace.service.OrderedSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The channels of a topology that follow from an order alone, and so are the same on each node: what an {@link
 * OrderedSource} writes, and what components write that read such a channel. Each has its clock.
 */
final class OrderedChannels {

    private final Topology topology;
    private final Map<String, ComponentClass> classes;
    private final Map<String, OrderClock> clocks = new HashMap<>();

    private OrderedChannels(Topology topology, Map<String, ComponentClass> classes) {
        this.topology = topology;
        this.classes = classes;
    }

    /**
     * Finds them.
     *
     * @throws TopologyException where nodes could decide differently
     */
    static OrderedChannels of(Topology topology, Map<String, ComponentClass> classes) {
        OrderedChannels ordered = new OrderedChannels(topology, classes);
        topology.components().forEach((name, component) -> {
            if (OrderedSource.class.isAssignableFrom(classes.get(name).type())) {
                ordered.add(name, component.writes());
            }
        });
        int before = -1;
        while (before != ordered.clocks.size()) {
            before = ordered.clocks.size();
            topology.components().forEach(ordered::follow);
        }
        return ordered;
    }

    /** Returns the clock of a channel; empty where it is not ordered. */
    Optional<OrderClock> clock(String channel) {
        return Optional.ofNullable(clocks.get(channel));
    }

    private void follow(String name, ComponentSpec component) {
        boolean follows = classes.get(name).kind() == ComponentKind.COMPONENT
                && component.reads().stream().anyMatch(clocks::containsKey);
        if (!follows || clocks.containsKey(component.writes())) {
            return;
        }
        if (component.reads().size() > 1) {
            throw problem(
                    name,
                    "reads",
                    "is part of an order and reads one channel, since nodes would mix several in different ways reads="
                            + component.reads());
        }
        add(name, component.writes());
    }

    private void add(String name, String channel) {
        ChannelSpec spec = topology.channels().get(channel);
        if (!topology.isKept(channel) || spec.ownership() != Ownership.SINGLE) {
            throw problem(
                    name,
                    "writes",
                    "is part of an order and alone writes a journal channel=" + channel + " kind="
                            + topology.kindText(channel));
        }
        if (!topology.hosts().isEmpty()) {
            throw problem(
                    name,
                    "writes",
                    "is part of an order, whose nodes each run the whole topology; a file has an order or hosts"
                            + " channel=" + channel + " hosts="
                            + List.copyOf(topology.hosts().keySet()));
        }
        clocks.put(channel, new OrderClock());
    }

    private TopologyException problem(String component, String key, String message) {
        return topology.problem("component=" + component + " " + message, "components", component, key);
    }
}
