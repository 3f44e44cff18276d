package io.millrace.topology;

import io.millrace.text.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts of a topology: which of them runs a component and owns a channel, the checks of that, and the part of each.
 * A component is on the host that it names itself, or else on that of its thread, or else on that of the component that
 * calls it directly. A channel is owned by the host of its writer.
 */
final class TopologyHosts {

    private static final Pattern ADDRESS = Pattern.compile("(\\[[^\\]]+\\]|[^\\[\\]:]+):(\\d{1,5})");
    private static final int MAX_PORT = 65535;
    private static final String COMPONENTS = "components";
    private static final String CHANNELS = "channels";
    private static final String HOSTS = "hosts";
    private static final String HOST = "host";

    private final Topology topology;
    private final Map<String, String> threads = new HashMap<>();

    private TopologyHosts(Topology topology) {
        this.topology = topology;
        topology.threads().forEach((name, thread) -> thread.runs().forEach(run -> threads.put(run, name)));
    }

    static void check(Topology topology) {
        TopologyHosts hosts = new TopologyHosts(topology);
        hosts.names();
        if (!topology.hosts().isEmpty()) {
            hosts.addresses();
            hosts.components();
            hosts.channels();
            hosts.everyHostRuns();
            topology.hosts().forEach((name, host) -> {
                if (!host.replicas().isEmpty()) {
                    hosts.planOf(name, name); // which refuses what a spare cannot hold
                }
            });
        }
    }

    static HostPlan plan(Topology topology, String host) {
        if (topology.hosts().isEmpty()) {
            throw topology.problem("topology has no hosts host=" + host, HOSTS);
        }
        if (!topology.hosts().containsKey(host)) {
            throw topology.problem(
                    "topology has no such host host=" + host
                            + NearestName.hint(host, topology.hosts().keySet()),
                    HOSTS);
        }
        Optional<String> of = new TopologySpares(topology).hostOf(host);
        return of.isPresent()
                ? plan(topology, of.get(), host, HostDuty.STANDS_BY)
                : plan(topology, host, host, HostDuty.RUNS);
    }

    /** Returns the host of a component, by itself, its caller or its thread; empty where the topology has no hosts. */
    static Optional<String> hostOf(Topology topology, String component) {
        return new TopologyHosts(topology).hostOf(component);
    }

    /** Returns the plan of a machine for a host. */
    static HostPlan plan(Topology topology, String host, String site, HostDuty duty) {
        HostPlan runs = new TopologyHosts(topology).planOf(host, site);
        return duty == HostDuty.RUNS ? runs : TopologySpares.standingBy(runs, site);
    }

    /** Checks that hosts that are named exist. */
    private void names() {
        topology.components().forEach((name, component) -> named("component", COMPONENTS, name, component.host()));
        topology.threads().forEach((name, thread) -> named("thread", "threads", name, thread.host()));
        topology.channels().forEach((name, channel) -> named("channel", CHANNELS, name, channel.host()));
        topology.sectionHosts().forEach((key, host) -> {
            requireHost("section=" + key, Optional.of(host), key, HOST);
            if (new TopologySpares(topology).hostOf(host).isPresent()) {
                throw topology.problem(
                        "section=" + key + " is on host=" + host
                                + ", which is a spare; name the host whose spare it is,"
                                + " and the spare has the section once it is promoted",
                        key,
                        HOST);
            }
        });
    }

    private void named(String what, String section, String name, Optional<String> host) {
        requireHost(what + "=" + name, host, section, name, HOST);
    }

    private void requireHost(String what, Optional<String> host, String... keys) {
        if (host.isEmpty() || topology.hosts().containsKey(host.get())) {
            return;
        }
        String hint = topology.hosts().isEmpty()
                ? "; the topology has no hosts"
                : NearestName.hint(host.get(), topology.hosts().keySet());
        throw topology.problem(what + " is on host=" + host.get() + ", which is not among the hosts" + hint, keys);
    }

    private void addresses() {
        Map<String, String> owners = new HashMap<>();
        topology.hosts().forEach((name, host) -> {
            Matcher address = ADDRESS.matcher(host.address());
            boolean isAddress = address.matches();
            int port = isAddress ? Integer.parseInt(address.group(2)) : 0;
            if (port < 1 || port > MAX_PORT) {
                throw topology.problem(
                        "host=" + name + " address=" + host.address()
                                + " is not HOST:PORT or [IPV6]:PORT with a port of 1 to " + MAX_PORT,
                        HOSTS,
                        name,
                        "address");
            }
            String other = owners.putIfAbsent(host.address(), name);
            if (other != null) {
                throw topology.problem(
                        "host=" + name + " has address=" + host.address() + ", which is that of host=" + other,
                        HOSTS,
                        name,
                        "address");
            }
            tls(name, host);
        });
    }

    private void tls(String name, HostSpec host) {
        boolean all = host.certificate().isPresent()
                && host.key().isPresent()
                && host.trust().isPresent();
        boolean some = host.certificate().isPresent()
                || host.key().isPresent()
                || host.trust().isPresent();
        if (some && !all) {
            throw topology.problem(
                    "host=" + name + " needs certificate, key and trust together, or none of them", HOSTS, name);
        }
        topology.hosts().forEach((other, spec) -> {
            if (some != spec.hasTls()) {
                throw topology.problem(
                        "host=" + (some ? other : name) + " has no certificate, and host=" + (some ? name : other)
                                + " has one; all hosts use TLS or none does",
                        HOSTS,
                        some ? other : name);
            }
        });
    }

    private void components() {
        topology.threads().forEach((name, thread) -> {
            String first = null;
            for (String component : thread.runs()) {
                String own = hostOf(component).orElse("");
                if (thread.host().isPresent() && !own.equals(thread.host().get())) {
                    throw topology.problem(
                            "component=" + component + " is on host=" + own + ", and thread=" + name
                                    + ", which runs it, is on host="
                                    + thread.host().get(),
                            COMPONENTS,
                            component,
                            HOST);
                }
                if (first != null && !own.equals(hostOf(first).orElse(""))) {
                    throw topology.problem(
                            "thread=" + name + " runs component=" + first + " on host="
                                    + hostOf(first).orElse("none")
                                    + " and component=" + component + " on host=" + (own.isEmpty() ? "none" : own)
                                    + "; a thread is on one host",
                            "threads",
                            name,
                            "runs");
                }
                first = component;
            }
        });
        topology.components().forEach((name, component) -> {
            if (hostOf(name).isEmpty()) {
                throw topology.problem(
                        "component=" + name + " is on no host; name one by host, here or at its thread hosts="
                                + topology.hosts().keySet(),
                        COMPONENTS,
                        name);
            }
        });
    }

    private void channels() {
        topology.channels().forEach((name, channel) -> {
            Optional<String> writer = writerOf(name);
            if (writer.isEmpty() && channel.host().isEmpty()) {
                throw topology.problem(
                        "channel=" + name + " is written by other processes and has no host; name the one on which"
                                + " they write it hosts="
                                + topology.hosts().keySet(),
                        CHANNELS,
                        name);
            }
            if (writer.isPresent()
                    && channel.host().isPresent()
                    && !channel.host().equals(hostOf(writer.get()))) {
                throw topology.problem(
                        "channel=" + name + " is on host=" + channel.host().get() + ", and component="
                                + writer.get() + ", which writes it, is on host="
                                + hostOf(writer.get()).orElseThrow() + "; a channel is on the host of its writer",
                        CHANNELS,
                        name,
                        HOST);
            }
            if (!topology.isKept(name)) {
                crosses(name, writer.orElseThrow());
            }
        });
    }

    /** Refuses a queue or a direct channel whose ends are on two hosts. */
    private void crosses(String channel, String writer) {
        String from = hostOf(writer).orElseThrow();
        for (String reader : topology.readersOf(channel)) {
            String to = hostOf(reader).orElseThrow();
            if (!from.equals(to)) {
                throw topology.problem(
                        "channel=" + channel + " of kind " + topology.kindText(channel) + " is written by component="
                                + writer + " on host=" + from + " and read by component=" + reader + " on host=" + to
                                + "; only a journal can be read on another host",
                        CHANNELS,
                        channel,
                        "kind");
            }
        }
    }

    private void everyHostRuns() {
        Set<String> used = new LinkedHashSet<>();
        topology.components().keySet().forEach(name -> hostOf(name).ifPresent(used::add));
        topology.channels().values().forEach(channel -> channel.host().ifPresent(used::add));
        TopologySpares spares = new TopologySpares(topology);
        spares.check(used);
        for (String host : topology.hosts().keySet()) {
            boolean isSpare = spares.hostOf(host).isPresent();
            if (!isSpare && !used.contains(host)) {
                throw topology.problem(
                        "host=" + host + " runs no component and owns no channel; nothing names it", HOSTS, host);
            }
        }
    }

    private Optional<String> hostOf(String component) {
        String first = topology.callerOf(component).orElse(component);
        Optional<String> own = topology.components().get(component).host();
        if (own.isPresent()) {
            return own;
        }
        Optional<String> caller = topology.components().get(first).host();
        return caller.isPresent() || !threads.containsKey(first)
                ? caller
                : topology.threads().get(threads.get(first)).host();
    }

    /** Returns the component that writes a channel, as its output or with its snapshots. */
    private Optional<String> writerOf(String channel) {
        Optional<String> writer = topology.writerOf(channel);
        return writer.isPresent()
                ? writer
                : topology.components().entrySet().stream()
                        .filter(entry -> entry.getValue()
                                .snapshots()
                                .filter(snapshots -> snapshots.channel().equals(channel))
                                .isPresent())
                        .map(Map.Entry::getKey)
                        .findFirst();
    }

    private String ownerOf(String channel) {
        return writerOf(channel)
                .flatMap(this::hostOf)
                .or(() -> topology.channels().get(channel).host())
                .orElseThrow();
    }

    private HostPlan planOf(String host, String site) {
        SequencedMap<String, ComponentSpec> components = new LinkedHashMap<>();
        topology.components().forEach((name, component) -> {
            if (hostOf(name).orElseThrow().equals(host)) {
                components.put(name, component);
            }
        });
        SequencedMap<String, ChannelSpec> channels = new LinkedHashMap<>();
        SequencedMap<String, List<String>> sent = new LinkedHashMap<>();
        SequencedMap<String, String> received = new LinkedHashMap<>();
        boolean hasSpare = !topology.hosts().get(host).replicas().isEmpty();
        topology.channels().forEach((name, channel) -> {
            String owner = ownerOf(name);
            List<String> readers = new ArrayList<>();
            for (String reader : topology.readersOf(name)) {
                String on = hostOf(reader).orElseThrow();
                if (!on.equals(owner) && !readers.contains(on)) {
                    readers.add(on);
                }
            }
            if (owner.equals(host)) {
                channels.put(name, channel);
                if (!readers.isEmpty() || (hasSpare && topology.isKept(name))) {
                    sent.put(name, readers);
                }
            } else if (readers.contains(host)) {
                channels.put(name, channel);
                received.put(name, owner);
            }
        });
        SequencedMap<String, ThreadSpec> runs = new LinkedHashMap<>();
        topology.threads().forEach((name, thread) -> {
            if (components.containsKey(thread.runs().getFirst())) {
                runs.put(name, thread);
            }
        });
        Topology part = new Topology(
                topology.file(),
                topology.name(),
                topology.description(),
                topology.classpath(),
                topology.parameters(),
                channels,
                components,
                runs,
                sectionsOn(host),
                topology.hosts(),
                topology.sectionHosts());
        SequencedMap<String, List<String>> before =
                hasSpare ? new TopologySpares(topology).before(host, part, sent.keySet()) : new LinkedHashMap<>();
        return new HostPlan(host, site, HostDuty.RUNS, topology.hosts(), part, sent, received, before);
    }

    /** Returns the sections of a host: those that name it or none, of the summary the counts of the host. */
    private SequencedMap<String, Object> sectionsOn(String host) {
        SequencedMap<String, Object> sections = new LinkedHashMap<>();
        topology.sections().forEach((key, value) -> {
            if (topology.sectionHosts().getOrDefault(key, host).equals(host)) {
                sections.put(
                        key,
                        value instanceof SummarySpec summary
                                ? summary.where(count -> isCountedOn(count, host))
                                : value);
            }
        });
        return sections;
    }

    private boolean isCountedOn(CountSpec count, String host) {
        return switch (count) {
            case CountSpec.Calls calls -> ownerOf(calls.channel()).equals(host);
            case CountSpec.Counted counted ->
                hostOf(counted.component()).orElseThrow().equals(host);
        };
    }
}
