package io.millrace.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * How the components of a cycle are that run on one host, where others of the cycle run on other hosts.
 *
 * @param name the first channel of the cycle; no other cycle has it
 * @param run a random number of the run of the host: a host that was started again has another one
 * @param state whether these components rest
 * @param rest how often they have begun and ended to work, so that two equal numbers say that none has worked in
 *     between; 0 while one works
 * @param last the channels of the cycle that the host sends or receives, with their last indexes at that time
 */
public record HostCycle(String name, long run, State state, long rest, SequencedMap<String, Long> last) {

    /** How the components are. */
    public enum State {
        /** One of them works, or has something to read. */
        WORKS,
        /** All of them rest, and have read everything. */
        RESTS,
        /** The host has found that all components of the cycle rest and nothing is on its way, and they have ended. */
        OVER
    }

    /** Takes a copy. */
    public HostCycle {
        last = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(last));
    }
}
