package io.millrace.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Knows at which of its sites each host runs, by asking them. Any thread. */
final class HostSites {

    private static final Duration ACCEPT_AGAIN_WITHIN = Duration.ofMillis(500);

    private final Topology topology;
    private final Supplier<String> asker;
    private final Map<String, String> running = new ConcurrentHashMap<>();

    /**
     * Creates what knows nothing yet.
     *
     * @param asker returns the name of this machine, whose certificate is shown
     */
    HostSites(Topology topology, Supplier<String> asker) {
        this.topology = topology;
        this.asker = asker;
    }

    /** Returns the site at which a host was found last, or else its own name. */
    String siteOf(String host) {
        return running.getOrDefault(host, host);
    }

    /** Asks the sites of a host, beginning with the one where it was found last; empty where it runs at none now. */
    Optional<HostStatus> ask(String host) {
        List<String> sites = new ArrayList<>(List.of(siteOf(host)));
        topology.plan(host).sites(host).stream()
                .filter(site -> !sites.contains(site))
                .forEach(sites::add);
        for (String site : sites) {
            Optional<HostStatus> status = askSite(site);
            if (status.isPresent()
                    && !status.get().standsBy()
                    && status.get().host().equals(host)) {
                running.put(host, site);
                return status;
            }
        }
        return Optional.empty();
    }

    /** Asks a machine; empty where it does not answer. */
    Optional<HostStatus> askSite(String site) {
        return answer(() -> HostStatus.ask(topology, site, asker.get()));
    }

    /**
     * Asks a machine that may have been promoted.
     *
     * @throws UnaskedHostException where it may run, and cannot be asked
     */
    Optional<HostStatus> askSiteSurely(String site) {
        return answerOrRefusal(() -> HostStatus.ask(topology, site, asker.get()));
    }

    /**
     * Asks a machine that did not answer a moment ago, and that would accept a connection at once if it came back.
     *
     * @throws UnaskedHostException where it may run, and cannot be asked
     */
    Optional<HostStatus> askSiteAgain(String site) {
        return answerOrRefusal(() -> HostStatus.ask(topology, site, asker.get(), ACCEPT_AGAIN_WITHIN));
    }

    /**
     * Asks a machine for a command that has just begun, as {@link HostStatus#askAtStart} does.
     *
     * @throws UnaskedHostException where it may run, and cannot be asked
     */
    Optional<HostStatus> askSiteAtStart(String site) {
        return answerOrRefusal(() -> HostStatus.askAtStart(topology, site, asker.get()));
    }

    private static Optional<HostStatus> answer(Supplier<HostStatus> question) {
        try {
            return answerOrRefusal(question);
        } catch (UnaskedHostException e) { // what it says is not needed for a decision
            return Optional.empty();
        }
    }

    private static Optional<HostStatus> answerOrRefusal(Supplier<HostStatus> question) {
        try {
            return Optional.of(question.get());
        } catch (UnaskedHostException e) {
            throw e;
        } catch (TopologyException e) { // it does not run, or has just gone
            return Optional.empty();
        }
    }
}
