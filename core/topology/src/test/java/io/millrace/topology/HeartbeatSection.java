package io.millrace.topology;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** A section that writes the state of the run into a file, again and again. */
public final class HeartbeatSection implements TopologySection<HeartbeatSpec> {

    @Override
    public String key() {
        return "heartbeat";
    }

    @Override
    public String help() {
        return "the state of the run, written into a file again and again";
    }

    @Override
    public Class<HeartbeatSpec> type() {
        return HeartbeatSpec.class;
    }

    @Override
    public SequencedMap<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("file", "the file, relative to the topology; parameters are replaced");
        keys.put("every", "how often it is written, 5s when left out");
        return keys;
    }

    @Override
    public HeartbeatSpec read(YamlFields fields) {
        return new HeartbeatSpec(
                fields.required("file"), fields.duration("every").orElse(Duration.ofSeconds(5)));
    }

    @Override
    public void check(HeartbeatSpec heartbeat, Topology topology) {
        if (heartbeat.every().isZero()) {
            throw topology.problem("heartbeat every=" + heartbeat.every() + " is no time", "heartbeat", "every");
        }
    }

    @Override
    public SectionRun open(HeartbeatSpec heartbeat, SectionContext context) {
        return new HeartbeatRun(context.path(heartbeat.file(), "file"), heartbeat.every(), context);
    }
}
