package io.millrace.topology;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What {@link HostsWatch} knows of a machine of the topology.
 *
 * @param name its name
 * @param spareOf the host whose spare it is by the topology; empty where it is none
 * @param address where it was asked
 * @param last its last answer, which may be old; empty where it has never answered
 * @param at when it answered; empty with the answer
 * @param silence why nothing is known of it now, a sentence for people; empty where it answers
 */
public record HostSighting(
        String name,
        Optional<String> spareOf,
        String address,
        Optional<HostStatus> last,
        Optional<Instant> at,
        String silence) {

    /** Checks that nothing is null. */
    public HostSighting {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(spareOf, "spareOf");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(silence, "silence");
        if (last.isPresent() != at.isPresent()) {
            throw new TopologyException("an answer of a host has a time host=" + name);
        }
    }

    /** Returns what it says now; empty where it does not answer, whatever it said before. */
    public Optional<HostStatus> status() {
        return silence.isEmpty() ? last : Optional.empty();
    }
}
