package io.millrace.trace;

import java.util.List;
import java.util.OptionalLong;

/**
 * An output that names a message as its input. Durations are nanoseconds, at least 0.
 *
 * @param message the output
 * @param kind whether it is a call, or a record in place of one
 * @param number its number among the outputs of its input, from 1
 * @param timeInNs when the component took the input, in nanoseconds since the epoch
 * @param waitingNs from when the input was written to when it was taken
 * @param serviceNs from when the input was taken to when the output was written
 * @param afterNs from when the traced message was written to when the output was written
 * @param readings what came of the output in turn; empty unless that was asked for
 */
public record TraceOutput(
        TracedMessage message,
        OutputKind kind,
        long number,
        OptionalLong timeInNs,
        OptionalLong waitingNs,
        OptionalLong serviceNs,
        OptionalLong afterNs,
        List<TraceReading> readings) {

    /** Copies the list. */
    public TraceOutput {
        readings = List.copyOf(readings);
    }
}
