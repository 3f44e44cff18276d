package io.millrace.ledger;

import io.millrace.topology.ComponentTypes;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologySection;
import io.millrace.topology.YamlFields;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The section {@code ledger}: the components of the topology are those of one seat, with {@link LedgerSource} among
 * them. A run that is given its parameter {@value #SEAT} is that seat; any other has all seats, each with its own data.
 */
public final class LedgerSection implements TopologySection<LedgerSpec> {
    /** The parameter of the topology that says which seat runs. */
    static final String SEAT = "seat";

    private static final String KEY = "ledger";
    private static final String AT = "at";
    private static final int DEFAULT_SEATS = 4;
    private static final int DEFAULT_PORT = 7101;
    private static final int MAX_PORT = 65_535;

    /** Creates the section. */
    public LedgerSection() {}

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public String help() {
        return "seats of a ledger, of which each runs the components";
    }

    @Override
    public Class<LedgerSpec> type() {
        return LedgerSpec.class;
    }

    @Override
    public SequencedMap<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("directory", "the directory of the ledger, which is made where all seats run here");
        keys.put("seats", "how many seats a ledger has that is made, " + DEFAULT_SEATS + " if missing");
        keys.put("port", "where its first seat listens, " + DEFAULT_PORT + " if missing; the others after it");
        keys.put(AT, "the components that run at one seat alone: the number of the seat, by name");
        return keys;
    }

    @Override
    public LedgerSpec read(YamlFields fields) {
        SequencedMap<String, Integer> at = new LinkedHashMap<>();
        fields.fields(AT)
                .ifPresent(components -> components.keys().forEach(name -> {
                    at.put(name, (int) components.number(name, 0, Committee.MAX_SEATS - 1));
                }));
        return new LedgerSpec(
                fields.required("directory"),
                (int) fields.optionalNumber("seats", 1, Committee.MAX_SEATS).orElse(DEFAULT_SEATS),
                (int) fields.optionalNumber("port", 1, MAX_PORT).orElse(DEFAULT_PORT),
                at);
    }

    @Override
    public void check(LedgerSpec ledger, Topology topology) {
        ParameterSpec seat = topology.parameters().get(SEAT);
        if (seat == null
                || seat.type() != ParameterType.INT
                || seat.defaultValue().isEmpty()) {
            throw topology.problem(
                    "ledger needs parameter=" + SEAT + " of type int with a default: the seat that runs here alone if"
                            + " it is given, and otherwise beside the others",
                    KEY);
        }
        if (ledger.port() + ledger.seats() - 1 > MAX_PORT) {
            throw topology.problem(
                    "ledger has no ports for its seats port=" + ledger.port() + " seats=" + ledger.seats(),
                    KEY,
                    "port");
        }
        ledger.at().keySet().forEach(name -> topology.requireComponent(name, "ledger at", KEY, AT));
        Set<String> kept = new HashSet<>(topology.components().keySet());
        kept.removeAll(ledger.at().keySet());
        kept.forEach(name -> topology.components()
                .get(name)
                .reads()
                .forEach(channel -> topology.writerOf(channel)
                        .filter(ledger.at()::containsKey)
                        .ifPresent(writer -> {
                            throw topology.problem(
                                    "component=" + name + " of each seat reads channel=" + channel + " of component="
                                            + writer + ", which is at seat="
                                            + ledger.at().get(writer) + " alone",
                                    KEY,
                                    AT,
                                    writer);
                        })));
    }

    @Override
    public void link(LedgerSpec ledger, Topology topology, ComponentTypes types) {
        List<String> sources = topology.components().keySet().stream()
                .filter(name -> LedgerSource.class.isAssignableFrom(types.type(name)))
                .toList();
        if (sources.size() != 1 || ledger.at().containsKey(sources.getFirst())) {
            throw topology.problem(
                    "ledger needs one component of class=" + LedgerSource.class.getName()
                            + ", which each seat has components=" + sources,
                    KEY);
        }
        UnlistedCalls.check(topology, types, sources.getFirst());
    }

    @Override
    public Set<String> leftOut(LedgerSpec ledger, Topology topology, Map<String, String> parameters) {
        int seat = seat(topology, parameters);
        Set<String> left = new HashSet<>(ledger.at().keySet());
        left.removeIf(name -> ledger.at().get(name) == seat);
        return left;
    }

    /** Returns the seat of a run. */
    static int seat(Topology topology, Map<String, String> parameters) {
        String otherwise = topology.parameters().get(SEAT).defaultValue().orElseThrow();
        return Integer.parseInt(parameters.getOrDefault(SEAT, otherwise));
    }

    @Override
    public SectionRun open(LedgerSpec ledger, SectionContext context) {
        return new LedgerRun(ledger, context);
    }
}
