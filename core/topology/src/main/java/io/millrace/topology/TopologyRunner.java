package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelEncryption;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.EpochClock;
import io.millrace.concurrent.IdleStrategies;
import io.millrace.concurrent.ProcessorChoice;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.service.Allowances;
import io.millrace.service.CloseAll;
import io.millrace.service.ComponentBuilder;
import io.millrace.service.ComponentKind;
import io.millrace.service.EndGate;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.ErrorReports;
import io.millrace.service.EventLoopOptions;
import io.millrace.service.ExternalSource;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayBuilder;
import io.millrace.service.Outputs;
import io.millrace.service.RunDescription;
import io.millrace.service.Service;
import io.millrace.service.ServiceException;
import io.millrace.service.ServiceTask;
import io.millrace.service.Severity;
import io.millrace.service.Skips;
import io.millrace.service.SourceBuilder;
import io.millrace.service.StartGate;
import io.millrace.service.Upgrades;
import io.millrace.wire.WireTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Opens a topology: resolves its parameters, loads its classes, opens its channels and creates the services. Every
 * error of the topology or its classes is found before a channel is opened.
 *
 * <p>A component that is called directly is created before its caller, and runs on the caller's thread.
 */
public final class TopologyRunner {
    /** What runs here: the whole topology, or the part of one host. */
    private final Topology topology;

    /** Everything, for the checks that concern all hosts. */
    private final Topology whole;

    private final Optional<HostPlan> plan;
    private final RunOptions options;
    private final TopologyClassPath classPath;
    private final SectionErrors sectionErrors;
    private final ErrorReports reports;
    private final Skips skips;
    private final Allowances allowances;
    private final Upgrades upgrades;
    private final AtomicReference<RunningTopology> running = new AtomicReference<>();
    private ParameterValues values;
    private RunningSections sections;
    private final Map<String, ComponentClass> classes = new LinkedHashMap<>();
    private OrderedChannels ordered;
    private Map<String, Path> formerJournals = Map.of();
    private final Map<String, Map<String, Object>> arguments = new LinkedHashMap<>();
    private final Map<String, WireTypes> types = new LinkedHashMap<>();
    private final SequencedMap<String, Channel> channels = new LinkedHashMap<>();
    private final SequencedMap<String, ServiceTask> services = new LinkedHashMap<>();
    private final StartGate gate = new StartGate();
    private final Map<Set<String>, EndGate> ends = new LinkedHashMap<>();

    /** The links of this host; null where the topology has no hosts, and before they are open. */
    private volatile HostRun host;

    private TopologyRunner(Topology whole, RunOptions options, TopologyClassPath classPath) {
        this.whole = whole;
        this.plan = options.host().map(name -> running(whole, name, options));
        Topology part = plan.map(HostPlan::part).orElse(whole);
        this.topology = part.without(TopologySections.find().leftOut(part, options.parameters()));
        this.sectionErrors = new SectionErrors(options.errorHandler());
        this.options = options.withErrorHandler(sectionErrors);
        this.classPath = classPath;
        this.reports = new ErrorReports(sectionErrors);
        this.sections = new RunningSections(new LinkedHashMap<>(), reports);
        this.skips = Skips.in(options.dataDirectory());
        this.allowances = Allowances.in(options.dataDirectory());
        this.upgrades = Upgrades.in(options.dataDirectory());
    }

    private static HostPlan running(Topology topology, String host, RunOptions options) {
        HostSite site = HostSite.find(topology, host, options.dataDirectory());
        if (site.duty() == HostDuty.STANDS_BY) {
            throw new TopologyException("the machine stands by and runs nothing, see SpareRun host=" + site.host()
                    + " site=" + site.site() + " directory=" + options.dataDirectory());
        }
        return site.plan(topology);
    }

    /**
     * Opens a topology; nothing runs yet.
     *
     * @param topology what to run
     * @param options the data directory, the rate and the parameters
     * @return the topology, ready to be started
     * @throws TopologyException where a parameter, class or argument is wrong
     * @throws ServiceException where a service cannot be created
     * @throws io.millrace.journal.JournalException where a channel is damaged or belongs to another process
     */
    public static RunningTopology open(Topology topology, RunOptions options) {
        if (!topology.hosts().isEmpty() && options.host().isEmpty()) {
            throw topology.problem(
                    "topology has hosts, and none was named that runs here hosts="
                            + topology.hosts().keySet(),
                    "hosts");
        }
        Topology whole = topology.withParameters(options.parameters(), options.dataDirectory());
        TopologyClassPath classPath = TopologyClassPath.open(whole, options.classLoader());
        TopologyRunner runner = new TopologyRunner(whole, options, classPath);
        try {
            runner.inspect();
            runner.sections.start(RunPhase.BEFORE_CHANNELS);
            runner.openChannels();
            runner.description().write(options.dataDirectory());
            runner.createServices();
            runner.warnOfKeys();
            return runner.running();
        } catch (Throwable e) {
            try {
                runner.close();
            } catch (RuntimeException | Error closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    private void inspect() {
        values = ParameterValues.of(whole, options.parameters(), options.dataDirectory());
        ArgumentConversion conversion = new ArgumentConversion(classPath.loader());
        whole.components().forEach((name, component) -> {
            ComponentClass found = ComponentClass.load(whole, name, classPath);
            classes.put(name, found);
            arguments.put(name, found.values(values, conversion));
            WireTypes allowed = WireTypes.none();
            for (String type : component.types()) {
                allowed = allowed.allow(classPath.load(whole, name, type, "types"));
            }
            types.put(name, allowed);
        });
        TopologyLinks.check(whole, classes);
        ordered = OrderedChannels.of(whole, classes);
        TopologySections found = TopologySections.find();
        found.link(whole, new ComponentTypes(classes, arguments, types));
        SequencedMap<String, SectionRun> runs = new LinkedHashMap<>();
        topology.sections().forEach((key, value) -> runs.put(key, found.open(key, value, context(key))));
        sections = new RunningSections(runs, reports);
        sectionErrors.tell(List.copyOf(runs.values()));
    }

    private SectionContext context(String section) {
        return new SectionContext(
                section,
                whole,
                topology,
                options,
                values,
                classPath.loader(),
                reports,
                () -> sections,
                running,
                () -> status(plan.orElseThrow()));
    }

    private void openChannels() {
        FileAttribute<?>[] ownerOnly =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                        }
                        : new FileAttribute<?>[0];
        Path data = options.dataDirectory();
        TopologyData.check(topology, data, plan.flatMap(HostPlan::otherSite));
        formerJournals = TopologyData.formerJournals(topology, data);
        try {
            Files.createDirectories(data, ownerOnly);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create data directory directory=" + data + ": " + e, e);
        }
        host = plan.map(this::host).orElse(null);
        if (host != null) {
            host.awaitSpare();
        }
        // All names first, for the order: a host opens what it writes before it waits for what it reads.
        topology.channels().keySet().forEach(name -> channels.put(name, null));
        topology.channels().keySet().stream()
                .filter(name -> !isReceived(name))
                .forEach(name -> channels.put(name, channel(name)));
        topology.channels().keySet().stream()
                .filter(this::isReceived)
                .forEach(name -> channels.put(name, host.openCopy(name, data.resolve(name), journalChannel(name))));
        if (host != null) {
            host.opened();
        }
    }

    private boolean isReceived(String channel) {
        return plan.isPresent() && plan.get().received().containsKey(channel);
    }

    private HostRun host(HostPlan own) {
        SequencedMap<String, JournalOptions> journals = new LinkedHashMap<>();
        topology.channels().forEach((name, channel) -> {
            if (own.sent().containsKey(name) || own.received().containsKey(name)) {
                journals.put(name, journal(name, channel));
            }
        });
        return HostRun.open(
                whole,
                own,
                options,
                new HostTransport.Settings(
                        options.dataDirectory(),
                        journals,
                        () -> status(own),
                        options.notices(),
                        error -> reports.report(Severity.WARNING, ErrorOrigin.topology(topology.name()), error),
                        TopologyPrint.of(whole),
                        Optional.empty()));
    }

    /** Returns how the host is, in any thread. */
    private HostStatus status(HostPlan own) {
        RunningTopology runs = running.get();
        HostRun links = host; // null until its links are open
        SequencedMap<String, Long> messages = new LinkedHashMap<>();
        if (runs != null) {
            runs.ofChannels((name, journal, _) ->
                    journal.isPresent() && !isReceived(name) ? messages.put(name, messages(journal.get())) : null);
        }
        Optional<TopologyHealth> health = Optional.ofNullable(runs).map(RunningTopology::health);
        SequencedMap<String, String> epochs = links == null ? new LinkedHashMap<>() : links.epochs();
        return new HostStatus(
                        own.host(),
                        own.site(),
                        health.map(TopologyHealth::state)
                                .orElse(HealthState.STARTING)
                                .name(),
                        links == null ? "" : links.waits(),
                        links == null ? "" : links.spare(),
                        messages,
                        links == null ? new LinkedHashMap<>() : links.ended(),
                        runs == null || links == null
                                ? List.of()
                                : links.cycles().states(),
                        links == null ? List.of() : links.channels())
                .of(whole)
                .with(health.map(each -> HostDetails.of(each, epochs)).orElse(HostDetails.NONE));
    }

    private static long messages(Journal journal) {
        try {
            return journal.messages();
        } catch (JournalException e) { // it was fenced, since another machine was promoted
            return 0;
        }
    }

    private Channel channel(String name) {
        ChannelSpec channel = topology.channels().get(name);
        return switch (channel.kind()) {
            case DIRECT -> Channel.direct(name);
            case QUEUE ->
                Channel.queue(
                        name,
                        channel.queueSizeBytes(),
                        ChannelOptions.defaults().withTypes(written(name)).withClock(options.clock()));
            case JOURNAL -> {
                Path directory = options.dataDirectory().resolve(name);
                yield host == null
                        ? Channel.journal(name, directory, journalChannel(name))
                        : host.openOwn(name, directory, journalChannel(name));
            }
        };
    }

    /** Warns of components that cannot start again once the key of a subject is deleted whose calls they have read. */
    private void warnOfKeys() {
        topology.components()
                .forEach((name, component) -> component.reads().stream()
                        .filter(read -> component.snapshots().isEmpty() && hasSubjects(read))
                        .forEach(read -> reports.report(
                                Severity.WARNING,
                                ErrorOrigin.component(name),
                                new TopologyException(
                                        "component without snapshots reads an encrypted channel, and cannot start"
                                                + " again once a key of it is deleted; give it snapshots component="
                                                + name
                                                + " channel=" + read))));
    }

    private boolean hasSubjects(String channel) {
        ChannelSpec spec = topology.channels().get(channel);
        return spec != null
                && spec.encryption().flatMap(EncryptionSpec::subject).isPresent();
    }

    private WireTypes written(String channel) {
        return whole.writerOf(channel).map(types::get).orElse(WireTypes.none());
    }

    private ChannelOptions journalChannel(String name) {
        ChannelSpec channel = topology.channels().get(name);
        ChannelOptions channelOptions = ChannelOptions.defaults()
                .withJournal(journal(name, channel))
                .withTypes(written(name))
                .withClock(ordered.clock(name).map(EpochClock.class::cast).orElse(options.clock()));
        if (channel.encryption().isEmpty()) {
            return channelOptions;
        }
        EncryptionSpec spec = channel.encryption().get();
        ChannelKeys keys = new ChannelKeys(topology, values, classPath.loader());
        return channelOptions.withEncryption(new ChannelEncryption(keys.open(name, spec), spec.subject()));
    }

    private JournalOptions journal(String name, ChannelSpec channel) {
        return JournalSettings.of(channel, error -> reports.report(Severity.ERROR, ErrorOrigin.channel(name), error));
    }

    private RunDescription description() {
        SequencedMap<String, RunDescription.Part> parts = new LinkedHashMap<>();
        topology.components().forEach((name, component) -> {
            List<String> chain = topology.chain(name);
            String output = topology.components().get(chain.getLast()).writes();
            ComponentKind kind = classes.get(name).kind();
            parts.put(
                    name, new RunDescription.Part(kind, topology.callerOf(name).orElse(""), component.reads(), output));
        });
        List<String> queues =
                topology.channels().keySet().stream().filter(topology::isQueue).toList();
        return new RunDescription(topology.name(), queues, parts);
    }

    private void createServices() {
        topology.components().keySet().forEach(this::createService);
    }

    private void createService(String name) {
        if (services.containsKey(name)) {
            return;
        }
        ComponentSpec component = topology.components().get(name);
        if (topology.isDirect(component.writes())) {
            createService(topology.readersOf(component.writes()).getFirst());
        }
        services.put(name, service(name, component));
    }

    private ServiceTask service(String name, ComponentSpec component) {
        Channel[] inputs = component.reads().stream().map(channels::get).toArray(Channel[]::new);
        Channel output = channels.get(component.writes());
        Set<String> others = new HashSet<>(whole.components().keySet());
        others.remove(name);
        String[] formerly = component.formerly().toArray(String[]::new);
        return switch (classes.get(name).kind()) {
            case SOURCE -> source(name, component, others, inputs);
            case GATEWAY -> {
                GatewayBuilder builder = Service.gateway(name)
                        .topology(whole.name())
                        .formerly(formerly)
                        .besides(others)
                        .gate(gate)
                        .end(end(name))
                        .priority(Set.copyOf(component.priority()))
                        .clock(options.clock())
                        .reads(inputs)
                        .writes(output)
                        .types(types.get(name))
                        .onError(component.onError())
                        .errorHandler(options.errorHandler())
                        .skips(skips);
                component.startAt().ifPresent(builder::startAt);
                component.giveUpAfter().ifPresent(builder::giveUpAfter);
                yield builder.create(outputs -> (Gateway) create(name, outputs));
            }
            case COMPONENT -> {
                ComponentBuilder builder = Service.component(name)
                        .formerly(formerly)
                        .besides(others)
                        .gate(gate)
                        .end(end(name))
                        .priority(Set.copyOf(component.priority()))
                        .clock(options.clock())
                        .formerQueues(formerQueues())
                        .formerJournals(formerJournals)
                        .reads(inputs)
                        .writes(output)
                        .types(types.get(name))
                        .onError(component.onError())
                        .errorHandler(options.errorHandler())
                        .skips(skips)
                        .allowances(allowances)
                        .upgrades(upgrades);
                component
                        .snapshots()
                        .ifPresent(snapshots ->
                                builder.snapshots(channels.get(snapshots.channel()), snapshots.everyInputs()));
                component.startAt().ifPresent(builder::startAt);
                ordered.clock(component.writes()).ifPresent(builder::ordered);
                component
                        .answers()
                        .ifPresent(answers -> builder.answers(answers.limits()).queryBudget(answers.queryBudget()));
                if (TopologyQueues.sharesQueue(topology, name)) {
                    builder.leavesGateWhenFull();
                }
                yield builder.create(outputs -> create(name, outputs));
            }
        };
    }

    private ServiceTask source(String name, ComponentSpec component, Set<String> others, Channel[] inputs) {
        SourceBuilder builder = Service.source(name)
                .formerly(component.formerly().toArray(String[]::new))
                .besides(others)
                .writes(channels.get(component.writes()))
                .rate(options.rate())
                .clock(options.clock())
                .errorHandler(options.errorHandler())
                .gate(gate);
        ordered.clock(component.writes())
                .ifPresent(clock -> builder.ordered(clock).proposals(inputs));
        return builder.create(outputs -> (ExternalSource) create(name, outputs));
    }

    /** Returns the gate of a cycle, which its components share; one for itself where a component is in no cycle. */
    private EndGate end(String component) {
        return ends.computeIfAbsent(
                TopologyCycles.channelsOfCycle(whole, component),
                channels -> host == null ? new EndGate(channels) : host.cycles().gate(channels));
    }

    private Map<String, List<String>> formerQueues() {
        Map<String, List<String>> former = new LinkedHashMap<>();
        topology.channels().forEach((name, channel) -> former.put(name, channel.formerly()));
        return former;
    }

    private Object create(String name, Outputs outputs) {
        return classes.get(name).create(arguments.get(name), types.get(name), outputs);
    }

    private RunningTopology running() {
        SequencedMap<String, List<ServiceTask>> threads = new LinkedHashMap<>();
        Set<String> left = new LinkedHashSet<>(topology.components().keySet());
        topology.threads()
                .forEach((name, thread) -> thread.runs().forEach(component -> {
                    checkOwnThread(name, thread, component);
                    run(threads, name, component);
                    left.removeAll(topology.chain(component));
                }));
        for (String component : left) {
            if (!topology.calledDirectly(component)) {
                run(threads, needsOwnThread(component) ? ownThread(component) : topology.name(), component);
            }
        }
        SequencedMap<String, EventLoopOptions> loops = new LinkedHashMap<>();
        Map<String, Integer> cpus = ThreadCpus.of(topology, ProcessorChoice::forThreads);
        threads.keySet().forEach(name -> loops.put(name, loopOptions(name, cpus)));
        RunParts parts = new RunParts(channels, services, threads, loops, sections, Optional.ofNullable(host));
        running.set(RunningTopology.of(topology, whole, options, reports, classPath, parts));
        return running.get();
    }

    private boolean needsOwnThread(String component) {
        return services.get(component).component() instanceof Gateway gateway && gateway.needsOwnThread();
    }

    /** Returns a name that no other thread has. */
    private String ownThread(String component) {
        String name = component;
        while (topology.threads().containsKey(name) || topology.name().equals(name)) {
            name += "-gateway";
        }
        return name;
    }

    private void checkOwnThread(String name, ThreadSpec thread, String component) {
        if (thread.runs().size() > 1 && needsOwnThread(component)) {
            throw topology.problem(
                    "thread=" + name + " runs component=" + component + " beside others; it is a gateway whose calls"
                            + " wait for another system, and needs a thread of its own",
                    "threads",
                    name,
                    "runs");
        }
    }

    /** Puts a component on a thread, with those that it calls directly. */
    private void run(Map<String, List<ServiceTask>> threads, String thread, String component) {
        List<ServiceTask> tasks = threads.computeIfAbsent(thread, name -> new ArrayList<>());
        topology.chain(component).forEach(each -> tasks.add(services.get(each)));
    }

    private EventLoopOptions loopOptions(String name, Map<String, Integer> cpus) {
        ThreadSpec thread = topology.threads().getOrDefault(name, ThreadSpec.running());
        EventLoopOptions loop = EventLoopOptions.defaults().withIdle(() -> IdleStrategies.named(thread.idle()));
        return cpus.containsKey(name) ? loop.withCpu(cpus.get(name)) : loop;
    }

    private void close() {
        List<Runnable> closes = new ArrayList<>();
        services.values().forEach(service -> closes.add(service::close));
        if (host != null) {
            closes.add(host::close);
        }
        channels.values().stream().filter(Objects::nonNull).forEach(channel -> closes.add(channel::close));
        closes.addAll(sections.stops(RunPhase.BEFORE_CHANNELS));
        closes.add(classPath::close);
        CloseAll.run(closes);
    }
}
