package io.millrace.topology;

import io.millrace.service.LoopLoad;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * A thread of a running topology at one moment.
 *
 * @param name its name in the topology
 * @param components the components that it runs, those that are called directly included, in the order of its polls
 * @param state whether it runs
 * @param idle its idle strategy, by the name that a topology uses
 * @param cpu the only processor that it may run on; empty for any
 * @param load how busy it was in the rounds that it has measured since its start; two answers are compared, and each
 *     asks for further rounds to be measured
 */
public record ThreadInfo(
        String name, List<String> components, State state, String idle, OptionalInt cpu, LoopLoad load) {

    /** Whether a thread runs. */
    public enum State {
        /** It was not started. */
        NEW,
        /** It polls its services. */
        RUNNING,
        /** It has ended, and its services are closed. */
        ENDED
    }

    /** Checks that nothing is null and takes a copy. */
    public ThreadInfo {
        Objects.requireNonNull(name, "name");
        components = List.copyOf(components);
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(idle, "idle");
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(load, "load");
    }
}
