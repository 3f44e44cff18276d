package io.millrace.fix;

import io.millrace.net.HostPort;
import io.millrace.net.TlsIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where an initiator connects to: the first host first, after each failure the next one, after the last the first
 * again. The wait between attempts doubles from failure to failure, and is the first one again after a Logon.
 *
 * @param hosts at least one
 * @param firstWait the wait after the first failure, at least 1 ms
 * @param longestWait the longest wait
 * @param connectTimeout how long the other side may take to accept
 * @param tls whom this side trusts and what it shows; empty for no TLS
 */
public record FixDestinations(
        List<HostPort> hosts,
        Duration firstWait,
        Duration longestWait,
        Duration connectTimeout,
        Optional<TlsIdentity> tls) {

    /** Checks the parts. */
    public FixDestinations {
        hosts = List.copyOf(hosts);
        if (hosts.isEmpty()) {
            throw new FixException("an initiator needs a host to connect to");
        }
        if (firstWait.toMillis() < 1 || longestWait.compareTo(firstWait) < 0 || connectTimeout.toMillis() < 1) {
            throw new FixException("waits of an initiator are out of range firstWait=" + firstWait + " longestWait="
                    + longestWait + " connectTimeout=" + connectTimeout);
        }
    }

    /** Returns hosts with waits from one second to a minute, and ten seconds to accept. */
    public static FixDestinations of(HostPort... hosts) {
        return new FixDestinations(
                List.of(hosts), Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofSeconds(10), Optional.empty());
    }

    /** Returns these hosts with other waits between attempts. */
    public FixDestinations withWaits(Duration first, Duration longest) {
        return new FixDestinations(hosts, first, longest, connectTimeout, tls);
    }

    /** Returns these hosts with TLS. */
    public FixDestinations withTls(TlsIdentity identity) {
        return new FixDestinations(hosts, firstWait, longestWait, connectTimeout, Optional.of(identity));
    }
}
