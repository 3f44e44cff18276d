package io.millrace.clients;

import io.millrace.journal.Ownership;
import io.millrace.server.Compression;
import io.millrace.topology.ChannelKind;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.HostDuty;
import io.millrace.topology.HostPlan;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionOption;
import io.millrace.topology.SectionRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologySection;
import io.millrace.topology.YamlFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/** The section {@code clients}: what clients of a running topology may follow, and where they may append. */
public final class ClientsSection implements TopologySection<ClientsSpec> {

    static final String KEY = "clients";

    private static final int MAX_PORT = 65_535;

    /** Creates the section. */
    public ClientsSection() {}

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public String help() {
        return "a server for clients and browsers";
    }

    @Override
    public Class<ClientsSpec> type() {
        return ClientsSpec.class;
    }

    @Override
    public SequencedMap<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("port", "the port, 0 for any that is free");
        keys.put("address", "the address at which it listens; loopback where it is missing");
        keys.put("tcpPort", "the port for clients over TCP, 0 for any that is free");
        keys.put("certificate", "for TCP: the certificate of the server in PEM format");
        keys.put("key", "for TCP: its private key, unencrypted, in PEM format");
        keys.put("trust", "for TCP: the authorities that sign the certificates of clients");
        keys.put("tokenFile", "the file of the token, or of lines NAME TOKEN");
        keys.put("hosts", "further host names in requests that it accepts");
        keys.put("origins", "further origins of pages that it accepts");
        keys.put("page", "a folder of files that it serves");
        keys.put("follow", "the channels that clients may follow");
        keys.put("append", "the SHARED channels to which clients may append");
        keys.put("tap", "the principals that may see conversations of clients, or \"*\" for all");
        keys.put("compression", "deflate, to compress messages by WebSocket; none where it is missing");
        keys.put("maxSessions", "the most sessions by WebSocket, and by TCP");
        keys.put("maxSubscriptions", "the most channels that a client follows at a time");
        keys.put("maxWaiting", "the most requests of a client that wait for answers");
        keys.put("maxRate", "the most requests of a client in a second, 0 for any number");
        keys.put("maxInFlight", "the most messages on their way to a client");
        keys.put("maxRequest", "the longest request, as 64KiB");
        keys.put("readTimeout", "how long a message waits for a client that does not read");
        return keys;
    }

    @Override
    public Optional<SectionOption<ClientsSpec>> option() {
        return Optional.of(new SectionOption<>(
                "clients-port", "PORT", "Serve clients at this port, 0 for any that is free.", (text, written) -> {
                    if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > MAX_PORT) {
                        throw new TopologyException("--clients-port is not a port clients-port=" + text);
                    }
                    return written.orElseThrow(() -> new TopologyException(
                                    "--clients-port needs a topology with the section clients, which names the"
                                            + " channels clients-port=" + text))
                            .withPort(Integer.parseInt(text));
                }));
    }

    @Override
    public ClientsSpec read(YamlFields fields) {
        return new ClientsSpec(
                (int) fields.number("port", 0, MAX_PORT),
                fields.text("address").orElse("127.0.0.1"),
                fields.at("certificate", () -> tcp(fields), ClientsException.class::isInstance),
                fields.text("tokenFile"),
                fields.texts("hosts"),
                fields.texts("origins"),
                fields.text("page"),
                fields.texts("follow"),
                fields.texts("append"),
                fields.texts("tap"),
                fields.constant("compression", Compression.class).orElse(Compression.NONE),
                fields.at("maxSessions", () -> limits(fields), ClientsException.class::isInstance));
    }

    private static Optional<TcpSpec> tcp(YamlFields fields) {
        OptionalLong port = fields.optionalNumber("tcpPort", 0, MAX_PORT);
        if (port.isEmpty()) {
            fields.refuse("belongs to tcpPort", "certificate", "key", "trust");
            return Optional.empty();
        }
        return Optional.of(new TcpSpec(
                (int) port.getAsLong(), fields.text("certificate"), fields.text("key"), fields.text("trust")));
    }

    private static ClientLimits limits(YamlFields fields) {
        ClientLimits usual = ClientLimits.defaults();
        return new ClientLimits(
                number(fields, "maxSessions", usual.maxSessions()),
                number(fields, "maxSubscriptions", usual.maxSubscriptions()),
                number(fields, "maxWaiting", usual.maxWaiting()),
                number(fields, "maxRate", usual.maxRate()),
                number(fields, "maxInFlight", usual.maxInFlight()),
                (int) Math.min(Integer.MAX_VALUE, fields.sizeBytes("maxRequest").orElse(usual.maxBytes())),
                fields.duration("readTimeout").orElse(usual.readTimeout()));
    }

    private static int number(YamlFields fields, String key, int otherwise) {
        return (int) fields.optionalNumber(key, 0, Integer.MAX_VALUE).orElse(otherwise);
    }

    @Override
    public void check(ClientsSpec clients, Topology topology) {
        clients.follow().forEach(channel -> requireJournal(topology, channel, "follow"));
        for (String channel : clients.append()) {
            ChannelSpec spec = requireJournal(topology, channel, "append");
            if (spec.ownership() != Ownership.SHARED) {
                throw topology.problem(
                        "clients append to channel=" + channel + ", which needs ownership SHARED", KEY, "append");
            }
        }
        if (clients.follow().isEmpty() && clients.append().isEmpty()) {
            throw topology.problem("clients may follow no channel and append to none", KEY);
        }
        if (!topology.hosts().isEmpty()) {
            checkHost(clients, topology);
        }
    }

    /** Checks that the host which serves clients has what they follow, and writes what they append to. */
    private static void checkHost(ClientsSpec clients, Topology topology) {
        List<String> running = topology.hosts().keySet().stream()
                .filter(host -> topology.plan(host).duty() == HostDuty.RUNS)
                .toList();
        String host = topology.sectionHosts().get(KEY);
        if (host == null && running.size() > 1) {
            throw topology.problem(
                    "clients are on no host; name the one that serves them by host hosts=" + running, KEY);
        }
        HostPlan plan = topology.plan(host == null ? running.getFirst() : host);
        for (String channel : clients.follow()) {
            if (!plan.part().channels().containsKey(channel)) {
                throw topology.problem(
                        "clients on host=" + plan.host() + " follow channel=" + channel
                                + ", which is not there; it has what its components read and write channels="
                                + plan.part().channels().keySet(),
                        KEY,
                        "follow");
            }
        }
        for (String channel : clients.append()) {
            if (!plan.part().channels().containsKey(channel) || plan.received().containsKey(channel)) {
                throw topology.problem(
                        "clients on host=" + plan.host() + " append to channel=" + channel
                                + ", which is written on another host; it writes channels="
                                + plan.part().channels().keySet().stream()
                                        .filter(name -> !plan.received().containsKey(name))
                                        .toList(),
                        KEY,
                        "append");
            }
        }
    }

    private static ChannelSpec requireJournal(Topology topology, String channel, String key) {
        ChannelSpec spec = topology.channels().get(channel);
        if (spec == null) {
            throw topology.problem(
                    "clients " + key + " channel=" + channel + ", which does not exist known="
                            + topology.channels().keySet(),
                    KEY,
                    key);
        }
        if (spec.kind() != ChannelKind.JOURNAL) {
            throw topology.problem(
                    "clients " + key + " channel=" + channel + ", which is no journal kind=" + spec.kind(), KEY, key);
        }
        return spec;
    }

    @Override
    public SectionRun open(ClientsSpec clients, SectionContext context) {
        return new ClientsRun(clients, context);
    }
}
