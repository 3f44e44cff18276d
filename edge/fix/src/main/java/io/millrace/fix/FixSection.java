package io.millrace.fix;

import io.millrace.channel.ChannelException;
import io.millrace.concurrent.IdleStrategies;
import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import io.millrace.net.HostPort;
import io.millrace.net.NetException;
import io.millrace.net.TlsIdentity.ClientCertificate;
import io.millrace.topology.ChannelKind;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.EncryptionSpec;
import io.millrace.topology.HostDuty;
import io.millrace.topology.HostPlan;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionRun;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologySection;
import io.millrace.topology.YamlFields;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** The section {@code fix}: sessions of FIX, whose messages are calls. */
public final class FixSection implements TopologySection<FixSpec> {

    static final String KEY = "fix";

    private static final int LARGEST_BYTES = 1 << 28;
    private static final String OPERATIONS = "operations";
    private static final String THREAD = "thread";
    private static final String SESSIONS = "sessions";
    private static final String DICTIONARIES = "dictionaries";
    private static final List<String> BEGIN_STRINGS =
            List.of("FIX.4.0", "FIX.4.1", "FIX.4.2", "FIX.4.3", "FIX.4.4", "FIXT.1.1");

    /** Creates the section. */
    public FixSection() {}

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public String help() {
        return "sessions of FIX, whose messages are calls";
    }

    @Override
    public Class<FixSpec> type() {
        return FixSpec.class;
    }

    @Override
    public SequencedMap<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("in", "the SHARED channel of the calls that messages become");
        keys.put("out", "the channel of the calls that become messages");
        keys.put(OPERATIONS, "the SHARED channel of the orders of operators, which the console appends");
        keys.put("messages", "the class that makes calls of messages and messages of calls; text where it is missing");
        keys.put(
                "store",
                "the SHARED channel that is the engine's journal, or else a directory of its own, fix if missing");
        keys.put("durability", "what is required of a message before it leaves: MAPPED (when left out) or SYNCED");
        keys.put("ports", "by name, where it listens: address, certificate, key, trust, clientCertificate, proxy");
        keys.put(DICTIONARIES, "by name: file, transport, version, overlay");
        keys.put(SESSIONS, "by name: session, dictionary, connect, schedule and others");
        keys.put("maxConnections", "the most connections at a time");
        keys.put("maxUnknown", "the most connections whose first message has not come");
        keys.put("maxDynamicSessions", "the most sessions that templates make");
        keys.put("maxFirstMessage", "the longest first message, as 16KiB");
        keys.put("logonTimeout", "how long the first message of a connection may take");
        keys.put("maxWaiting", "what waits in memory for a peer that reads slowly, as 256KiB");
        keys.put("slowAfter", "how long a peer may take nothing before it is disconnected");
        keys.put("maxRate", "the most messages a second of a connection, 0 for any number");
        keys.put(THREAD, "the thread of the topology that polls it after its components; one of its own if missing");
        keys.put("idle", "what its own thread does when there is nothing to do");
        return keys;
    }

    @Override
    public Set<String> channels(FixSpec fix) {
        Set<String> channels = new HashSet<>(Set.of(fix.store()));
        fix.operations().ifPresent(channels::add);
        return channels;
    }

    @Override
    public Map<String, List<Class<?>>> calls(FixSpec fix) {
        return fix.operations()
                .map(channel -> Map.<String, List<Class<?>>>of(channel, List.of(FixOperations.class)))
                .orElse(Map.of());
    }

    @Override
    public FixSpec read(YamlFields fields) {
        SequencedMap<String, FixPortSpec> ports = new LinkedHashMap<>();
        fields.named("ports").forEach((name, port) -> ports.put(name, port(port)));
        SequencedMap<String, FixDictionarySpec> dictionaries = new LinkedHashMap<>();
        fields.named(DICTIONARIES).forEach((name, each) -> dictionaries.put(name, dictionary(each)));
        SequencedMap<String, FixSessionSpec> sessions = new LinkedHashMap<>();
        fields.named(SESSIONS).forEach((name, each) -> sessions.put(name, FixSessionYaml.read(each, dictionaries)));
        return new FixSpec(
                fields.required("in"),
                fields.text("out"),
                fields.text(OPERATIONS),
                fields.text("messages"),
                fields.text("store").orElse(FixSpec.DEFAULT_STORE),
                fields.constant("durability", Durability.class).orElse(Durability.MAPPED),
                ports,
                dictionaries,
                sessions,
                limits(fields),
                thread(fields),
                fields.text("idle").orElse(ThreadSpec.DEFAULT_IDLE));
    }

    private static Optional<String> thread(YamlFields fields) {
        Optional<String> thread = fields.text(THREAD);
        if (thread.isPresent()) {
            fields.refuse("the thread of the topology has its own", "idle");
        }
        return thread;
    }

    private static FixPortSpec port(YamlFields fields) {
        fields.only("address", "certificate", "key", "trust", "clientCertificate", "proxy");
        HostPort address = address(fields, "address", fields.required("address"));
        FixPort.Proxy proxy = fields.constant("proxy", FixPort.Proxy.class).orElse(FixPort.Proxy.NONE);
        Optional<ClientCertificate> client = fields.constant("clientCertificate", ClientCertificate.class);
        if (!fields.has("certificate")) {
            fields.refuse("belongs to certificate", "key", "trust", "clientCertificate");
            return new FixPortSpec(address, Optional.empty(), proxy);
        }
        Optional<String> trust = fields.text("trust");
        ClientCertificate asked = client.orElse(trust.isPresent() ? ClientCertificate.NEEDED : ClientCertificate.NONE);
        if (trust.isPresent() == (asked == ClientCertificate.NONE)) {
            throw fields.problem(
                    trust.isPresent() ? "trust" : "clientCertificate",
                    "needs trust if certificates of clients are needed or wanted, and only then clientCertificate="
                            + asked);
        }
        return new FixPortSpec(address, Optional.of(tls(fields, trust, asked)), proxy);
    }

    static FixTlsSpec tls(YamlFields fields, Optional<String> trust, ClientCertificate asked) {
        Optional<String> certificate = fields.text("certificate");
        Optional<String> key = fields.text("key");
        if (certificate.isPresent() != key.isPresent()) {
            throw fields.problem(
                    certificate.isPresent() ? "certificate" : "key", "needs both or neither of certificate and key");
        }
        return new FixTlsSpec(certificate, key, trust, asked);
    }

    static HostPort address(YamlFields fields, String key, String text) {
        return fields.at(key, () -> HostPort.parse(text), NetException.class::isInstance);
    }

    private static FixDictionarySpec dictionary(YamlFields fields) {
        fields.only("file", "transport", "version", "overlay");
        Optional<String> transport = fields.text("transport");
        Optional<String> version = fields.text("version");
        if (transport.isPresent() != version.isPresent()) {
            throw fields.problem(
                    transport.isPresent() ? "transport" : "version",
                    "needs both or neither of transport and version, which is a value of ApplVerID such as 9");
        }
        return new FixDictionarySpec(fields.required("file"), transport, version, fields.text("overlay"));
    }

    private static FixEngineLimits limits(YamlFields fields) {
        FixEngineLimits usual = FixEngineLimits.defaults();
        return new FixEngineLimits(
                number(fields, "maxConnections", 1, usual.maxConnections()),
                number(fields, "maxUnknown", 1, usual.maxUnknown()),
                number(fields, "maxDynamicSessions", 0, usual.maxDynamicSessions()),
                size(fields, "maxFirstMessage", FixEngineLimits.LEAST_FIRST_BYTES, usual.maxFirstBytes()),
                time(fields, "logonTimeout", usual.logonTimeout()),
                size(fields, "maxWaiting", FixEngineLimits.LEAST_WAITING_BYTES, usual.maxWaitingBytes()),
                time(fields, "slowAfter", usual.slowAfter()),
                number(fields, "maxRate", 0, usual.maxRate()));
    }

    private static int number(YamlFields fields, String key, int least, int otherwise) {
        return (int) fields.optionalNumber(key, least, Integer.MAX_VALUE).orElse(otherwise);
    }

    private static Duration time(YamlFields fields, String key, Duration otherwise) {
        Duration time = fields.duration(key).orElse(otherwise);
        if (time.toMillis() < 1) {
            throw fields.problem(key, "needs at least a millisecond " + key + "=" + time);
        }
        return time;
    }

    static int size(YamlFields fields, String key, int least, int otherwise) {
        long bytes = fields.sizeBytes(key).orElse(otherwise);
        if (bytes < least || bytes > LARGEST_BYTES) {
            throw fields.problem(key, "needs " + least + " to " + LARGEST_BYTES + " bytes " + key + "=" + bytes);
        }
        return (int) bytes;
    }

    @Override
    public void check(FixSpec fix, Topology topology) {
        checkChannels(fix, topology);
        if (topology.channels().containsKey(fix.store())) {
            checkStore(fix, topology);
        }
        if (!topology.hosts().isEmpty()) {
            checkHost(fix, topology);
        }
        if (!fix.store().matches("[A-Za-z0-9_-]+")) {
            throw topology.problem("a store is letters, digits, '-' and '_' store=" + fix.store(), KEY, "store");
        }
        try {
            IdleStrategies.named(fix.idle());
        } catch (IllegalArgumentException e) {
            throw topology.problem(e.getMessage(), KEY, "idle");
        }
        fix.thread().ifPresent(thread -> topology.requireThread(thread, "fix has", KEY, THREAD));
        if (fix.sessions().isEmpty()) {
            throw topology.problem("fix has no sessions", KEY);
        }
        Map<FixSessionId, String> names = new HashMap<>();
        fix.sessions().forEach((name, session) -> {
            String other = names.putIfAbsent(session.id(), name);
            if (other != null) {
                throw topology.problem(
                        "two sessions have one name session=" + session.id() + " sessions=" + other + ", " + name,
                        KEY,
                        SESSIONS,
                        name,
                        "session");
            }
            checkSession(fix, topology, name, session);
        });
    }

    private static void checkChannels(FixSpec fix, Topology topology) {
        requireShared(topology, fix.in(), "in");
        fix.operations().ifPresent(operations -> {
            requireShared(topology, operations, OPERATIONS);
            if (operations.equals(fix.in()) || fix.out().equals(Optional.of(operations))) {
                throw topology.problem(
                        "fix has other calls in the channel of operations channel=" + operations, KEY, OPERATIONS);
            }
        });
        fix.out().ifPresent(out -> requireJournal(topology, out, "out"));
        if (fix.out().equals(Optional.of(fix.in()))) {
            throw topology.problem("fix reads and writes channel=" + fix.in(), KEY, "out");
        }
    }

    private static void requireShared(Topology topology, String channel, String key) {
        ChannelSpec spec = requireJournal(topology, channel, key);
        if (spec.ownership() != Ownership.SHARED || topology.writerOf(channel).isPresent()) {
            throw topology.problem(
                    "fix " + key + " channel=" + channel
                            + ", which needs ownership SHARED and no component that writes it",
                    KEY,
                    key);
        }
    }

    /** Checks the channel that is the engine's journal. */
    private static void checkStore(FixSpec fix, Topology topology) {
        ChannelSpec store = requireJournal(topology, fix.store(), "store");
        String problem = null;
        if (store.ownership() != Ownership.SHARED
                || topology.writerOf(fix.store()).isPresent()) {
            problem = "needs ownership SHARED and no component that writes it";
        } else if (fix.store().equals(fix.in())
                || fix.out().equals(Optional.of(fix.store()))
                || fix.operations().equals(Optional.of(fix.store()))) {
            problem = "is the channel of calls";
        } else if (fix.durability() == Durability.SYNCED && store.durability() != Durability.SYNCED) {
            problem = "has another durability";
        } else if (store.encryption().flatMap(EncryptionSpec::subject).isPresent()) {
            problem = "is encrypted by subjects; without a key that was deleted it could not be opened";
        }
        if (problem != null) {
            throw topology.problem(
                    "the journal of the engine is channel=" + fix.store() + ", which " + problem, KEY, "store");
        }
    }

    /** Checks that what the engine reads and writes is on its host, and on the spare of that. */
    private static void checkHost(FixSpec fix, Topology topology) {
        List<String> running = topology.hosts().keySet().stream()
                .filter(host -> topology.plan(host).duty() == HostDuty.RUNS)
                .toList();
        String host = topology.sectionHosts().get(KEY);
        if (host == null && running.size() > 1) {
            throw topology.problem("fix is on no host; name one by host hosts=" + running, KEY);
        }
        HostPlan plan = topology.plan(host == null ? running.getFirst() : host);
        Map<String, String> used = new LinkedHashMap<>();
        used.put("in", fix.in());
        fix.out().ifPresent(out -> used.put("out", out));
        fix.operations().ifPresent(operations -> used.put(OPERATIONS, operations));
        if (topology.channels().containsKey(fix.store())) {
            used.put("store", fix.store());
        } else if (!topology.hosts().get(plan.host()).replicas().isEmpty()) {
            throw topology.problem(
                    "fix is on host=" + plan.host()
                            + ", which has a spare; name a channel as store, or the spare lacks the sessions store="
                            + fix.store(),
                    KEY,
                    "store");
        }
        fix.thread()
                .filter(thread -> !plan.part().threads().containsKey(thread))
                .ifPresent(thread -> {
                    throw topology.problem(
                            "fix on host=" + plan.host() + " needs thread=" + thread + ", which is on another host",
                            KEY,
                            THREAD);
                });
        used.forEach((key, channel) -> {
            if (!plan.part().channels().containsKey(channel) || plan.received().containsKey(channel)) {
                throw topology.problem(
                        "fix on host=" + plan.host() + " needs channel=" + channel
                                + ", which is written on another host",
                        KEY,
                        key);
            }
        });
    }

    private static ChannelSpec requireJournal(Topology topology, String channel, String key) {
        topology.requireChannel(channel, "fix " + key, KEY, key);
        ChannelSpec spec = topology.channels().get(channel);
        if (spec.kind() != ChannelKind.JOURNAL) {
            throw topology.problem(
                    "fix " + key + " channel=" + channel + ", which is no journal kind=" + spec.kind(), KEY, key);
        }
        return spec;
    }

    private static void checkName(FixSessionId id, Topology topology, String name) {
        if (!BEGIN_STRINGS.contains(id.beginString())) {
            String text = "session=" + id + " begins with a version that is none of " + BEGIN_STRINGS;
            throw topology.problem(text, KEY, SESSIONS, name, "session");
        }
        if (id.own().contains(FixSessionSpec.ANY)
                || (id.peer().contains(FixSessionSpec.ANY) && !id.peer().equals(FixSessionSpec.ANY))) {
            String text = "session=" + id + " has a * that is not the whole name of the peer";
            throw topology.problem(text, KEY, SESSIONS, name, "session");
        }
    }

    private static void checkSession(FixSpec fix, Topology topology, String name, FixSessionSpec session) {
        checkName(session.id(), topology, name);
        if (session.isInitiator() && session.isTemplate()) {
            throw topology.problem("a template cannot connect session=" + session.id(), KEY, SESSIONS, name, "connect");
        }
        if (!session.isInitiator() && fix.ports().isEmpty()) {
            throw topology.problem(
                    "session=" + session.id() + " accepts, and fix has no ports; name a port, or hosts under connect",
                    KEY,
                    SESSIONS,
                    name);
        }
        boolean needsTransport = session.id().isFixt();
        for (String used : session.allDictionaries()) {
            if (fix.dictionaries().get(used).transport().isPresent() != needsTransport) {
                throw topology.problem(
                        "session=" + session.id()
                                + (needsTransport
                                        ? " needs a dictionary with a transport and a version"
                                        : " needs a dictionary without a transport")
                                + " dictionary=" + used,
                        KEY,
                        SESSIONS,
                        name,
                        "dictionary");
            }
        }
    }

    @Override
    public SectionRun open(FixSpec fix, SectionContext context) {
        return new FixRun(fix, context);
    }

    static boolean isRefusal(RuntimeException e) {
        return e instanceof IllegalArgumentException || e instanceof FixException || e instanceof ChannelException;
    }
}
