package io.millrace.trace;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * One message of the chain from the source to the message that is traced, and how it was made. Times are nanoseconds
 * since the epoch, durations nanoseconds, at least 0: clocks of two processes may differ by more than a step takes.
 *
 * @param message the message
 * @param component the component, gateway or source that wrote it; empty where its name is not known
 * @param input the triggering input: the message of the step before, or the item of an external source; empty where
 *     the message has none
 * @param timeInNs when that input was taken, or should have been by the rate of its source
 * @param timeOutNs when the message was written
 * @param waitingNs from when the input was written to when it was taken; empty for the item of an external source
 * @param serviceNs from when the input was taken to when the message was written
 * @param sinceStartNs from the start of the chain to when the message was written; the start is when the item of the
 *     external source was, or should have been, taken, or when the first message was written
 * @param number the number of the message among those that its input led to, from 1; 0 where it has no input or it is
 *     not known
 * @param otherInputs what else the component took since its previous output
 */
public record TraceStep(
        TracedMessage message,
        Optional<String> component,
        Optional<TraceInput> input,
        OptionalLong timeInNs,
        OptionalLong timeOutNs,
        OptionalLong waitingNs,
        OptionalLong serviceNs,
        OptionalLong sinceStartNs,
        long number,
        OtherInputs otherInputs) {}
