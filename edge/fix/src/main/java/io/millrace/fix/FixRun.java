package io.millrace.fix;

import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.concurrent.IdleStrategies;
import io.millrace.journal.JournalOptions;
import io.millrace.net.HostPort;
import io.millrace.net.NetException;
import io.millrace.net.TlsIdentity;
import io.millrace.service.CloseAll;
import io.millrace.service.ErrorReports;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.service.Severity;
import io.millrace.service.Task;
import io.millrace.topology.MeterSource;
import io.millrace.topology.RunPhase;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionHealth;
import io.millrace.topology.SectionRun;
import io.millrace.topology.SectionState;
import io.millrace.topology.StatusView;
import io.millrace.topology.TopologyException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The engine of one run: it starts after the services, and logs its sessions out before they end. */
final class FixRun implements SectionRun {

    private static final Duration LOGOUT_WITHIN = Duration.ofSeconds(10);

    /** So many sessions are named to other hosts, which ask once a second; the page of this host has all. */
    private static final int MOST_IN_HEALTH = 100;

    private final FixSpec spec;
    private final SectionContext context;

    /** The turn on a thread of the topology; empty where the engine has a thread of its own. */
    private final Optional<FixTurn> turn;

    private final SequencedMap<String, FixSettings> settings = new LinkedHashMap<>();
    private final SequencedMap<String, FixPort> ports = new LinkedHashMap<>();
    private final Map<String, TlsIdentity> identities = new HashMap<>();
    private final Map<FixSessionId, String> nameOf = new ConcurrentHashMap<>();
    private final List<String> addresses = new CopyOnWriteArrayList<>();
    private FixCalls inCalls;
    private FixCalls outCalls;
    private FixExtension extension;
    private FixDelivery delivery;
    private FixFeed feed;
    private OperationFeed operations;
    private EventLoop loop;
    private volatile FixEngine engine;
    private volatile FixJournal journal;
    private volatile boolean started;

    FixRun(FixSpec spec, SectionContext context) {
        this.spec = spec;
        this.context = context;
        turn = spec.thread().map(_ -> new FixTurn(LOGOUT_WITHIN, this::failed));
    }

    private void failed(Throwable error) {
        context.fail(new FixException("the engine of FIX has failed: " + ErrorReports.text(error), error));
    }

    @Override
    public Map<String, Task> tasks() {
        return turn.<Map<String, Task>>map(each -> Map.of(spec.thread().orElseThrow(), each))
                .orElse(Map.of());
    }

    @Override
    public void start(RunPhase phase) {
        switch (phase) {
            case BEFORE_CHANNELS -> prepare();
            case AFTER_SERVICES -> startEngine();
            default -> {
                // channels are not written before the services run
            }
        }
    }

    /** Reads the dictionaries and loads the class of calls, whose errors come before anything is written. */
    private void prepare() {
        inCalls = calls();
        outCalls = calls();
        extension = inCalls.extension();
        Map<String, FixDictionary> dictionaries = new HashMap<>();
        spec.dictionaries().forEach((name, each) -> dictionaries.put(name, dictionary(name, each)));
        spec.sessions().forEach((name, each) -> {
            checkVersion(name, each.id(), dictionaries.get(each.dictionary()));
            settings.put(name, settings(each, dictionaries));
        });
        spec.sessions()
                .forEach((name, each) ->
                        each.tls().ifPresent(tls -> identities.put(name, identity(tls, "sessions", name))));
        spec.ports().forEach((name, each) -> {
            FixPort port = FixPort.at(each.address());
            FixPort secured = each.tls()
                    .map(tls -> port.withTls(identity(tls, "ports", name), tls.client()))
                    .orElse(port);
            ports.put(name, each.proxy() == FixPort.Proxy.REQUIRED ? secured.throughProxy() : secured);
        });
    }

    /** Checks that a dictionary which states a version of FIX 4 is of the version of its session. */
    private void checkVersion(String name, FixSessionId id, FixDictionary dictionary) {
        String version = dictionary.version();
        if (version.startsWith("FIX.4.") && !id.isFixt() && !version.startsWith(id.beginString())) {
            throw context.topology()
                    .problem(
                            "session=" + id + " has a dictionary of another version version=" + version,
                            FixSection.KEY,
                            "sessions",
                            name,
                            "dictionary");
        }
    }

    private TlsIdentity identity(FixTlsSpec tls, String kind, String name) {
        try {
            Optional<Path> trust = tls.trust().map(file -> context.path(file, kind, name, "trust"));
            if (tls.certificate().isEmpty()) {
                return TlsIdentity.trusting(trust.orElseThrow());
            }
            Path certificate = context.path(tls.certificate().get(), kind, name, "certificate");
            Path key = context.path(tls.key().orElseThrow(), kind, name, "key");
            return trust.map(authority -> TlsIdentity.ofPem(certificate, key, authority))
                    .orElseGet(() -> TlsIdentity.ofPem(certificate, key));
        } catch (NetException e) {
            TopologyException problem = context.topology().problem(e.getMessage(), FixSection.KEY, kind, name);
            problem.initCause(e);
            throw problem;
        }
    }

    private FixCalls calls() {
        if (spec.messages().isEmpty()) {
            return new FixTextCalls();
        }
        String name = spec.messages().get();
        try {
            return context.classLoader()
                    .loadClass(name)
                    .asSubclass(FixCalls.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw context.topology()
                    .problem(
                            "messages names no public class that implements FixCalls and has a public constructor"
                                    + " without parameters messages=" + name + ": " + e,
                            FixSection.KEY,
                            "messages");
        }
    }

    private FixDictionary dictionary(String name, FixDictionarySpec each) {
        try {
            FixDictionary application = FixDictionary.read(path(each.file(), name, "file"));
            FixDictionary whole = each.transport()
                    .map(file -> FixDictionary.combine(FixDictionary.read(path(file, name, "transport")), application))
                    .orElse(application);
            return each.overlay()
                    .map(file -> whole.overlaid(path(file, name, "overlay")))
                    .orElse(whole);
        } catch (FixDictionaryException e) {
            TopologyException problem =
                    context.topology().problem(e.getMessage(), FixSection.KEY, "dictionaries", name, "file");
            problem.initCause(e);
            throw problem;
        }
    }

    private Path path(String file, String name, String key) {
        return context.path(file, "dictionaries", name, key);
    }

    private FixSettings settings(FixSessionSpec session, Map<String, FixDictionary> dictionaries) {
        return settings(session, session.id(), dictionaries.get(session.dictionary()), versions(session, dictionaries));
    }

    private Map<String, FixDictionary> versions(FixSessionSpec session, Map<String, FixDictionary> dictionaries) {
        Map<String, FixDictionary> versions = new HashMap<>();
        session.versions()
                .forEach(name ->
                        versions.put(spec.dictionaries().get(name).version().orElseThrow(), dictionaries.get(name)));
        return versions;
    }

    private FixSettings settings(
            FixSessionSpec session, FixSessionId id, FixDictionary dictionary, Map<String, FixDictionary> versions) {
        FixSettings.Builder builder = FixSettings.session(id, dictionary)
                .role(session.isInitiator() ? FixSettings.Role.INITIATOR : FixSettings.Role.ACCEPTOR)
                .dictionaries(versions)
                .checks(session.checks())
                .extension(extension)
                .with(session.options().toArray(FixOption[]::new))
                .heartbeatSeconds(session.heartbeatSeconds())
                .latency(session.latency())
                .longestMessage(session.maxMessageBytes());
        session.schedule().ifPresent(schedule -> builder.schedule(schedule.schedule()));
        spec.dictionaries().get(session.dictionary()).version().ifPresent(builder::applicationVersion);
        return builder.build();
    }

    private void startEngine() {
        FixJournal kept = openJournal();
        FixEngineOptions options =
                FixEngineOptions.named(FixSection.KEY).with(spec.limits()).with(kept);
        FixEngine opened = FixEngine.open(options);
        engine = opened;
        try {
            spec.sessions().forEach((name, session) -> add(opened, name, session));
            delivery = FixDelivery.open(opened, kept, context.channel(spec.in()), inCalls, this::report);
            spec.out().ifPresent(out -> {
                feed = FixFeed.open(opened, kept, context.channel(out), outCalls, this::report);
                opened.add(feed);
            });
            spec.operations().ifPresent(channel -> {
                operations = OperationFeed.open(opened, kept, context.channel(channel), this::report);
                opened.add(operations);
            });
            ports.forEach((name, port) -> addresses.add(listen(opened, name, port)));
            if (turn.isEmpty()) {
                loop = EventLoop.start(
                        FixSection.KEY,
                        EventLoopOptions.defaults()
                                .withIdle(() -> IdleStrategies.named(spec.idle()))
                                .withErrorHandler((severity, origin, error) -> failed(error)),
                        List.of(opened));
            }
            journal = kept;
            started = true;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
        turn.ifPresent(each -> each.begin(opened, this::close));
    }

    private FixJournal openJournal() {
        if (!context.topology().channels().containsKey(spec.store())) {
            return FixJournal.open(
                    context.dataDirectory().resolve(spec.store()),
                    ChannelOptions.defaults()
                            .withJournal(JournalOptions.defaults().withDurability(spec.durability())));
        }
        boolean hasSpares = context.topology().hosts().values().stream()
                .anyMatch(host -> !host.replicas().isEmpty());
        return FixJournal.in(
                (JournalChannel) context.channel(spec.store()),
                hasSpares ? FixJournal.Spare.AWAITED : FixJournal.Spare.NONE);
    }

    private String listen(FixEngine opened, String name, FixPort port) {
        try {
            return opened.listen(port).toString();
        } catch (FixException e) {
            TopologyException problem =
                    context.topology().problem(e.getMessage(), FixSection.KEY, "ports", name, "address");
            problem.initCause(e);
            throw problem;
        }
    }

    private void add(FixEngine opened, String name, FixSessionSpec session) {
        FixSettings its = settings.get(name);
        FixApplication application = (_, _, _) -> {}; // the journal has the message, and the delivery makes its call
        if (session.isTemplate()) {
            opened.add(new Template(its, application));
        } else if (session.isInitiator()) {
            FixDestinations hosts = FixDestinations.of(session.connect().toArray(HostPort[]::new))
                    .withWaits(session.firstWait(), session.longestWait());
            TlsIdentity identity = identities.get(name);
            opened.add(its, application, identity == null ? hosts : hosts.withTls(identity));
        } else {
            opened.add(its, application);
        }
    }

    /** Admits each counterparty of a version and an own name. */
    private record Template(FixSettings settings, FixApplication application) implements FixTemplate {

        @Override
        public FixSettings settings(FixSessionId id) {
            FixSessionId own = settings.id();
            boolean fits =
                    own.beginString().equals(id.beginString()) && own.own().equals(id.own());
            return fits && !id.peer().equals(FixSessionSpec.ANY) ? settings.of(id) : null;
        }

        @Override
        public FixApplication application(FixSessionId id) {
            return application;
        }
    }

    private void report(Throwable error) {
        context.report(Severity.WARNING, error);
    }

    @Override
    public void stopping() {
        FixEngine running = engine;
        if (running != null) {
            running.stop();
        }
    }

    @Override
    public void stop(RunPhase phase) {
        if (phase == RunPhase.AFTER_SERVICES) {
            engine.stop();
            if (turn.isPresent()) {
                turn.get().end();
                return;
            }
            try {
                loop.await(LOGOUT_WITHIN.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                // the run has been told
            } finally {
                close();
            }
        }
    }

    private void close() {
        List<Runnable> closes = new ArrayList<>();
        if (loop != null) {
            closes.add(loop::close);
        }
        closes.add(engine::close);
        if (feed != null) {
            closes.add(feed::close);
        }
        if (operations != null) {
            closes.add(operations::close);
        }
        if (delivery != null) {
            closes.add(delivery::close);
        }
        CloseAll.run(closes);
    }

    /** Returns the journal, null before the engine runs. Any thread. */
    FixJournal journal() {
        return journal;
    }

    /** Returns the sessions, none before the engine runs; any thread may read what they count. */
    Collection<FixSession> sessions() {
        FixEngine running = engine;
        return running == null ? List.of() : running.shown();
    }

    /** Returns the names of sessions and templates in the topology. */
    Set<String> names() {
        return spec.sessions().keySet();
    }

    /** Returns whether the topology names a session itself, and not by a template. */
    boolean isNamed(FixSessionId id) {
        return spec.sessions().values().stream().anyMatch(each -> each.id().equals(id));
    }

    /** Returns the name that the topology has for a session, or for the template that has made it. */
    String nameOf(FixSessionId id) {
        return nameOf.computeIfAbsent(id, this::findName);
    }

    private String findName(FixSessionId id) {
        String template = null;
        for (Map.Entry<String, FixSessionSpec> each : spec.sessions().entrySet()) {
            FixSessionId named = each.getValue().id();
            if (named.equals(id)) {
                return each.getKey();
            }
            if (template == null
                    && each.getValue().isTemplate()
                    && named.beginString().equals(id.beginString())
                    && named.own().equals(id.own())) {
                template = each.getKey();
            }
        }
        return template;
    }

    /** Returns the dictionary of a session by its name in the journal, which the topology may not have any more. */
    FixDictionary dictionary(String session) {
        for (FixSession each : sessions()) {
            if (each.settings().id().toString().equals(session)) {
                return each.settings().dictionary();
            }
        }
        String version = session.substring(0, Math.max(0, session.indexOf(':')));
        return settings.values().stream()
                .filter(each -> each.id().beginString().equals(version))
                .findFirst()
                .orElse(settings.firstEntry().getValue())
                .dictionary();
    }

    /** Returns the channel of the orders of operators, null where they give none. */
    String operationsChannel() {
        return spec.operations().orElse(null);
    }

    /** Returns where it listens. */
    List<String> addresses() {
        return addresses;
    }

    @Override
    public List<StatusView> views() {
        return List.of(new RunView(this));
    }

    @Override
    public List<MeterSource> meters() {
        return List.of(_ -> new SessionMeters(this));
    }

    @Override
    public Optional<String> announcement() {
        return addresses.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", addresses));
    }

    @Override
    public Optional<SectionHealth> health() {
        if (!started) {
            return Optional.empty();
        }
        FixEngine running = engine;
        SequencedMap<String, String> details = new LinkedHashMap<>();
        details.put("address", String.join(", ", addresses));
        details.put("connections", Integer.toString(running.connections()));
        Collection<FixSession> sessions = running.shown();
        details.put("sessions", Integer.toString(sessions.size()));
        sessions.stream().limit(MOST_IN_HEALTH).forEach(session -> {
            SessionCounts counts = session.counts();
            details.put(
                    "session " + session.settings().id(),
                    counts.state() + " nextIn=" + counts.get(SessionCounts.Value.NEXT_INCOMING) + " nextOut="
                            + counts.get(SessionCounts.Value.NEXT_OUTGOING) + " missing="
                            + counts.get(SessionCounts.Value.MISSING));
        });
        return Optional.of(new SectionHealth(SectionState.RUNNING, details, Optional.empty()));
    }
}
