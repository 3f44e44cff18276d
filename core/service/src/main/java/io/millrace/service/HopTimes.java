package io.millrace.service;

import io.millrace.channel.History;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The latencies of one message at its newest hop, from its history. All are at least 0, since the clocks of two
 * processes may differ by more than a hop takes.
 *
 * @param waitingNs from when the input was written to when the component took it, in nanoseconds; empty for a source
 * @param serviceNs from then to when the message was written, in nanoseconds; empty for a source
 * @param endToEndNs from when the first input was taken, or should have been by the rate of its source, to when the
 *     message was written, in nanoseconds
 */
public record HopTimes(OptionalLong waitingNs, OptionalLong serviceNs, long endToEndNs) {

    /**
     * Returns the latencies of a message.
     *
     * @param history its history
     * @return the latencies; empty where it has no input
     */
    public static Optional<HopTimes> of(History history) {
        int last = history.size() - 1;
        if (last < 0) {
            return Optional.empty();
        }
        long outNs = history.timeOutNs(last);
        long endToEndNs = Math.max(0, outNs - history.timeInNs(0));
        if (last == 0) {
            return Optional.of(new HopTimes(OptionalLong.empty(), OptionalLong.empty(), endToEndNs));
        }
        long waitingNs = Math.max(0, history.timeInNs(last) - history.timeOutNs(last - 1));
        long serviceNs = Math.max(0, outNs - history.timeInNs(last));
        return Optional.of(new HopTimes(OptionalLong.of(waitingNs), OptionalLong.of(serviceNs), endToEndNs));
    }
}
