package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.journal.KeyProvider;
import io.millrace.service.CloseAll;
import io.millrace.service.ComponentKind;
import io.millrace.service.Outputs;
import io.millrace.service.ReplayBuilder;
import io.millrace.service.ReplayPosition;
import io.millrace.service.ReplayReport;
import io.millrace.service.Service;
import io.millrace.service.ServiceException;
import io.millrace.text.NearestName;
import io.millrace.wire.WireTypes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replays one component of a topology, perhaps a newer version of it, on what earlier runs have recorded: with those
 * that it calls directly, whose outputs are compared. Reads the data directory only, which another process may use.
 */
public final class TopologyReplay {
    private final Topology topology;
    private final String component;
    private final ReplayOptions options;
    private final List<String> chain;
    private final TopologyClassPath classPath;
    private final Map<String, ComponentClass> classes = new LinkedHashMap<>();
    private final Map<String, WireTypes> types = new LinkedHashMap<>();
    private final List<Channel> channels = new ArrayList<>();
    private final List<AutoCloseable> components = new ArrayList<>();
    private ParameterValues values;

    private TopologyReplay(Topology topology, String component, ReplayOptions options, TopologyClassPath classPath) {
        this.topology = topology;
        this.component = component;
        this.options = options;
        this.chain = topology.chain(component);
        this.classPath = classPath;
    }

    /**
     * Replays a component.
     *
     * @param topology the topology that wrote the data, or one that was changed since
     * @param component the name of the component
     * @param options the data directory, the class path of the version, and what is compared
     * @return the differences
     * @throws TopologyException where there is no such component, it cannot be replayed, or its class or an argument is
     *     wrong
     * @throws ServiceException where an input is not there any more
     * @throws io.millrace.journal.JournalException where a channel is damaged
     */
    public static ReplayReport run(Topology topology, String component, ReplayOptions options) {
        check(topology, component);
        TopologyClassPath classPath = TopologyClassPath.open(topology, options.classpath(), options.classLoader());
        TopologyReplay replay = new TopologyReplay(topology, component, options, classPath);
        try {
            return replay.run();
        } finally {
            replay.close();
        }
    }

    private static void check(Topology topology, String name) {
        ComponentSpec component = topology.components().get(name);
        if (component == null) {
            throw topology.problem(
                    "there is no such component component=" + name
                            + NearestName.hint(name, topology.components().keySet()),
                    "components");
        }
        topology.callerOf(name).ifPresent(caller -> {
            throw refused(
                    topology,
                    name,
                    "is called directly and has no inputs of its own; replay its caller caller=" + caller);
        });
        for (String read : component.reads()) {
            if (topology.isQueue(read)) {
                throw refused(
                        topology,
                        name,
                        "reads channel=" + read + " of kind queue, whose messages are not recorded; replay a component"
                                + " that reads journals");
            }
        }
        String output = outputOf(topology, name);
        if (topology.isQueue(output)) {
            throw refused(
                    topology,
                    name,
                    "writes channel=" + output + " of kind queue, which records nothing to compare with; replay a"
                            + " component that writes a journal");
        }
    }

    private static String outputOf(Topology topology, String component) {
        return topology.components().get(topology.chain(component).getLast()).writes();
    }

    private static TopologyException refused(Topology topology, String component, String message) {
        return topology.problem("component=" + component + " " + message, "components", component);
    }

    private ReplayReport run() {
        values = ParameterValues.of(topology, options.parameters(), options.dataDirectory());
        for (String each : chain) {
            classes.put(each, ComponentClass.load(topology, each, classPath));
            WireTypes allowed = WireTypes.none();
            for (String type : topology.components().get(each).types()) {
                allowed = allowed.allow(classPath.load(topology, each, type, "types"));
            }
            types.put(each, allowed);
        }
        ComponentKind kind = classes.get(component).kind();
        if (kind != ComponentKind.COMPONENT) {
            throw refused(
                    topology,
                    component,
                    kind == ComponentKind.GATEWAY
                            ? "is a gateway, which acts on the outside, so it cannot be replayed"
                            : "is an external source, which has no recorded inputs that could be replayed");
        }
        Map<String, Map<String, Object>> arguments = new LinkedHashMap<>();
        ArgumentConversion conversion = new ArgumentConversion(classPath.loader());
        classes.forEach((name, found) -> arguments.put(name, found.values(values, conversion)));
        ComponentSpec spec = topology.components().get(component);
        String output = outputOf(topology, component);
        ReplayBuilder replay = Service.replay(component)
                .reads(spec.reads().stream().map(this::open).toArray(Channel[]::new))
                .comparesWith(open(output))
                .types(allTypes())
                .onError(spec.onError())
                .limit(options.limit())
                .listener(options.listener());
        spec.answers().ifPresent(answers -> replay.answers(answers.limits()));
        spec.snapshots().ifPresent(snapshots -> openIfThere(snapshots.channel()).ifPresent(replay::snapshots));
        options.from().ifPresent(from -> replay.from(ReplayPosition.parse(from, output)));
        options.to().ifPresent(to -> replay.to(ReplayPosition.parse(to, output)));
        return replay.run(outputs -> create(arguments, outputs));
    }

    /** Returns the types of the first component, which reads, and of the last one, which writes. */
    private WireTypes allTypes() {
        WireTypes all = WireTypes.none();
        for (WireTypes each : types.values()) {
            all = all.allow(each.allowed().toArray(Class<?>[]::new));
        }
        return all;
    }

    private Optional<Channel> openIfThere(String name) {
        return isJournal(name) ? Optional.of(open(name)) : Optional.empty();
    }

    private boolean isJournal(String name) {
        return Files.exists(directory(name).resolve("journal.table"));
    }

    private Path directory(String name) {
        return options.dataDirectory().resolve(name);
    }

    private Channel open(String name) {
        if (!isJournal(name)) {
            throw new ServiceException("the data directory has no such channel, so the component has not run here"
                    + " component=" + component + " channel=" + name + " directory=" + directory(name));
        }
        Channel channel = topology.channels()
                .get(name)
                .encryption()
                .map(spec -> Channel.readOnly(directory(name), keys(name, spec)))
                .orElseGet(() -> Channel.readOnly(directory(name)));
        channels.add(channel);
        return channel;
    }

    private KeyProvider keys(String name, EncryptionSpec spec) {
        return new ChannelKeys(topology, values, classPath.loader()).openExisting(name, spec);
    }

    /** Creates the components of the chain, the last one first, and returns the first one. */
    private Object create(Map<String, Map<String, Object>> arguments, Outputs outputs) {
        Object created = create(chain.getLast(), arguments, outputs);
        for (int number = chain.size() - 2; number >= 0; number--) {
            Object called = created;
            String name = chain.get(number);
            created = create(name, arguments, new Outputs() {
                @Override
                public <T> T as(Class<T> type) {
                    if (!type.isInstance(called)) {
                        throw refused(
                                topology,
                                name,
                                "calls a component directly that does not take these calls interface=" + type.getName()
                                        + " class=" + called.getClass().getName());
                    }
                    return type.cast(called);
                }
            });
            if (called instanceof AutoCloseable closeable) {
                components.add(closeable);
            }
        }
        return created;
    }

    private Object create(String name, Map<String, Map<String, Object>> arguments, Outputs outputs) {
        return classes.get(name).create(arguments.get(name), types.get(name), outputs);
    }

    private void close() {
        List<Runnable> closes = new ArrayList<>();
        components.forEach(each -> closes.add(() -> close(each)));
        channels.forEach(each -> closes.add(each::close));
        closes.add(classPath::close);
        CloseAll.run(closes);
    }

    private static void close(AutoCloseable closed) {
        try {
            closed.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServiceException(
                    "a component could not be closed class=" + closed.getClass().getName(), e);
        }
    }
}
