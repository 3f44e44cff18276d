package io.millrace.topology;

import io.millrace.journal.JournalOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Connects the hosts of a topology. Found with {@link java.util.ServiceLoader}; {@code millrace-net} has the one over
 * sockets.
 */
public interface HostTransport {

    /**
     * What a host has for its links.
     *
     * @param directory the data directory of the host, with a directory for each channel
     * @param journals the options of the journals of all channels that are sent or received, by name
     * @param status says how the host is, in any thread
     * @param notices receives sentences for people, from any thread
     * @param errors receives errors of links, from any thread; a link that failed is made again
     * @param topology the topology that is run here, which the greeting of each link states
     * @param limits what a machine that stands by acknowledges of the channels of its host; empty for others
     */
    record Settings(
            Path directory,
            SequencedMap<String, JournalOptions> journals,
            Supplier<HostStatus> status,
            Consumer<String> notices,
            Consumer<Throwable> errors,
            TopologyPrint topology,
            Optional<HostLimits> limits) {}

    /**
     * Listens at the address of a host, and begins to receive its channels.
     *
     * @param plan what the host sends and receives
     * @param settings its directories, options and listeners
     * @return the links, which the caller closes
     * @throws TopologyException where the address or the certificates cannot be used
     */
    HostLinks open(HostPlan plan, Settings settings);

    /**
     * Asks a running host how it is.
     *
     * @param plan the plan of the host
     * @param asker the machine that asks, whose certificate is shown
     * @param acceptWithin how long the machine of the host may take to accept a connection
     * @return what it says; its links are what it knows
     * @throws UnaskedHostException where it may run, and cannot be asked
     * @throws TopologyException where it does not answer
     */
    HostStatus ask(HostPlan plan, HostSpec asker, Duration acceptWithin);

    /**
     * Opens what a spare holds, to make it the source. Nothing else has the directory open, and nothing changes yet.
     *
     * @param plan the plan of the machine that stands by
     * @param settings its directories, options and listeners
     * @return the journals, which the caller closes
     * @throws TopologyException where they cannot be opened
     */
    HostCandidate candidate(HostPlan plan, Settings settings);
}
