package io.millrace.topology;

import io.millrace.journal.Durability;
import io.millrace.service.ComponentKind;
import io.millrace.service.ErrorPolicy;
import io.millrace.service.OrderedSource;
import io.millrace.service.Snapshotting;
import io.millrace.text.NearestName;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The checks of a topology that need its classes: writers and readers of a channel must fit each other and the channel.
 */
final class TopologyLinks {
    private final Topology topology;
    private final Map<String, ComponentClass> classes;

    private TopologyLinks(Topology topology, Map<String, ComponentClass> classes) {
        this.topology = topology;
        this.classes = classes;
    }

    static void check(Topology topology, Map<String, ComponentClass> classes) {
        TopologyLinks links = new TopologyLinks(topology, classes);
        topology.components().forEach((name, component) -> {
            links.kind(name, component);
            links.snapshots(name, component);
            component.reads().forEach(read -> links.reads(name, read));
            links.priority(name, component);
        });
    }

    private void kind(String name, ComponentSpec component) {
        ComponentClass type = classes.get(name);
        boolean source = type.kind() == ComponentKind.SOURCE;
        boolean proposes = OrderedSource.class.isAssignableFrom(type.type());
        if (source && !component.reads().isEmpty() && !proposes) {
            throw problem(name, "reads", "is an external source and cannot read a channel reads=" + component.reads());
        }
        if (!source && component.reads().isEmpty()) {
            throw problem(
                    name,
                    "class",
                    "class=" + type.type().getName() + " is no ExternalSource and needs a channel to read");
        }
        boolean continues = !component.reads().isEmpty() && !topology.calledDirectly(name);
        if (component.startAt().isPresent() && !continues) {
            throw problem(
                    name,
                    "startAt",
                    "has startAt, and " + (source ? "is an external source" : "is called directly")
                            + "; it belongs to a component or gateway that reads journals");
        }
        giveUpAfter(name, component, type.kind());
        if (type.kind() == ComponentKind.COMPONENT) {
            return;
        }
        String kind = source ? "an external source" : "a gateway";
        if (!topology.isKept(component.writes())) {
            throw problem(
                    name,
                    "writes",
                    "is " + kind + ", which is never replayed, and cannot write channel=" + component.writes()
                            + " of kind " + topology.kindText(component.writes()));
        }
        if (component.answers().isPresent()) {
            throw problem(name, "answers", "is " + kind + ", which answers no clients, and cannot have answers");
        }
        if (source && component.onError() == ErrorPolicy.RECORD) {
            throw problem(
                    name,
                    "onError",
                    "is an external source, which has no inputs whose errors could be recorded, so it cannot"
                            + " have onError=RECORD");
        }
        for (String read : component.reads()) {
            if (!topology.isKept(read)) {
                throw problem(
                        name,
                        "reads",
                        "is " + kind + " and cannot read channel=" + read + " of kind " + topology.kindText(read));
            }
            Durability durability = topology.channels().get(read).durability();
            if (!source && durability != Durability.SYNCED) {
                throw problem(
                        name,
                        "reads",
                        "is a gateway, which reads only what survives a loss of power, but channel=" + read
                                + " has durability=" + durability + "; make it SYNCED");
            }
        }
    }

    private void priority(String name, ComponentSpec component) {
        for (String channel : component.priority()) {
            if (!component.reads().contains(channel)) {
                throw problem(
                        name,
                        "priority",
                        "has priority for channel=" + channel + ", which it does not read"
                                + NearestName.hint(channel, component.reads()));
            }
        }
    }

    private void snapshots(String name, ComponentSpec component) {
        if (component.snapshots().isEmpty()) {
            return;
        }
        if (!Snapshotting.class.isAssignableFrom(classes.get(name).type())) {
            throw problem(
                    name,
                    "snapshots",
                    "has snapshots, but class=" + classes.get(name).type().getName() + " is not Snapshotting");
        }
        boolean joined = topology.isDirect(component.writes()) || topology.calledDirectly(name);
        if (joined) {
            throw problem(name, "snapshots", "has snapshots and cannot have a direct channel");
        }
    }

    /**
     * Checks that a reader takes at least one of the calls of each channel; one that is called directly takes all of
     * them.
     */
    private void reads(String name, String channel) {
        ComponentClass reader = classes.get(name);
        String writerName = topology.writerOf(channel).orElse(null);
        if (writerName == null) {
            return;
        }
        ComponentClass writer = classes.get(writerName);
        if (topology.isDirect(channel)) {
            for (Class<?> output : writer.outputs()) {
                if (!output.isAssignableFrom(reader.type())) {
                    throw problem(
                            name,
                            "reads",
                            "is called directly by component=" + writerName + " and class="
                                    + reader.type().getName() + " does not implement " + output.getName());
                }
            }
            return;
        }
        List<Method> calls = reader.kind() == ComponentKind.SOURCE ? List.of() : writer.outputMethods();
        if (!calls.isEmpty() && calls.stream().noneMatch(reader::accepts)) {
            throw problem(
                    name,
                    "reads",
                    "reads channel=" + channel + ", whose calls are " + String.join(", ", names(calls)) + ", and class="
                            + reader.type().getName() + " takes none of them");
        }
    }

    private static Set<String> names(List<Method> methods) {
        Set<String> names = new TreeSet<>();
        methods.forEach(method -> names.add(method.getName()));
        return names;
    }

    private void giveUpAfter(String name, ComponentSpec component, ComponentKind kind) {
        component.giveUpAfter().ifPresent(after -> {
            if (kind != ComponentKind.GATEWAY) {
                throw problem(
                        name,
                        "giveUpAfter",
                        "has giveUpAfter and is no gateway; only a gateway has another side that it" + " gives up");
            }
            if (!after.isPositive()) {
                throw problem(name, "giveUpAfter", "has a duration that is not more than 0 giveUpAfter=" + after);
            }
        });
    }

    private TopologyException problem(String component, String key, String message) {
        return topology.problem("component=" + component + " " + message, "components", component, key);
    }
}
