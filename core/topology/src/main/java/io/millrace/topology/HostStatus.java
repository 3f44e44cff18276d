package io.millrace.topology;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What a running host says of itself.
 *
 * @param host its name; of a machine that stands by, the name of the host whose spare it is
 * @param site the name of its machine: the same, or that of the spare
 * @param state the state of its run, such as {@code RUNNING}; {@value #SPARE} where the machine stands by
 * @param waits what it waits for, a sentence for people; empty where it waits for nothing
 * @param spare how its spare is, one word or more; empty where the host has none. {@value #COMPLETE} where the spare
 *     holds everything that others act on, {@value #INCOMPLETE} where it does not; {@value #AWAITED} where it
 *     was complete, is not connected now, and others wait for it; any other word where nothing is known, such as
 *     {@code missing}
 * @param messages how many messages each channel has that it writes, or that it copies as a spare, by name
 * @param ended the channels that it sends and whose writers have ended in this run, with the index of the last record
 * @param cycles the cycles of components over several hosts of which some run on it; empty until it has started
 * @param channels its links
 * @param topology which topology it runs; empty where it does not say
 * @param details what it says for people
 */
public record HostStatus(
        String host,
        String site,
        String state,
        String waits,
        String spare,
        SequencedMap<String, Long> messages,
        SequencedMap<String, Long> ended,
        List<HostCycle> cycles,
        List<HostChannel> channels,
        Optional<TopologyPrint> topology,
        HostDetails details) {

    /** The state of a machine that stands by. */
    public static final String SPARE = "SPARE";

    /** How a spare is that holds everything that others act on. */
    public static final String COMPLETE = "complete";

    /** How a spare is that was complete and is not connected: others wait for it, so it still has what they act on. */
    public static final String AWAITED = "awaited";

    /** How a spare is that lacks something that others act on, or that they do not wait for. */
    public static final String INCOMPLETE = "incomplete";

    private static final long SLOW_NS = 2_000_000_000;

    /** The first packet of a connection is repeated after a second, where it was lost. */
    private static final Duration ACCEPT_WITHIN = Duration.ofMillis(1_500);

    /** Creates a status that neither says which topology runs nor has details. */
    public HostStatus(
            String host,
            String site,
            String state,
            String waits,
            String spare,
            SequencedMap<String, Long> messages,
            SequencedMap<String, Long> ended,
            List<HostCycle> cycles,
            List<HostChannel> channels) {
        this(host, site, state, waits, spare, messages, ended, cycles, channels, Optional.empty(), HostDetails.NONE);
    }

    /** Returns the same status with the topology that runs. */
    public HostStatus of(Topology running) {
        return new HostStatus(
                host,
                site,
                state,
                waits,
                spare,
                messages,
                ended,
                cycles,
                channels,
                Optional.of(TopologyPrint.of(running)),
                details);
    }

    /** Returns the same status with details. */
    public HostStatus with(HostDetails said) {
        return new HostStatus(host, site, state, waits, spare, messages, ended, cycles, channels, topology, said);
    }

    /** Returns what an operator should look at, sentences for people: channels of which this host knows it. */
    public List<String> troubles() {
        return channels.stream()
                .filter(HostChannel::needsOperator)
                .map(HostChannel::trouble)
                .toList();
    }

    /** Takes copies. */
    public HostStatus {
        messages = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(messages));
        ended = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(ended));
        cycles = List.copyOf(cycles);
        channels = List.copyOf(channels);
    }

    /** Returns whether the machine stands by and runs nothing. */
    public boolean standsBy() {
        return state.equals(SPARE);
    }

    /** Returns whether others act on nothing that its spare lacks, so that the spare may be promoted. */
    public boolean hasAwaitedSpare() {
        return spare.equals(COMPLETE) || spare.equals(AWAITED);
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
        return ask(topology, host, host);
    }

    /**
     * Asks a host as {@link #ask(Topology, String)} does, with the certificate of the machine that asks.
     *
     * @param topology the topology with the host
     * @param host the name of the host
     * @param asker the name of the machine that asks; only its own certificate and key need be here
     * @return what it says
     * @throws UnaskedHostException where it may run, and cannot be asked
     * @throws TopologyException where it does not answer
     */
    public static HostStatus ask(Topology topology, String host, String asker) {
        return ask(topology, host, asker, ACCEPT_WITHIN);
    }

    /** Asks a host whose machine is to accept a connection in a time. */
    static HostStatus ask(Topology topology, String host, String asker, Duration acceptWithin) {
        return HostRun.transport(host).ask(topology.plan(host), topology.hosts().get(asker), acceptWithin);
    }

    /**
     * Asks a host as {@link #ask} does, for a process that has just begun: once more where it did not answer and that
     * took long. The first handshake of TLS loads the classes for it, which takes longer on a busy machine than the
     * host waits for it; the second one does not.
     *
     * @param topology the topology with the host
     * @param host the name of the host
     * @param asker the name of the machine that asks
     * @return what it says
     * @throws TopologyException as {@link #ask} does
     */
    public static HostStatus askAtStart(Topology topology, String host, String asker) {
        long beganNs = System.nanoTime();
        try {
            return ask(topology, host, asker);
        } catch (TopologyException e) {
            if (System.nanoTime() - beganNs < SLOW_NS) {
                throw e;
            }
            return ask(topology, host, asker);
        }
    }
}
