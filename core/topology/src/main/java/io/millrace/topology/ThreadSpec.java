package io.millrace.topology;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A thread of a topology, which polls the services of some of its components.
 *
 * @param runs the components, in the order in which they are polled
 * @param idle what the thread does when there is nothing to do: {@code adaptive}, {@code busy}, {@code yielding},
 *     {@code backoff} or {@code parking}
 * @param cpu the processors that the thread may run on
 * @param host the host that runs it; empty where its components name the host, or the topology has none
 */
public record ThreadSpec(List<String> runs, String idle, ThreadCpu cpu, Optional<String> host) {
    /** The idle strategy of a thread that names none. */
    public static final String DEFAULT_IDLE = "backoff";

    /** Checks that nothing is null and takes a copy. */
    public ThreadSpec {
        runs = List.copyOf(runs);
        Objects.requireNonNull(idle, "idle");
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(host, "host");
    }

    /**
     * Returns a thread with the default idle strategy on any processor.
     *
     * @param components the components, in the order in which they are polled
     * @return the thread
     */
    public static ThreadSpec running(String... components) {
        return new ThreadSpec(List.of(components), DEFAULT_IDLE, new ThreadCpu.Any(), Optional.empty());
    }

    /**
     * Returns the same thread with another idle strategy.
     *
     * @param strategy {@code adaptive}, {@code backoff}, {@code busy}, {@code parking} or {@code yielding}
     * @return the thread
     */
    public ThreadSpec withIdle(String strategy) {
        return new ThreadSpec(runs, strategy, cpu, host);
    }

    /**
     * Returns the same thread on one processor.
     *
     * @param number the number of the processor, from 0
     * @return the thread
     */
    public ThreadSpec withCpu(int number) {
        return new ThreadSpec(runs, idle, new ThreadCpu.One(number), host);
    }

    /**
     * Returns the same thread on a processor that is chosen when the topology is opened.
     *
     * @return the thread
     */
    public ThreadSpec withAutoCpu() {
        return new ThreadSpec(runs, idle, new ThreadCpu.Auto(), host);
    }

    /**
     * Returns the same thread on a host, which runs all of its components.
     *
     * @param name the name of the host
     * @return the thread
     */
    public ThreadSpec onHost(String name) {
        return new ThreadSpec(runs, idle, cpu, Optional.of(name));
    }
}
