package io.millrace.console;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;

/**
 * What is seen at one moment.
 *
 * @param health the state as a whole
 * @param failure why a run has failed
 * @param channels the channels by name
 * @param components the components by name
 * @param threads the threads by name
 * @param readers the named positions of each channel, as of some seconds ago
 */
record Observation(
        String health,
        Optional<String> failure,
        SequencedMap<String, ChannelCounts> channels,
        SequencedMap<String, ComponentCounts> components,
        SequencedMap<String, Loop> threads,
        Map<String, List<Reader>> readers) {

    /**
     * A thread.
     *
     * @param state whether it runs
     * @param idle its idle strategy
     * @param cpu the only processor that it may run on; empty for any
     * @param busyNs the time in which it had work, of the time that was measured, in nanoseconds
     * @param measuredNs the time that was measured, in nanoseconds
     * @param components what it runs
     */
    record Loop(String state, String idle, OptionalInt cpu, long busyNs, long measuredNs, List<String> components) {

        /** What is measured in less time than this says nothing yet. */
        static final long LEAST_NS = TimeUnit.MICROSECONDS.toNanos(10);
    }

    /**
     * A named position.
     *
     * @param name its name
     * @param unread how many messages are after it
     */
    record Reader(String name, long unread) {}
}
