package io.millrace.console;

import io.millrace.topology.HostChannel;
import io.millrace.topology.HostConflict;
import io.millrace.topology.HostPlan;
import io.millrace.topology.HostSection;
import io.millrace.topology.HostSighting;
import io.millrace.topology.HostStatus;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyPrint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All hosts of a topology as pages show them: what each says now, and of one that is silent nothing but when it spoke
 * last. What a host says is data of another machine: names that the topology does not have are left out, and texts are
 * cut. Any thread.
 */
final class HostsModel {

    private static final int MAX_TEXT = 300;
    private static final int MAX_SECTIONS = 32;
    private static final int MAX_DETAILS = 128;

    /** A rate is over three answers, about two seconds. */
    private static final int RATE_SAMPLES = 3;

    private static final String CHANNEL = "channel ";
    private static final String INPUTS = "inputs ";
    private static final String OUTPUTS = "outputs ";

    private final Topology topology;
    private final TopologyPrint print;
    private final String own;
    private final Supplier<List<HostSighting>> sightings;
    private final Function<String, String> kinds;
    private final SequencedMap<String, String> hostOfComponent = new LinkedHashMap<>();
    private final SequencedMap<String, String> hostOfChannel = new LinkedHashMap<>();
    private final Set<Link> expected = new LinkedHashSet<>();

    /** Of each machine that runs a host; guarded by this. */
    private final Map<String, MachineRates> rates = new HashMap<>();

    /** The rates of what one machine counts, since it was silent last. */
    private static final class MachineRates {
        private final Map<String, RateMeter> meters = new HashMap<>();
        private final Map<String, Double> rates = new HashMap<>();
        private Instant counted = Instant.MIN;

        void count(String key, long count) {
            RateMeter meter = meters.computeIfAbsent(key, _ -> new RateMeter(RATE_SAMPLES));
            double rate = meter.add(counted.getEpochSecond() * 1_000_000_000 + counted.getNano(), count);
            if (meter.isKnown()) {
                rates.put(key, rate);
            } else {
                rates.remove(key);
            }
        }
    }

    /** A channel on its way from a machine to another one. */
    private record Link(String channel, String from, String to) {}

    /** What is known of a link: a state, empty where neither side says one, and what the reader lacks. */
    private record LinkState(Optional<String> state, OptionalLong lag, OptionalLong clockAheadUs) {
        static final LinkState UNKNOWN = new LinkState(Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    /**
     * Creates the model.
     *
     * @param topology the topology as it was written
     * @param own the machine of this process
     * @param sightings returns what is known of all machines now
     * @param kinds returns the kind of a component by its name: source, component or gateway
     */
    HostsModel(Topology topology, String own, Supplier<List<HostSighting>> sightings, Function<String, String> kinds) {
        this.topology = topology;
        this.print = TopologyPrint.of(topology);
        this.own = own;
        this.sightings = sightings;
        this.kinds = kinds;
        for (String name : topology.hosts().keySet()) {
            HostPlan plan = topology.plan(name);
            if (!plan.host().equals(name)) {
                continue; // a spare
            }
            plan.part().components().keySet().forEach(component -> hostOfComponent.put(component, name));
            plan.part().channels().keySet().stream()
                    .filter(channel -> !plan.received().containsKey(channel))
                    .forEach(channel -> hostOfChannel.put(channel, name));
            plan.sent()
                    .forEach((channel, readers) -> Stream.concat(
                                    readers.stream(), topology.hosts().get(name).replicas().stream())
                            .forEach(to -> expected.add(new Link(channel, name, to))));
        }
    }

    /** Takes the counts of answers that are new. */
    synchronized void tick() {
        for (HostSighting sighting : sightings.get()) {
            Optional<HostStatus> status = sighting.status().filter(each -> !each.standsBy());
            if (status.isEmpty()) {
                rates.remove(sighting.name());
                continue;
            }
            MachineRates machine = rates.computeIfAbsent(sighting.name(), _ -> new MachineRates());
            Instant at = sighting.at().orElseThrow();
            if (!at.equals(machine.counted)) {
                machine.counted = at;
                count(status.get(), machine);
            }
        }
    }

    /** Takes what a machine says of the channels and components of the host that it runs. */
    private void count(HostStatus status, MachineRates machine) {
        status.messages().forEach((name, count) -> {
            if (status.host().equals(hostOfChannel.get(name))) {
                machine.count(CHANNEL + name, count);
            }
        });
        status.details().components().forEach((name, each) -> {
            if (status.host().equals(hostOfComponent.get(name))) {
                machine.count(INPUTS + name, each.inputs());
                machine.count(OUTPUTS + name, each.outputs());
            }
        });
    }

    /** Writes the member of each state: every host with its state, nothing for one that is silent. */
    void writeSummary(Json json) {
        json.objects(
                "hosts",
                sightings.get(),
                sighting -> json.field("name", sighting.name())
                        .optional("state", sighting.status().map(status -> cut(status.state()))));
    }

    /** Writes what does not change: the graph of all hosts. */
    void writeGraph(Json json) {
        json.field("host", own);
        json.objects(
                "components",
                hostOfComponent.keySet(),
                name -> json.field("name", name)
                        .field("kind", kinds.apply(name))
                        .field("host", hostOfComponent.get(name))
                        .texts("reads", topology.components().get(name).reads())
                        .field("writes", topology.components().get(name).writes()));
        json.objects(
                "channels",
                hostOfChannel.keySet(),
                name -> json.field("name", name)
                        .field(
                                "kind",
                                topology.channels().get(name).kind().name().toLowerCase(java.util.Locale.ROOT))
                        .field("host", hostOfChannel.get(name)));
    }

    /** Returns what is known of all hosts now, as JSON. */
    synchronized String json() {
        List<HostSighting> seen = sightings.get();
        List<HostStatus> answers =
                seen.stream().flatMap(each -> each.status().stream()).toList();
        List<HostConflict> conflicts = HostConflict.among(answers);
        Map<String, HostStatus> running = new HashMap<>();
        answers.stream().filter(each -> !each.standsBy()).forEach(each -> running.put(each.host(), each));
        conflicts.forEach(conflict -> running.remove(conflict.host())); // no figure of either is that of the host
        return Json.object(json -> {
            json.field("at", Instant.now().toString());
            json.objects("hosts", seen, sighting -> writeHost(json, sighting, conflicts));
            json.objects(
                    "links",
                    links(seen, running).entrySet(),
                    link -> json.field("channel", link.getKey().channel())
                            .field("from", link.getKey().from())
                            .field("to", link.getKey().to())
                            .optional("state", link.getValue().state())
                            .optional("lag", link.getValue().lag())
                            .optional("clockAheadUs", link.getValue().clockAheadUs()));
            json.object(
                    "channels",
                    () -> hostOfChannel.forEach((name, host) ->
                            json.object(name, () -> writeChannel(json, name, Optional.ofNullable(running.get(host))))));
            json.object(
                    "components",
                    () -> hostOfComponent.forEach((name, host) -> json.object(
                            name, () -> writeComponent(json, name, Optional.ofNullable(running.get(host))))));
            json.field(
                    "command",
                    "millrace status " + topology.file().map(ShellText::quoted).orElse("FILE"));
        });
    }

    private void writeHost(Json json, HostSighting sighting, List<HostConflict> conflicts) {
        Optional<HostStatus> status = sighting.status();
        json.field("name", sighting.name())
                .field("isOwn", sighting.name().equals(own))
                .field("address", sighting.address())
                .optional("spareOf", sighting.spareOf())
                .optional("at", sighting.at().map(Instant::toString))
                .field("silence", cut(sighting.silence()))
                .optional("runs", status.filter(each -> !each.standsBy()).map(each -> cut(each.host())))
                .optional("state", status.map(each -> cut(each.state())))
                .field("waits", status.map(each -> cut(each.waits())).orElse(""))
                .field("spare", status.map(each -> cut(each.spare())).orElse(""));
        List<String> troubles = new ArrayList<>(conflicts.stream()
                .filter(conflict -> conflict.machines().getFirst().equals(sighting.name()))
                .map(conflict -> cut(conflict.trouble()))
                .toList());
        troubles.addAll(troubles(status));
        json.texts("troubles", troubles);
        json.objects(
                "sections",
                status.map(each -> each.details().sections()).stream()
                        .flatMap(sections -> sections.entrySet().stream())
                        .limit(MAX_SECTIONS)
                        .toList(),
                section -> writeSection(json, section.getKey(), section.getValue()));
        json.objects(
                "copies",
                status.filter(HostStatus::standsBy).stream()
                        .flatMap(each -> each.messages().keySet().stream())
                        .filter(hostOfChannel::containsKey)
                        .toList(),
                name -> json.field("channel", name)
                        .field("messages", status.orElseThrow().messages().get(name))
                        .optional("cut", text(status.get().details().cut(), name))
                        .optional("epoch", text(status.get().details().epochs(), name)));
    }

    private List<String> troubles(Optional<HostStatus> status) {
        List<String> troubles = new ArrayList<>();
        status.ifPresent(
                each -> each.troubles().stream().limit(MAX_SECTIONS).forEach(trouble -> troubles.add(cut(trouble))));
        status.flatMap(HostStatus::topology)
                .filter(other -> !other.agrees(print))
                .ifPresent(other -> troubles.add(cut("topology files differ in=" + print.differencesFrom(other)
                        + ": there " + other + ", here " + print)));
        return troubles;
    }

    private static void writeSection(Json json, String key, HostSection section) {
        json.field("key", cut(key)).field("state", cut(section.state()));
        json.objects(
                "details",
                section.details().entrySet().stream().limit(MAX_DETAILS).toList(),
                detail -> json.field("name", cut(detail.getKey())).field("value", cut(detail.getValue())));
    }

    private void writeChannel(Json json, String name, Optional<HostStatus> status) {
        Optional<Long> messages = status.map(each -> each.messages().get(name));
        json.optional("messages", messages.map(OptionalLong::of).orElse(OptionalLong.empty()));
        rate(json, "rate", CHANNEL + name, status.filter(_ -> messages.isPresent()));
        json.optional("epoch", status.flatMap(each -> text(each.details().epochs(), name)));
    }

    private void writeComponent(Json json, String name, Optional<HostStatus> status) {
        var said = status.map(each -> each.details().components().get(name));
        json.optional("state", said.map(each -> cut(each.state())))
                .optional("unread", said.map(each -> each.unread()).orElse(OptionalLong.empty()));
        rate(json, "inRate", INPUTS + name, status.filter(_ -> said.isPresent()));
        rate(json, "outRate", OUTPUTS + name, status.filter(_ -> said.isPresent()));
    }

    /** Writes the rate of what a machine counts, nothing where that is not known. */
    private void rate(Json json, String member, String key, Optional<HostStatus> status) {
        Double rate = status.map(each -> rates.get(each.site()))
                .map(machine -> machine.rates.get(key))
                .orElse(null);
        if (rate == null) {
            json.nothing(member);
        } else {
            json.field(member, rate);
        }
    }

    /** Returns every link: as its writer knows it, or else its reader; of those that neither knows, that they are. */
    private SequencedMap<Link, LinkState> links(List<HostSighting> seen, Map<String, HostStatus> running) {
        SequencedMap<Link, LinkState> links = new LinkedHashMap<>();
        Set<String> answering = seen.stream()
                .filter(each -> each.status().isPresent())
                .map(HostSighting::name)
                .collect(Collectors.toSet());
        for (HostStatus status : running.values()) {
            for (HostChannel each : status.channels()) {
                // What needs an operator at the writer is a trouble of that, and no link.
                if (isKnown(each) && each.from().equals(status.host()) && !each.needsOperator()) {
                    boolean isAnswering = answering.contains(each.to()); // else what it holds by now is not known
                    links.put(
                            new Link(each.channel(), status.site(), each.to()),
                            new LinkState(
                                    Optional.of(cut(each.state())),
                                    isAnswering ? each.lagMessages() : OptionalLong.empty(),
                                    isAnswering ? each.clockAheadUs() : OptionalLong.empty()));
                }
            }
        }
        for (HostSighting sighting : seen) {
            sighting.status()
                    .ifPresent(status -> status.channels().stream()
                            .filter(each -> isKnown(each) && each.to().equals(sighting.name()))
                            .filter(each -> status.standsBy() || !each.from().equals(status.host()))
                            .forEach(each -> addReader(links, machineOf(each.from(), running), each)));
        }
        expected.stream()
                .filter(link -> !running.containsKey(link.from()))
                .map(link -> new Link(link.channel(), link.from(), machineOf(link.to(), running)))
                .forEach(link -> links.putIfAbsent(link, LinkState.UNKNOWN));
        return links;
    }

    /** Returns the machine at which a host runs, or its own name where that is not known. */
    private static String machineOf(String host, Map<String, HostStatus> running) {
        return Optional.ofNullable(running.get(host)).map(HostStatus::site).orElse(host);
    }

    /** Adds what the reader of a link says, where its writer says nothing or an operator should look at the reader. */
    private static void addReader(Map<Link, LinkState> links, String from, HostChannel said) {
        Link link = new Link(said.channel(), from, said.to());
        LinkState writer = links.getOrDefault(link, LinkState.UNKNOWN);
        if (writer.state().isEmpty() || said.needsOperator()) {
            links.put(link, new LinkState(Optional.of(cut(said.state())), writer.lag(), writer.clockAheadUs()));
        }
    }

    private boolean isKnown(HostChannel link) {
        return hostOfChannel.containsKey(link.channel())
                && topology.hosts().containsKey(link.from())
                && topology.hosts().containsKey(link.to());
    }

    private static Optional<String> text(Map<String, String> texts, String name) {
        return Optional.ofNullable(texts.get(name)).map(HostsModel::cut);
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
    }
}
