package io.millrace.fix;

import io.millrace.net.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A session, as a topology says it.
 *
 * @param id its name; the peer {@code *} makes it a template for counterparties that have no session
 * @param dictionary the name of its dictionary
 * @param versions the names of dictionaries of further application versions
 * @param connect the hosts that an initiator connects to; none for an acceptor
 * @param firstWait the wait after the first failure to connect
 * @param longestWait the longest wait between attempts to connect
 * @param tls the TLS of an initiator; empty for none
 * @param schedule when it is open; empty for always
 * @param checks the validation
 * @param options what it does besides the usual
 * @param heartbeatSeconds the interval that an initiator asks for
 * @param latency how far SendingTime may be from now
 * @param maxMessageBytes the longest message
 */
public record FixSessionSpec(
        FixSessionId id,
        String dictionary,
        List<String> versions,
        List<HostPort> connect,
        Duration firstWait,
        Duration longestWait,
        Optional<FixTlsSpec> tls,
        Optional<FixScheduleSpec> schedule,
        Set<FixCheck> checks,
        Set<FixOption> options,
        int heartbeatSeconds,
        Duration latency,
        int maxMessageBytes) {

    static final String ANY = "*";

    /** Takes copies. */
    public FixSessionSpec {
        versions = List.copyOf(versions);
        connect = List.copyOf(connect);
        checks = Set.copyOf(checks);
        options = Set.copyOf(options);
    }

    /** Returns a session that accepts, with all defaults. */
    public static FixSessionSpec accepting(FixSessionId id, String dictionary) {
        return new FixSessionSpec(
                id,
                dictionary,
                List.of(),
                List.of(),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                Optional.empty(),
                Optional.empty(),
                FixCheck.all(),
                Set.of(),
                30,
                Duration.ofMinutes(2),
                1 << 20);
    }

    /** Returns the same session as an initiator that connects to hosts. */
    public FixSessionSpec connectingTo(HostPort... hosts) {
        return new FixSessionSpec(
                id,
                dictionary,
                versions,
                List.of(hosts),
                firstWait,
                longestWait,
                tls,
                schedule,
                checks,
                options,
                heartbeatSeconds,
                latency,
                maxMessageBytes);
    }

    /** Returns the names of all dictionaries that it uses. */
    List<String> allDictionaries() {
        return Stream.concat(Stream.of(dictionary), versions.stream()).toList();
    }

    boolean isTemplate() {
        return id.peer().equals(ANY);
    }

    boolean isInitiator() {
        return !connect.isEmpty();
    }
}
