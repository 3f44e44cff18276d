package io.millrace.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** The section {@code beacon} of the tests. */
public final class BeaconSection implements TopologySection<BeaconSpec> {

    @Override
    public String key() {
        return "beacon";
    }

    @Override
    public String help() {
        return "a section of the tests";
    }

    @Override
    public Class<BeaconSpec> type() {
        return BeaconSpec.class;
    }

    @Override
    public SequencedMap<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("channel", "a channel");
        keys.put("failing", "where it fails");
        keys.put("lamps", "how many lamps it has");
        return keys;
    }

    @Override
    public Optional<SectionOption<BeaconSpec>> option() {
        return Optional.of(new SectionOption<>("beacon", "CHANNEL", "Show a channel.", (channel, written) -> {
            if (channel.isEmpty()) {
                throw new TopologyException("--beacon needs a channel");
            }
            return new BeaconSpec(
                    Optional.of(channel), written.map(BeaconSpec::failing).orElse(List.of()), new ArrayList<>());
        }));
    }

    @Override
    public BeaconSpec read(YamlFields fields) {
        fields.optionalNumber("lamps", 1, 10);
        return new BeaconSpec(fields.text("channel"), fields.texts("failing"), new ArrayList<>());
    }

    @Override
    public void check(BeaconSpec beacon, Topology topology) {
        beacon.channel()
                .ifPresent(channel -> topology.requireChannel(channel, "the beacon shows", "beacon", "channel"));
    }

    @Override
    public void link(BeaconSpec beacon, Topology topology, ComponentTypes types) {
        if (beacon.failing().contains("link")) {
            throw topology.problem("the beacon does not fit calls=" + types.calls("counter"), "beacon", "failing");
        }
    }

    @Override
    public SectionRun open(BeaconSpec beacon, SectionContext context) {
        return new BeaconRun("beacon", beacon.failing(), beacon.events(), context);
    }
}
