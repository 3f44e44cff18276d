package io.millrace.topology;

import java.util.ArrayList;
import java.util.List;

/** The section {@code lantern} of the tests. */
public final class LanternSection implements TopologySection<LanternSpec> {

    @Override
    public String key() {
        return "lantern";
    }

    @Override
    public String help() {
        return "another section of the tests";
    }

    @Override
    public Class<LanternSpec> type() {
        return LanternSpec.class;
    }

    @Override
    public boolean servesPages() {
        return true;
    }

    @Override
    public LanternSpec read(YamlFields fields) {
        return new LanternSpec(new ArrayList<>(fields.keys()));
    }

    @Override
    public SectionRun open(LanternSpec lantern, SectionContext context) {
        return new BeaconRun("lantern", List.of(), lantern.events(), context);
    }
}
