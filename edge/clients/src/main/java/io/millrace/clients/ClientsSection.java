package io.millrace.clients;

import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelKind;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionOption;
import io.millrace.topology.SectionRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologySection;
import io.millrace.topology.YamlFields;
import java.util.LinkedHashMap;
import java.util.Optional;
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
        keys.put("tokenFile", "the file whose first line is the token");
        keys.put("hosts", "further host names in requests that it accepts");
        keys.put("origins", "further origins of pages that it accepts");
        keys.put("page", "a folder of files that it serves");
        keys.put("follow", "the channels that clients may follow");
        keys.put("append", "the SHARED channels to which clients may append");
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
                fields.text("tokenFile"),
                fields.texts("hosts"),
                fields.texts("origins"),
                fields.text("page"),
                fields.texts("follow"),
                fields.texts("append"));
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
