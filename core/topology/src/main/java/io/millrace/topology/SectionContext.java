package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.service.ComponentPort;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.ErrorReports;
import io.millrace.service.OrderedSource;
import io.millrace.service.ServiceException;
import io.millrace.service.ServiceTask;
import io.millrace.service.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What a section learns of the run that it is part of, and how it reports to it. Any thread. */
public final class SectionContext {
    private final String key;
    private final Topology whole;
    private final Topology topology;
    private final RunOptions options;
    private final ParameterValues values;
    private final ClassLoader classLoader;
    private final ErrorReports reports;
    private final Supplier<RunningSections> sections;
    private final AtomicReference<RunningTopology> running;
    private final Supplier<HostStatus> status;

    SectionContext(
            String key,
            Topology whole,
            Topology topology,
            RunOptions options,
            ParameterValues values,
            ClassLoader classLoader,
            ErrorReports reports,
            Supplier<RunningSections> sections,
            AtomicReference<RunningTopology> running,
            Supplier<HostStatus> status) {
        this.key = key;
        this.whole = whole;
        this.topology = topology;
        this.options = options;
        this.values = values;
        this.classLoader = classLoader;
        this.reports = reports;
        this.sections = sections;
        this.running = running;
        this.status = status;
    }

    /** Returns what this process runs: the topology as it was written, or the part of its host where it has hosts. */
    public Topology topology() {
        return topology;
    }

    /** Returns the topology as it was written, with what its other hosts run. */
    public Topology whole() {
        return whole;
    }

    /** Returns the directory of the channels, which may not exist before the channels are opened. */
    public Path dataDirectory() {
        return options.dataDirectory();
    }

    /** Returns which of the topology's hosts runs here; empty where it has none. */
    public Optional<String> host() {
        return options.host();
    }

    /** Returns the machine of this process: the host that runs here, or its spare; empty text without hosts. */
    public String machine() {
        return host().map(host ->
                        new HostDirectory(options.dataDirectory()).owner().orElse(host))
                .orElse("");
    }

    /**
     * Begins to ask all other hosts of the topology, with the certificate of this machine.
     *
     * @return the watch, which the caller closes; empty where the topology has no hosts
     */
    public Optional<HostsWatch> watchHosts() {
        return host().map(_ -> HostsWatch.start(whole, machine(), status));
    }

    /** Returns the parameters that were given for this run, by name; those that have their defaults are missing. */
    public Map<String, String> parameters() {
        return options.parameters();
    }

    /** Returns the class loader of the components. */
    public ClassLoader classLoader() {
        return classLoader;
    }

    /**
     * Replaces each <code>${name}</code> in a value by the parameter of that name.
     *
     * @param text a value of the section
     * @param keys the keys that lead to it below the section, for errors
     * @return the text with the values
     * @throws TopologyException where there is no such parameter
     */
    public String substitute(String text, String... keys) {
        String[] all = new String[keys.length + 1];
        all[0] = key;
        System.arraycopy(keys, 0, all, 1, keys.length);
        return values.substitute(text, String.join(" ", all), all);
    }

    /**
     * Returns a path of the section: parameters are replaced, and what is relative is relative to the topology file.
     *
     * @param text a value of the section
     * @param keys the keys that lead to it below the section, for errors
     * @return the absolute path
     */
    public Path path(String text, String... keys) {
        return Topology.resolve(topology.file(), substitute(text, keys));
    }

    /**
     * Returns the running topology for reading alone.
     *
     * @return the view, from {@link RunPhase#BEFORE_SERVICES} on
     * @throws ServiceException where the channels are not open yet
     */
    public TopologyView view() {
        return running().view();
    }

    /**
     * Returns a channel, to read it or, where its ownership allows, to write it.
     *
     * @param name the name of a channel of the topology
     * @return the open channel, from {@link RunPhase#BEFORE_SERVICES} on; the run closes it
     * @throws ServiceException where the channels are not open yet
     */
    public Channel channel(String name) {
        return running().channel(name);
    }

    /**
     * Returns what a section that serves clients needs of the component that answers the calls in a channel.
     *
     * @param channel the name of a channel of the topology, to which clients append
     * @return the port, from {@link RunPhase#BEFORE_SERVICES} on; empty where no component of this process that reads
     *     the channel answers
     * @throws ServiceException where several answer, so that a call would have several answers, and where the channels
     *     are not open yet
     */
    public Optional<ComponentPort> port(String channel) {
        List<String> answering = new ArrayList<>();
        Optional<ComponentPort> found = Optional.empty();
        for (String reader : topology.readersOf(channel)) {
            ServiceTask service = running().services().get(reader);
            if (service != null && service.component() instanceof OrderedSource source) {
                String order = topology.components().get(reader).writes();
                Optional<ComponentPort> port = port(order).map(each -> each.ordered(source, channel, channel(order)));
                if (port.isPresent()) {
                    answering.addAll(topology.readersOf(order));
                    found = port;
                }
                continue;
            }
            Optional<ComponentPort> port = Optional.ofNullable(service).flatMap(ServiceTask::port);
            if (port.isPresent()) {
                answering.add(reader);
                found = port;
            }
        }
        if (answering.size() > 1) {
            throw new ServiceException("several components answer the calls of one channel section=" + key + " channel="
                    + channel + " components=" + answering);
        }
        return found;
    }

    /** Returns the pages that all sections of the run offer, for a section that has a server; from any start on. */
    public List<SectionPage> pages() {
        return sections.get().pages();
    }

    /** Returns the views that all sections of the run offer, for a section that shows them; from any start on. */
    public List<StatusView> views() {
        return sections.get().views();
    }

    /** Returns the meters that all sections of the run add, for a section that shows them; from any start on. */
    public List<MeterSource> meters() {
        return sections.get().meters();
    }

    /**
     * Returns the components of a class, of which only what any thread may use is used here.
     *
     * @param type the class
     * @return the components by name, from {@link RunPhase#BEFORE_SERVICES} on
     * @throws ServiceException where the channels are not open yet
     * @param <C> the class
     */
    public <C> SequencedMap<String, C> components(Class<C> type) {
        SequencedMap<String, C> found = new LinkedHashMap<>();
        running().services().forEach((name, service) -> {
            if (type.isInstance(service.component())) {
                found.put(name, type.cast(service.component()));
            }
        });
        return found;
    }

    /**
     * Returns the options of a further run that the section opens in this process: with the rate, the clock and the
     * classes of this one, which gets its errors and fails where the other one does.
     *
     * @param data the data directory of the further run
     * @param parameters its parameters
     */
    public RunOptions furtherRun(Path data, Map<String, String> parameters) {
        return new RunOptions(
                data,
                options.rate(),
                parameters,
                classLoader,
                (severity, _, error) -> {
                    if (severity == Severity.FATAL) {
                        fail(error);
                    } else {
                        report(severity, error);
                    }
                },
                options.clock(),
                Optional.empty(),
                options.notices());
    }

    private RunningTopology running() {
        RunningTopology run = running.get();
        if (run == null) {
            throw new ServiceException("the channels are not open yet section=" + key);
        }
        return run;
    }

    /**
     * Reports an error to the error handler of the run, which continues.
     *
     * @param severity how bad it is; not {@link Severity#FATAL}, which is for {@link #fail}
     * @param error what went wrong
     */
    public void report(Severity severity, Throwable error) {
        reports.report(severity, ErrorOrigin.section(key), error);
    }

    /**
     * Ends the run with an error of the section, as that of a component would.
     *
     * @param error what went wrong
     */
    public void fail(Throwable error) {
        running().failed(ErrorOrigin.section(key), error);
    }
}
