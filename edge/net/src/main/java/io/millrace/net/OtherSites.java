package io.millrace.net;

import io.millrace.topology.HealthState;
import io.millrace.topology.HostStatus;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of other hosts that may run at one of two sites, also while they do not answer. Any thread. */
final class OtherSites {

    private final Map<String, String> running = new ConcurrentHashMap<>();
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();

    /** Notes what a host says of itself. */
    void note(String host, HostStatus status) {
        running.put(host, status.site());
        if (status.hasAwaitedSpare()) {
            waiting.add(host);
        } else if (!status.state().equals(HealthState.STARTING.name())) { // a host that starts does not know yet
            waiting.remove(host);
        }
    }

    /** Returns the site at which a host was found last, or else that of its own name. */
    String of(String host) {
        return running.getOrDefault(host, host);
    }

    /** Returns whether a host has answered in this run, so that it is known where it runs and for what it waits. */
    boolean isKnown(String host) {
        return running.containsKey(host);
    }

    /** Returns whether a host waited for the machine that stands by for it, when it was asked last. */
    boolean waitsForSpare(String host) {
        return waiting.contains(host);
    }
}
