package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Journal;
import io.millrace.service.CloseAll;
import io.millrace.service.ComponentHealth;
import io.millrace.service.ComponentState;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.ErrorReports;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.service.InputFailedException;
import io.millrace.service.ServiceException;
import io.millrace.service.ServiceTask;
import io.millrace.service.Severity;
import io.millrace.service.Task;
import io.millrace.text.NearestName;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A topology with open channels. It is started once, and runs until its sources have ended and all their messages were
 * taken, until it is told to stop, or until something in it throws.
 *
 * <p>{@link #stop} and {@link #health} may be called by any thread; everything else belongs to the thread that opened
 * the topology.
 */
public final class RunningTopology implements AutoCloseable {

    private static final long LOOK_NS = 5_000_000;

    /** A look at the ends of channels maps files, so a long wait looks less often. */
    private static final long LONGEST_LOOK_NS = 100_000_000;

    private static final int LOOKS_OF_WAIT = 16;

    private final Topology topology;

    /** The same, or all hosts of which this is one. */
    private final Topology whole;

    private final RunOptions options;
    private final TopologyClassPath classPath;
    private final SequencedMap<String, Channel> channels;
    private final SequencedMap<String, ServiceTask> services;
    private final SequencedMap<String, List<ServiceTask>> threads;
    private final SequencedMap<String, EventLoopOptions> loopOptions;
    private final RunningSections sections;
    private final Optional<HostRun> host;
    private final Map<String, Long> lastIndexBefore;
    private final List<EventLoop> loops = new CopyOnWriteArrayList<>();
    private final ErrorReports reports;
    private final AtomicReference<ServiceException> failure = new AtomicReference<>();
    private final Object channelsLock = new Object();
    private boolean channelsClosed;
    private boolean servicesClosed;
    private volatile boolean stopping;
    private volatile boolean startFailed;
    private volatile boolean hostEnded;
    private long startedNs;
    private long elapsedNs;

    private RunningTopology(
            Topology topology,
            Topology whole,
            RunOptions options,
            ErrorReports reports,
            TopologyClassPath classPath,
            RunParts parts,
            Map<String, Long> lastIndexBefore) {
        this.topology = topology;
        this.whole = whole;
        this.options = options;
        this.reports = reports;
        this.classPath = classPath;
        this.channels = parts.channels();
        this.services = parts.services();
        this.threads = parts.threads();
        this.loopOptions = parts.loops();
        this.sections = parts.sections();
        this.host = parts.host();
        this.lastIndexBefore = lastIndexBefore;
    }

    /** Returns a topology that is ready to start; reads where its journals end. */
    static RunningTopology of(
            Topology topology,
            Topology whole,
            RunOptions options,
            ErrorReports reports,
            TopologyClassPath classPath,
            RunParts parts) {
        Map<String, Long> lastIndexes = new HashMap<>();
        parts.channels().forEach((name, channel) -> {
            if (topology.isKept(name)) {
                try (ChannelCursor cursor = channel.cursor()) {
                    lastIndexes.put(name, cursor.lastIndex());
                }
            }
        });
        return new RunningTopology(topology, whole, options, reports, classPath, parts, lastIndexes);
    }

    /**
     * Returns what runs.
     *
     * @return the topology
     */
    public Topology topology() {
        return topology;
    }

    /**
     * Returns where the channels are.
     *
     * @return the data directory
     */
    public Path dataDirectory() {
        return options.dataDirectory();
    }

    /**
     * Returns when the promotion was asked for by which the host runs at this machine, where this is its first run
     * since then.
     *
     * @return milliseconds since 1970
     */
    public OptionalLong promotedMs() {
        return host.map(HostRun::promotedMs).orElse(OptionalLong.empty());
    }

    /**
     * Returns the channels that are kept in journals, in the order of the topology.
     *
     * @return the channels by name
     */
    public SequencedMap<String, Channel> journals() {
        SequencedMap<String, Channel> journals = new LinkedHashMap<>();
        channels.forEach((name, channel) -> {
            if (topology.isKept(name)) {
                journals.put(name, channel);
            }
        });
        return journals;
    }

    /**
     * Returns the services, in the order of the topology; their counts may be read while they run.
     *
     * @return the services by the names of their components
     */
    public SequencedMap<String, ServiceTask> services() {
        return Collections.unmodifiableSequencedMap(services);
    }

    /**
     * Returns where a channel ended when the topology was opened; what is after it was written by this run.
     *
     * @param channel the name of the channel
     * @return the index of its last record then, -1 where it was empty
     */
    public long lastIndexBefore(String channel) {
        return lastIndexBefore.get(channel);
    }

    /**
     * Returns why this run will not end by itself, if it will not: a channel that other processes write, or components
     * that wait for each other to end.
     *
     * @return one sentence for people
     */
    public Optional<String> endless() {
        return TopologyCycles.endless(whole);
    }

    /**
     * Starts the sections and the threads; once only. Where a section fails to start, everything that was started
     * before is stopped, the run has failed, and the error handler is told.
     *
     * @throws TopologyException where a section fails to start
     */
    public void start() {
        if (startedNs != 0) {
            throw new ServiceException("the topology was started already topology=" + topology.name());
        }
        startedNs = System.nanoTime();
        Thread starter = Thread.currentThread();
        ClassLoader before = starter.getContextClassLoader();
        // A new thread takes over the context class loader, by which libraries such as JDBC find their drivers.
        starter.setContextClassLoader(classPath.loader());
        try {
            sections.start(RunPhase.BEFORE_SERVICES);
            startThreads();
            sections.start(RunPhase.AFTER_SERVICES);
        } catch (Throwable e) {
            startFailed(e);
            throw e;
        } finally {
            starter.setContextClassLoader(before);
        }
    }

    private void startThreads() {
        Map<String, List<Task>> added = sections.tasks(threads.keySet());
        threads.forEach((name, tasks) -> {
            EventLoopOptions loop =
                    loopOptions.get(name).withErrorHandler((severity, origin, error) -> failed(origin, error));
            List<Task> all = new ArrayList<>();
            tasks.forEach(task -> all.add(sections.isEmpty() ? task : new SectionTask(task, sections)));
            all.addAll(added.getOrDefault(name, List.of()));
            loops.add(EventLoop.start(name, loop, all));
        });
        if (stopping) {
            loops.forEach(EventLoop::stop);
        }
    }

    private void startFailed(Throwable error) {
        startFailed = true;
        failed(ErrorOrigin.topology(topology.name()), error);
        List<Runnable> stops = new ArrayList<>(sections.stops(RunPhase.AFTER_SERVICES));
        stops.add(this::closeServices);
        stops.addAll(sections.stops(RunPhase.BEFORE_SERVICES));
        try {
            CloseAll.run(stops);
        } catch (RuntimeException | Error e) {
            error.addSuppressed(e);
        }
    }

    private void closeServices() {
        List<Runnable> closes = new ArrayList<>();
        loops.forEach(loop -> closes.add(loop::close));
        if (!servicesClosed) {
            servicesClosed = true;
            threads.forEach((name, tasks) -> {
                if (loop(name).isEmpty()) { // no loop closes these
                    tasks.forEach(task -> closes.add(task::close));
                }
            });
        }
        CloseAll.run(closes);
    }

    /** Ends the run with an error; the first one is its failure. Any thread. */
    void failed(ErrorOrigin origin, Throwable error) {
        String what = ErrorReports.text(error);
        // The message of a service names the service and its position.
        String message = error instanceof ServiceException ? what : origin + " failed: " + what;
        ServiceException described = new ServiceException(message + hint(error), error);
        boolean first = failure.compareAndSet(null, described);
        if (!first) {
            failure.get().addSuppressed(error);
        }
        stop();
        reports.report(first ? Severity.FATAL : Severity.ERROR, origin, first ? described : error);
    }

    /** Returns how an operator can skip an input on which a component throws; otherwise it stops every run again. */
    private String hint(Throwable error) {
        return error instanceof InputFailedException failed
                ? "; to skip this input: millrace skip " + options.dataDirectory() + " --component "
                        + failed.component() + " " + failed.input() + " --reason TEXT"
                : "";
    }

    /**
     * Waits for the end, but not longer than a time; one thread that fails makes the others stop.
     *
     * @param timeout how long to wait
     * @return whether every thread has ended
     * @throws InterruptedException where the waiting thread is interrupted; the topology runs on
     */
    public boolean await(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (EventLoop loop : loops) {
            if (!ended(loop, Math.max(0, deadline - System.nanoTime()))) {
                return false;
            }
        }
        if (host.isPresent() && isDone() && !stopping) {
            long fromNs = System.nanoTime();
            while (!host.get().end()) {
                if (stopping || System.nanoTime() - deadline >= 0) {
                    return stopping;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while other hosts are awaited");
                }
                LockSupport.parkNanos(
                        Math.clamp((System.nanoTime() - fromNs) / LOOKS_OF_WAIT, LOOK_NS, LONGEST_LOOK_NS));
            }
            hostEnded = true;
        }
        if (elapsedNs == 0) {
            elapsedNs = System.nanoTime() - startedNs;
        }
        return true;
    }

    private static boolean ended(EventLoop loop, long timeoutNs) throws InterruptedException {
        try {
            return loop.await(timeoutNs);
        } catch (ServiceException e) {
            // failure() has the error once every thread has ended.
            return true;
        }
    }

    /**
     * Waits for the end.
     *
     * @return how it ended
     * @throws InterruptedException where the waiting thread is interrupted; the topology runs on
     */
    public RunEnd await() throws InterruptedException {
        boolean ended = false;
        while (!ended) {
            ended = await(Duration.ofHours(1));
        }
        return end();
    }

    /** Asks every thread to end after the input it is at; does not wait. May be called by any thread. */
    public void stop() {
        stopping = true;
        sections.stopping();
        loops.forEach(EventLoop::stop);
    }

    /**
     * Returns how the run has ended.
     *
     * @return {@link RunEnd#RUNNING} until every thread has ended
     */
    public RunEnd end() {
        boolean started = startFailed || loops.size() == threads.size();
        if (!started || !loops.stream().allMatch(EventLoop::ended)) {
            return RunEnd.RUNNING;
        }
        if (failure().isPresent()) {
            return RunEnd.FAILED;
        }
        if (!isDone()) {
            return RunEnd.STOPPED;
        }
        boolean waits = host.isPresent() && !hostEnded;
        return waits ? (stopping ? RunEnd.STOPPED : RunEnd.RUNNING) : RunEnd.ENDED;
    }

    private boolean isDone() {
        return failure().isEmpty() && services.values().stream().allMatch(ServiceTask::done);
    }

    /**
     * Returns what made the run fail.
     *
     * @return an exception that names the component, with what it has thrown as its cause
     */
    public Optional<ServiceException> failure() {
        return Optional.ofNullable(failure.get());
    }

    /**
     * Counts what the topology names, once the run has ended. Reads every channel that is counted from its beginning.
     *
     * @return the counts of all runs, and the messages and time of this one
     */
    public Summary summary() {
        if (end() == RunEnd.RUNNING) {
            throw new ServiceException("the topology is still running topology=" + topology.name());
        }
        SequencedMap<String, Long> counts = new LinkedHashMap<>();
        SequencedMap<String, Long> removed = new LinkedHashMap<>();
        section(SummaryRun.class).ifPresent(summary -> summary.count(counts, removed));
        long messages = kept().mapToLong(ServiceTask::outputs).sum();
        long inputs = kept().mapToLong(ServiceTask::inputs).sum();
        return new Summary(counts, removed, messages, inputs, elapsedNs);
    }

    /** Returns the services whose output is kept; those that write a queue repeat the work of earlier runs. */
    private Stream<ServiceTask> kept() {
        return services.values().stream().filter(service -> {
            String last = topology.chain(service.name()).getLast();
            return topology.isKept(topology.components().get(last).writes());
        });
    }

    /**
     * Stops the sections and the threads and closes the channels, all of them, and throws what the first close threw
     * that did.
     */
    @Override
    public void close() {
        List<Runnable> closes = new ArrayList<>();
        closes.add(sections::stopping);
        closes.addAll(sections.stops(RunPhase.AFTER_SERVICES));
        closes.add(this::stop);
        closes.add(this::closeServices);
        closes.addAll(sections.stops(RunPhase.BEFORE_SERVICES));
        host.ifPresent(links -> closes.add(links::close));
        closes.add(this::closeChannels);
        closes.addAll(sections.stops(RunPhase.BEFORE_CHANNELS));
        closes.add(classPath::close);
        CloseAll.run(closes);
    }

    private void closeChannels() {
        synchronized (channelsLock) {
            channelsClosed = true;
            CloseAll.run(channels.values().stream()
                    .<Runnable>map(channel -> channel::close)
                    .toList());
        }
    }

    /**
     * Returns the run of a section, for what the module of the section documents.
     *
     * @param type the type of the section's run
     * @return the run; empty where the topology has no such section
     * @param <R> the type
     */
    public <R> Optional<R> section(Class<R> type) {
        return sections.find(type);
    }

    /** Returns what the sections have to tell people now that the run has started, in the order of the topology. */
    public List<String> announcements() {
        return sections.announcements();
    }

    /** Returns names, counts and positions of the run, for reading alone. */
    public TopologyView view() {
        return new RunningView(this);
    }

    Channel channel(String name) {
        Channel channel = channels.get(name);
        if (channel == null) {
            throw new TopologyException(
                    "there is no such channel channel=" + name + NearestName.hint(name, channels.keySet()));
        }
        return channel;
    }

    /** What is read from a channel; its journal is there only while it is open, which it stays meanwhile. */
    interface ChannelRead<T> {
        T of(String name, Optional<Journal> journal, OptionalLong usedBytes);
    }

    <T> List<T> ofChannels(ChannelRead<T> read) {
        synchronized (channelsLock) {
            List<T> all = new ArrayList<>();
            channels.forEach((name, channel) ->
                    all.add(read.of(name, channelsClosed ? Optional.empty() : channel.journal(), channel.usedBytes())));
            return all;
        }
    }

    SequencedMap<String, List<ServiceTask>> threads() {
        return threads;
    }

    Optional<EventLoop> loop(String thread) {
        return loops.stream().filter(loop -> loop.name().equals(thread)).findFirst();
    }

    /** Returns the only processor that a thread may run on; empty for any. */
    OptionalInt cpu(String thread) {
        return loopOptions.get(thread).cpu();
    }

    /**
     * Returns the health of the topology at this moment. May be called by any thread, also once it is closed; what its
     * channels would have to be asked for is then left out. Looks at the index of each input channel, and is meant for
     * probes, not for each message.
     *
     * @return a picture of it
     */
    public TopologyHealth health() {
        SequencedMap<String, ComponentHealth> components = new LinkedHashMap<>();
        synchronized (channelsLock) { // which must stay mapped meanwhile
            services.forEach((name, service) -> components.put(name, service.health()));
        }
        SequencedMap<String, SectionHealth> sections = this.sections.health();
        Optional<String> lastError = reports.lastBroken()
                .or(() -> end() == RunEnd.RUNNING ? host.flatMap(HostRun::trouble) : Optional.empty());
        RunEnd end = end(); // before the failure, which is there where the end is one
        Optional<String> failure = failure().map(ServiceException::getMessage);
        HealthState state = failure.isPresent()
                ? HealthState.FAILED
                : end != RunEnd.RUNNING ? ofEnd(end) : ofRun(components.values(), sections.values(), lastError);
        return new TopologyHealth(topology.name(), state, Instant.now(), components, sections, lastError, failure);
    }

    /** Returns the state of a run that has failed or ended. */
    private static HealthState ofEnd(RunEnd end) {
        return switch (end) {
            case ENDED -> HealthState.ENDED;
            case STOPPED -> HealthState.STOPPED;
            case RUNNING, FAILED -> HealthState.FAILED;
        };
    }

    private HealthState ofRun(
            Collection<ComponentHealth> components, Collection<SectionHealth> sections, Optional<String> lastError) {
        boolean starts = loops.size() < threads.size()
                || components.stream().anyMatch(each -> each.state() == ComponentState.RESTARTING)
                || sections.stream().anyMatch(each -> each.state() == SectionState.STARTING);
        if (starts) {
            return HealthState.STARTING;
        }
        boolean degraded = lastError.isPresent()
                || sections.stream().anyMatch(each -> each.state() == SectionState.DEGRADED)
                || components.stream()
                        .anyMatch(each -> each.state() == ComponentState.AWAY
                                || each.state() == ComponentState.DEGRADED
                                || each.recordedErrors() > 0);
        return degraded ? HealthState.DEGRADED : HealthState.RUNNING;
    }
}
