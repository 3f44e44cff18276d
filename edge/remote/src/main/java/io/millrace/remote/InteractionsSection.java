package io.millrace.remote;

import io.millrace.journal.Ownership;
import io.millrace.server.Compression;
import io.millrace.topology.ChannelKind;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologySection;
import io.millrace.topology.YamlFields;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;

/** The section {@code interactions}: components that clients of a running topology call. */
public final class InteractionsSection implements TopologySection<InteractionsSpec> {

    static final String KEY = "interactions";

    private static final int MAX_PORT = 65_535;

    /** Creates the section. */
    public InteractionsSection() {}

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public String help() {
        return "components that clients call";
    }

    @Override
    public Class<InteractionsSpec> type() {
        return InteractionsSpec.class;
    }

    @Override
    public SequencedMap<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("port", "the port for WebSocket, 0 for any that is free");
        keys.put("tcpPort", "the port for TCP, 0 for any that is free; none where it is missing");
        keys.put("certificate", "for TCP: the certificate of the server in PEM format");
        keys.put("key", "for TCP: its private key, unencrypted, in PEM format");
        keys.put("trust", "for TCP: the authorities that sign the certificates of clients");
        keys.put("address", "the address at which it listens; loopback where it is missing");
        keys.put("tokenFile", "the file of the tokens for WebSocket, and for TCP without TLS");
        keys.put("hosts", "further host names in requests that it accepts");
        keys.put("origins", "further origins of pages that it accepts");
        keys.put("tap", "the principals that may see conversations of clients, or \"*\" for all");
        keys.put("compression", "deflate, to compress messages by WebSocket; none where it is missing");
        keys.put("serve", "the served components: under the channel of its inputs the class of each");
        return keys;
    }

    @Override
    public InteractionsSpec read(YamlFields fields) {
        OptionalLong tcpPort = fields.optionalNumber("tcpPort", 0, MAX_PORT);
        SequencedMap<String, String> serve = new LinkedHashMap<>();
        fields.named("serve")
                .forEach(
                        (channel, each) -> serve.put(channel, each.only("class").required("class")));
        return new InteractionsSpec(
                (int) fields.number("port", 0, MAX_PORT),
                tcpPort.isPresent() ? OptionalInt.of((int) tcpPort.getAsLong()) : OptionalInt.empty(),
                tls(fields, tcpPort.isPresent()),
                fields.text("address").orElse("127.0.0.1"),
                fields.text("tokenFile"),
                fields.texts("hosts"),
                fields.texts("origins"),
                fields.texts("tap"),
                fields.constant("compression", Compression.class).orElse(Compression.NONE),
                serve);
    }

    private static Optional<InteractionsTls> tls(YamlFields fields, boolean hasTcp) {
        if (!hasTcp) {
            fields.refuse("belongs to tcpPort", "certificate", "key", "trust");
            return Optional.empty();
        }
        Optional<String> certificate = fields.text("certificate");
        if (certificate.isEmpty()) {
            fields.refuse("belongs to certificate", "key", "trust");
            return Optional.empty();
        }
        return Optional.of(new InteractionsTls(certificate.get(), fields.required("key"), fields.required("trust")));
    }

    @Override
    public void check(InteractionsSpec interactions, Topology topology) {
        for (String channel : interactions.serve().keySet()) {
            topology.requireChannel(channel, "a served component reads", KEY, "serve", channel);
            ChannelSpec spec = topology.channels().get(channel);
            if (spec.kind() != ChannelKind.JOURNAL || spec.ownership() != Ownership.SHARED) {
                throw topology.problem(
                        "a served component needs a journal with ownership SHARED channel=" + channel,
                        KEY,
                        "serve",
                        channel);
            }
        }
        if (interactions.serve().isEmpty()) {
            throw topology.problem("no component is served", KEY);
        }
    }

    @Override
    public SectionRun open(InteractionsSpec interactions, SectionContext context) {
        return new InteractionsRun(interactions, context);
    }
}
