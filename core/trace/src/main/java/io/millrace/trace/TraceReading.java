package io.millrace.trace;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one reader of a channel has done with a message.
 *
 * @param component the component or gateway that reads, or the named position of another reader; empty where its name
 *     is not known
 * @param output the channel that it writes; empty for a named position
 * @param through the queues between the message's channel and the writer of the output, in order; what is in them is
 *     not kept
 * @param state what it has done with the message
 * @param total how many outputs name the message; 0 unless the state is {@code OUTPUTS}
 * @param outputs the first of them
 * @param lag for {@code UNREAD}, how many messages of the channel are between the last one that is recorded as taken
 *     and this one, itself included; empty where none is recorded
 */
public record TraceReading(
        Optional<String> component,
        Optional<String> output,
        List<String> through,
        ReadingState state,
        long total,
        List<TraceOutput> outputs,
        OptionalLong lag) {

    /** Copies the lists. */
    public TraceReading {
        through = List.copyOf(through);
        outputs = List.copyOf(outputs);
    }

    /** Returns whether there are more outputs than {@link #outputs()} holds. */
    public boolean hasMore() {
        return total > outputs.size();
    }
}
