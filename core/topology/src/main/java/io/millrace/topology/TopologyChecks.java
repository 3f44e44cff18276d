package io.millrace.topology;

import io.millrace.concurrent.IdleStrategies;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.text.NearestName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The checks of a topology that need no classes. The first mistake is an error. */
final class TopologyChecks {
    /** Names of what a user may not redefine: options of the command itself and the data directory. */
    static final Set<String> RESERVED_PARAMETERS =
            Set.of("data", "rate", "summary", "health", "console", "help", "stacktrace", "version");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");
    private static final Pattern PARAMETER_NAME = Pattern.compile("[a-z][a-z0-9-]{0,49}");

    private final Topology topology;

    private TopologyChecks(Topology topology) {
        this.topology = topology;
    }

    static void check(Topology topology, TopologySections sections) {
        TopologyChecks checks = new TopologyChecks(topology);
        checks.names();
        checks.parameters(sections.optionNames());
        checks.components();
        checks.formerNames();
        checks.channels(sections.channels(topology));
        checks.direct();
        TopologyQueues.check(topology);
        checks.threads();
        TopologyHosts.check(topology);
        sections.check(topology);
    }

    private void names() {
        if (!NAME.matcher(topology.name()).matches()) {
            throw topology.problem(invalidName("name", topology.name()), "name");
        }
        topology.channels().keySet().forEach(name -> name("channels", name));
        topology.components().keySet().forEach(name -> name("components", name));
        topology.threads().keySet().forEach(name -> name("threads", name));
        topology.hosts().keySet().forEach(name -> name("hosts", name));
        if (topology.components().isEmpty()) {
            throw topology.problem("a topology needs at least one component", "components");
        }
    }

    private void name(String section, String name) {
        if (!NAME.matcher(name).matches()) {
            throw topology.problem(invalidName(section, name), section, name);
        }
    }

    static String invalidName(String what, String name) {
        return what + "=" + name + " is not a name: letters, digits, - and _, at most 100 of them";
    }

    private void parameters(Set<String> sectionOptions) {
        topology.parameters().forEach((name, parameter) -> {
            if (RESERVED_PARAMETERS.contains(name) || sectionOptions.contains(name)) {
                throw topology.problem("parameter=" + name + " is reserved for the run itself", "parameters", name);
            }
            if (!PARAMETER_NAME.matcher(name).matches()) {
                throw topology.problem(
                        "parameter=" + name + " is not a name: small letters, digits and -", "parameters", name);
            }
            boolean choice = parameter.type() == ParameterType.CHOICE;
            if (choice == parameter.values().isEmpty()) {
                String wrong = choice ? " needs values to choose from" : " has values but is no choice";
                throw topology.problem("parameter=" + name + wrong, "parameters", name);
            }
            parameter
                    .defaultValue()
                    .filter(value -> !value.isEmpty())
                    .ifPresent(value -> parameter.objection(value).ifPresent(wrong -> {
                        throw topology.problem(
                                "parameter=" + name + " default=" + value + " " + wrong, "parameters", name, "default");
                    }));
        });
    }

    private void components() {
        topology.components().forEach((name, component) -> {
            if (component.className().isEmpty()) {
                throw topology.problem("component=" + name + " needs a class", "components", name);
            }
            if (component.writes().isEmpty()) {
                throw topology.problem("component=" + name + " needs the channel that it writes", "components", name);
            }
            topology.requireChannel(component.writes(), "component=" + name + " writes", "components", name, "writes");
            Set<String> seen = new HashSet<>();
            for (String read : component.reads()) {
                topology.requireChannel(read, "component=" + name + " reads", "components", name, "reads");
                if (!seen.add(read)) {
                    throw topology.problem(
                            "component=" + name + " reads channel=" + read + " twice", "components", name, "reads");
                }
            }
            component.snapshots().ifPresent(snapshots -> {
                topology.requireChannel(
                        snapshots.channel(), "component=" + name + " snapshots go to", "components", name, "snapshots");
                if (snapshots.everyInputs() < 1) {
                    throw topology.problem(
                            "component=" + name + " snapshots every=" + snapshots.everyInputs() + " is less than 1",
                            "components",
                            name,
                            "snapshots");
                }
            });
            if (seen.contains(component.writes())) {
                throw topology.problem(
                        "component=" + name + " reads channel=" + component.writes() + ", which it writes itself",
                        "components",
                        name,
                        "reads");
            }
        });
    }

    /**
     * Checks that a former name belongs to one component or queue, and to none that exists now: data under it has one
     * owner.
     */
    private void formerNames() {
        Map<String, String> components = new HashMap<>();
        topology.components()
                .forEach((name, component) -> component
                        .formerly()
                        .forEach(former -> former(
                                "component", name, former, topology.components().keySet(), components)));
        Map<String, String> channels = new HashMap<>();
        topology.channels()
                .forEach((name, channel) -> channel.formerly().forEach(former -> {
                    if (channel.kind() == ChannelKind.DIRECT) {
                        throw topology.problem(
                                "channel=" + name + " formerly=" + former
                                        + "; a channel of kind direct stores nothing and has no former names",
                                "channels",
                                name,
                                "formerly");
                    }
                    former("channel", name, former, topology.channels().keySet(), channels);
                }));
    }

    private void former(String what, String name, String former, Set<String> present, Map<String, String> owners) {
        String other = present.contains(former) ? former : owners.putIfAbsent(former, name);
        if (other != null) {
            throw topology.problem(
                    what + "=" + name + " formerly=" + former + ", which is a name of " + what + "=" + other,
                    what + "s",
                    name,
                    "formerly");
        }
    }

    private void channels(Set<String> ofSections) {
        Map<String, String> writers = new HashMap<>();
        topology.components().forEach((name, component) -> {
            writer(writers, component.writes(), name, "writes");
            component.snapshots().ifPresent(snapshots -> writer(writers, snapshots.channel(), name, "snapshots"));
        });
        topology.channels().forEach((name, channel) -> {
            rolls(name, channel);
            List<String> readers = topology.readersOf(name);
            boolean external = channel.kind() == ChannelKind.JOURNAL && channel.ownership() == Ownership.SHARED;
            if (!writers.containsKey(name) && !readers.isEmpty() && !external) {
                throw topology.problem(
                        "component=" + readers.getFirst() + " reads channel=" + name
                                + ", which no component writes; a channel that other processes write has ownership"
                                + " SHARED",
                        "channels",
                        name);
            }
            if (!writers.containsKey(name) && readers.isEmpty() && !ofSections.contains(name)) {
                throw topology.problem(
                        "channel=" + name + " is neither written nor read by any component", "channels", name);
            }
        });
    }

    private void rolls(String name, ChannelSpec channel) {
        try {
            channel.segmentSizeBytes().ifPresent(JournalOptions.defaults()::withSegmentSizeBytes);
        } catch (JournalException e) {
            throw new TopologyException(
                    topology.position("channels", name, "roll") + "channel=" + name + " roll: " + e.getMessage(), e);
        }
    }

    private void writer(Map<String, String> writers, String channel, String component, String key) {
        String other = writers.putIfAbsent(channel, component);
        if (other != null) {
            throw topology.problem(
                    "channel=" + channel + " has two writers, component=" + other + " and component=" + component
                            + "; a channel has one",
                    "components",
                    component,
                    key);
        }
    }

    /**
     * Checks that a direct channel, which joins two components into one service, has one reader that reads nothing
     * else.
     */
    private void direct() {
        topology.channels().forEach((name, channel) -> {
            if (!topology.isDirect(name)) {
                return;
            }
            List<String> readers = topology.readersOf(name);
            if (readers.size() != 1) {
                throw topology.problem(
                        "channel=" + name + " of kind direct needs one reader and has readers=" + readers,
                        "channels",
                        name);
            }
            String reader = readers.getFirst();
            if (topology.components().get(reader).reads().size() > 1) {
                throw topology.problem(
                        "component=" + reader + " reads channel=" + name
                                + " of kind direct and can then read no other channel",
                        "components",
                        reader,
                        "reads");
            }
            if (callsItself(name)) {
                throw topology.problem("channel=" + name + " of kind direct calls itself", "channels", name);
            }
        });
    }

    /** Returns whether the calls of a direct channel lead back to it through others. */
    private boolean callsItself(String channel) {
        Set<String> passed = new HashSet<>();
        String next = channel;
        while (topology.isDirect(next) && !topology.readersOf(next).isEmpty()) {
            if (!passed.add(next)) {
                return true;
            }
            next = topology.components()
                    .get(topology.readersOf(next).getFirst())
                    .writes();
        }
        return false;
    }

    private void threads() {
        Map<String, String> runsOn = new HashMap<>();
        topology.threads().forEach((name, thread) -> {
            for (String component : thread.runs()) {
                topology.requireComponent(component, "thread=" + name + " runs", "threads", name, "runs");
                if (topology.calledDirectly(component)) {
                    throw topology.problem(
                            "thread=" + name + " runs component=" + component
                                    + ", which is called directly by the component that writes what it reads, on the"
                                    + " thread of that one",
                            "threads",
                            name,
                            "runs",
                            component);
                }
                String other = runsOn.putIfAbsent(component, name);
                if (other != null) {
                    throw topology.problem(
                            "thread=" + name + " runs component=" + component + ", which thread=" + other + " runs",
                            "threads",
                            name,
                            "runs",
                            component);
                }
            }
            if (thread.runs().isEmpty()) {
                throw topology.problem("thread=" + name + " runs no component", "threads", name);
            }
            if (!IdleStrategies.names().contains(thread.idle())) {
                throw topology.problem(
                        "thread=" + name + " idle=" + thread.idle() + " is not an idle strategy"
                                + NearestName.hint(thread.idle(), IdleStrategies.names()),
                        "threads",
                        name,
                        "idle");
            }
            if (thread.cpu() instanceof ThreadCpu.One(int cpu) && cpu < 0) {
                throw topology.problem("thread=" + name + " cpu=" + cpu + " is negative", "threads", name, "cpu");
            }
        });
    }
}
