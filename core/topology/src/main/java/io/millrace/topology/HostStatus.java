package io.millrace.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What a running host says of itself.
 *
 * @param host its name
 * @param state the state of its run, such as {@code RUNNING}
 * @param waits what it waits for, a sentence for people; empty where it waits for nothing
 * @param messages how many messages each channel has that it writes, by name
 * @param ended the channels that it sends and whose writers have ended in this run, with the index of the last record
 * @param channels its links
 */
public record HostStatus(
        String host,
        String state,
        String waits,
        SequencedMap<String, Long> messages,
        SequencedMap<String, Long> ended,
        List<HostChannel> channels) {

    /** Takes copies. */
    public HostStatus {
        messages = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(messages));
        ended = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(ended));
        channels = List.copyOf(channels);
    }

    /**
     * Asks a host that runs, at its address.
     *
     * @param topology the topology with the host
     * @param host the name of the host
     * @return what it says
     * @throws TopologyException where it does not answer, which is so as long as it does not run, or the class path has
     *     no transport
     */
    public static HostStatus ask(Topology topology, String host) {
        return HostRun.transport(host).ask(topology.plan(host));
    }
}
