package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * One message followed through a system: back to its source by the triggering inputs, and forward to every output that
 * names it. It comes from histories in the messages themselves and changes nothing; other processes may write the
 * channels meanwhile.
 *
 * <p>What is missing is stated in {@link #missing()} and never an exception: messages that retention has removed,
 * channels that cannot be read, damage, keys that were not given or were forgotten, bounds that were reached. Outputs
 * are found by bisection, in milliseconds, however long the channels are and however far a reader lags.
 *
 * @param message the message
 * @param path the messages from the source to this one, which is the last; at least one
 * @param readings what each reader of its channel has done with it
 * @param missing what is missing and why, a sentence each, which ends with {@code key=value} pairs
 * @param remarks what does not make the trace incomplete, such as damage elsewhere that was passed over
 * @param elapsed how long it took to follow the message
 */
public record MessageTrace(
        TracedMessage message,
        List<TraceStep> path,
        List<TraceReading> readings,
        List<String> missing,
        List<String> remarks,
        Duration elapsed) {

    /** Copies the lists. */
    public MessageTrace {
        path = List.copyOf(path);
        readings = List.copyOf(readings);
        missing = List.copyOf(missing);
        remarks = List.copyOf(remarks);
    }

    /**
     * Follows a message. Any thread may call this, several at the same time too.
     *
     * @param set the channels
     * @param graph which component reads which of them
     * @param channel the name of the message's channel
     * @param index the index of the message there; where retention has removed it or it is damaged, its outputs are
     *     searched all the same
     * @param options the bounds
     * @throws TraceException if there is no such channel, or no message at the index
     */
    public static MessageTrace follow(
            ChannelSet set, ChannelGraph graph, String channel, long index, TraceOptions options) {
        Channel found = set.channel(channel).orElseThrow(() -> unknown(set, channel));
        if (index < 0) {
            throw new TraceException(
                    "a message has an index of 0 or more channel=" + channel + " index=" + Index.toText(index));
        }
        try (TraceSession session = new TraceSession(set, graph, options)) {
            MessageReader messages = new MessageReader(session);
            OutputTrace outputs = new OutputTrace(session, messages);
            TraceStart own = TraceStart.read(session, messages, found, index);
            List<TraceReading> readings = outputs.readings(own.message());
            TraceStart start = own.orFrom(outputs.firstHistory(), outputs.firstLeftOut());
            List<TraceStep> path =
                    new PathTrace(session, messages).of(start.message(), start.history(), start.olderLeftOut());
            return new MessageTrace(
                    start.message(),
                    path,
                    readings,
                    session.notes.missing(),
                    session.notes.remarks(),
                    Duration.ofNanos(session.elapsedNs()));
        }
    }

    /** Returns whether nothing is missing. */
    public boolean complete() {
        return missing.isEmpty();
    }

    /** Returns what is missing, then the remarks. */
    public List<String> notes() {
        return Stream.concat(missing.stream(), remarks.stream()).toList();
    }

    private static TraceException unknown(ChannelSet set, String channel) {
        String problem = set.problems().get(channel);
        return new TraceException(
                problem == null
                        ? "there is no such channel channel=" + channel + " channels=" + set.names()
                        : "the channel cannot be read channel=" + channel + " reason=" + problem);
    }
}
