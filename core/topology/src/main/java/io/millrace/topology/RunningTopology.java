package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Index;
import io.millrace.service.CloseAll;
import io.millrace.service.ComponentHealth;
import io.millrace.service.ComponentState;
import io.millrace.service.Counting;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.ErrorReports;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.service.InputFailedException;
import io.millrace.service.ServiceException;
import io.millrace.service.ServiceTask;
import io.millrace.service.Severity;
import io.millrace.topology.SummarySpec.Calls;
import io.millrace.topology.SummarySpec.Counted;
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
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * A topology with its channels open: started once, and run until its sources have ended and all they have sent was
 * taken, until it is told to stop, or until something in it throws.
 *
 * <p>{@link #stop} and {@link #health} may be called by any thread; everything else belongs to the thread that opened
 * the topology.
 */
public final class RunningTopology implements AutoCloseable {
    private final Topology topology;
    private final RunOptions options;
    private final TopologyClassPath classPath;
    private final SequencedMap<String, Channel> channels;
    private final SequencedMap<String, ServiceTask> services;
    private final SequencedMap<String, List<SummaryTask>> threads = new LinkedHashMap<>();
    private final SequencedMap<String, EventLoopOptions> loopOptions;
    private final Map<String, Long> lastIndexBefore = new HashMap<>();
    private final Map<Counted, SummaryTask> counted = new HashMap<>();
    private final List<EventLoop> loops = new CopyOnWriteArrayList<>();
    private final ErrorReports reports;
    private final AtomicReference<ServiceException> failure = new AtomicReference<>();
    private final Object channelsLock = new Object();
    private volatile boolean stopping;
    private long startedNs;
    private long elapsedNs;

    RunningTopology(
            Topology topology,
            RunOptions options,
            ErrorReports reports,
            TopologyClassPath classPath,
            SequencedMap<String, Channel> channels,
            SequencedMap<String, ServiceTask> services,
            SequencedMap<String, List<ServiceTask>> threads,
            SequencedMap<String, EventLoopOptions> loopOptions) {
        this.topology = topology;
        this.options = options;
        this.reports = reports;
        this.classPath = classPath;
        this.channels = channels;
        this.services = services;
        this.loopOptions = loopOptions;
        threads.forEach((name, tasks) ->
                this.threads.put(name, tasks.stream().map(this::counted).toList()));
        journals().forEach((name, channel) -> {
            try (ChannelCursor cursor = channel.cursor()) {
                lastIndexBefore.put(name, cursor.lastIndex());
            }
        });
    }

    private SummaryTask counted(ServiceTask task) {
        Map<Counted, Counting> questions = new HashMap<>();
        topology.summary().values().forEach(count -> {
            if (count instanceof Counted question && question.component().equals(task.name())) {
                questions.put(question, (Counting) task.component());
            }
        });
        SummaryTask wrapped = new SummaryTask(task, questions);
        questions.keySet().forEach(question -> counted.put(question, wrapped));
        return wrapped;
    }

    /**
     * What runs.
     *
     * @return the topology
     */
    public Topology topology() {
        return topology;
    }

    /**
     * Where the channels are.
     *
     * @return the data directory
     */
    public Path dataDirectory() {
        return options.dataDirectory();
    }

    /**
     * The channels that are kept in journals, in the order of the topology.
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
     * The services, in the order of the topology; their counts may be read while they run.
     *
     * @return the services by the names of their components
     */
    public SequencedMap<String, ServiceTask> services() {
        return Collections.unmodifiableSequencedMap(services);
    }

    /**
     * Where a channel ended when the topology was opened, so that what lies behind it was written by this run.
     *
     * @param channel the name of the channel
     * @return the index of its last record then, -1 where it was empty
     */
    public long lastIndexBefore(String channel) {
        return lastIndexBefore.get(channel);
    }

    /**
     * Why this run will not end by itself, if it will not: a channel that other processes write, or components that
     * wait for each other to end.
     *
     * @return one sentence for people
     */
    public Optional<String> endless() {
        return TopologyCycles.endless(topology);
    }

    /** Starts the threads; once only. */
    public void start() {
        if (startedNs != 0) {
            throw new ServiceException("the topology was started before topology=" + topology.name());
        }
        startedNs = System.nanoTime();
        Thread starter = Thread.currentThread();
        ClassLoader before = starter.getContextClassLoader();
        // A new thread takes over the context class loader, by which libraries such as JDBC find their drivers.
        starter.setContextClassLoader(classPath.loader());
        try {
            startThreads();
        } finally {
            starter.setContextClassLoader(before);
        }
    }

    private void startThreads() {
        threads.forEach((name, tasks) -> {
            EventLoopOptions loop =
                    loopOptions.get(name).withErrorHandler((severity, origin, error) -> failed(origin, error));
            loops.add(EventLoop.start(name, loop, tasks));
        });
        if (stopping) {
            loops.forEach(EventLoop::stop);
        }
    }

    private void failed(ErrorOrigin origin, Throwable error) {
        String what = ErrorReports.text(error);
        // A service says itself which one it is and where it stood.
        String message = error instanceof ServiceException ? what : origin + " failed: " + what;
        ServiceException described = new ServiceException(message + hint(error), error);
        boolean first = failure.compareAndSet(null, described);
        if (!first) {
            failure.get().addSuppressed(error);
        }
        stop();
        reports.report(first ? Severity.FATAL : Severity.ERROR, origin, first ? described : error);
    }

    /** An input that cannot be taken stops every run again, unless an operator has it passed over. */
    private String hint(Throwable error) {
        return error instanceof InputFailedException failed
                ? "; to have this input passed over: millrace skip " + options.dataDirectory() + " --component "
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
        if (elapsedNs == 0) {
            elapsedNs = System.nanoTime() - startedNs;
        }
        return true;
    }

    private static boolean ended(EventLoop loop, long timeoutNs) throws InterruptedException {
        try {
            return loop.await(timeoutNs);
        } catch (ServiceException e) {
            // What failed is told by failure(), once every thread has ended.
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
        loops.forEach(EventLoop::stop);
    }

    /**
     * How the run has ended.
     *
     * @return {@link RunEnd#RUNNING} until every thread has ended
     */
    public RunEnd end() {
        if (loops.size() < threads.size() || !loops.stream().allMatch(EventLoop::ended)) {
            return RunEnd.RUNNING;
        }
        if (failure().isPresent()) {
            return RunEnd.FAILED;
        }
        boolean done = services.values().stream().allMatch(ServiceTask::done);
        return done ? RunEnd.ENDED : RunEnd.STOPPED;
    }

    /**
     * What made the run fail.
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
            throw new ServiceException("the topology still runs topology=" + topology.name());
        }
        Map<String, Map<String, Long>> calls = new HashMap<>();
        SequencedMap<String, Long> counts = new LinkedHashMap<>();
        SequencedMap<String, Long> removed = new LinkedHashMap<>();
        topology.summary().forEach((name, count) -> {
            switch (count) {
                case Calls(String channel, String method) -> {
                    counts.put(
                            name,
                            calls.computeIfAbsent(channel, key -> CallCounts.of(channels.get(key)))
                                    .getOrDefault(method, 0L));
                    channels.get(channel)
                            .journal()
                            .map(journal -> journal.messagesBefore(Index.NONE))
                            .filter(messages -> messages > 0)
                            .ifPresent(messages -> removed.put(name, messages));
                }
                case Counted question -> {
                    Long value = counted.get(question).counts().get(question);
                    if (value != null) {
                        counts.put(name, value);
                    }
                }
            }
        });
        long messages = kept().mapToLong(ServiceTask::outputs).sum();
        long inputs = kept().mapToLong(ServiceTask::inputs).sum();
        return new Summary(counts, removed, messages, inputs, elapsedNs);
    }

    /** The services whose output is kept; those that write a queue do the work of earlier runs again. */
    private Stream<ServiceTask> kept() {
        return services.values().stream().filter(service -> {
            String last = topology.chain(service.name()).getLast();
            return topology.isKept(topology.components().get(last).writes());
        });
    }

    /** Stops the threads and closes the channels, all of them, and throws what the first close threw that did. */
    @Override
    public void close() {
        stop();
        List<Runnable> closes = new ArrayList<>();
        loops.forEach(loop -> closes.add(loop::close));
        if (loops.isEmpty()) {
            services.values().forEach(service -> closes.add(service::close));
        }
        closes.add(this::closeChannels);
        closes.add(classPath::close);
        CloseAll.run(closes);
    }

    private void closeChannels() {
        synchronized (channelsLock) {
            CloseAll.run(channels.values().stream()
                    .<Runnable>map(channel -> channel::close)
                    .toList());
        }
    }

    /**
     * How the topology is at this moment. May be called by any thread, also once it is closed; what its channels would
     * have to be asked for is then left out. Looks at the index of each input channel, and is meant for probes, not for
     * each message.
     *
     * @return a picture of it
     */
    public TopologyHealth health() {
        SequencedMap<String, ComponentHealth> components = new LinkedHashMap<>();
        synchronized (channelsLock) { // which may not be unmapped meanwhile
            services.forEach((name, service) -> components.put(name, service.health()));
        }
        Optional<String> lastError = reports.lastBroken();
        return new TopologyHealth(
                topology.name(),
                healthState(components.values(), lastError),
                Instant.now(),
                components,
                lastError,
                failure().map(ServiceException::getMessage));
    }

    private HealthState healthState(Collection<ComponentHealth> components, Optional<String> lastError) {
        RunEnd end = end();
        if (failure().isPresent() || end != RunEnd.RUNNING) {
            return switch (end) {
                case ENDED -> HealthState.ENDED;
                case STOPPED -> HealthState.STOPPED;
                case RUNNING, FAILED -> HealthState.FAILED;
            };
        }
        boolean starts = loops.size() < threads.size()
                || components.stream().anyMatch(each -> each.state() == ComponentState.RESTARTING);
        if (starts) {
            return HealthState.STARTING;
        }
        boolean degraded = lastError.isPresent()
                || components.stream()
                        .anyMatch(each -> each.state() == ComponentState.AWAY || each.recordedErrors() > 0);
        return degraded ? HealthState.DEGRADED : HealthState.RUNNING;
    }
}
